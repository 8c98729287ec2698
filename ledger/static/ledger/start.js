// Whether this page runs with scripts or is the plain form: one or the other, never half of both.
// The scripts need what Chrome 87 and Safari 15 know. Where they do not come within five seconds, or one of
// them is missing, the page is the plain one; those that come later take it over.
(() => {
  var root = document.documentElement;
  var here = document.currentScript;
  var able = window.WeakRef && "replaceAll" in String.prototype && "noModule" in here;

  // htmx looks for a title by a selector that Chrome knows from 88 on; our answers draw none with a title.
  function mendTitle() {
    var find = DocumentFragment.prototype.querySelector;
    DocumentFragment.prototype.querySelector = function (selector) {
      return find.call(this, selector === "title:not(svg title)" ? "title" : selector);
    };
  }

  function plain() {
    if (root.hasAttribute("data-ready")) return;
    root.classList.remove("js");
    var style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = here.dataset.plain;
    document.head.appendChild(style);
  }

  function load(address, module) {
    var script = document.createElement("script");
    if (module) script.type = "module";
    script.async = false;
    script.src = address;
    script.dataset.late = "";
    script.onerror = plain;
    document.head.appendChild(script);
  }

  if (!able) return plain();
  if (!CSS.supports("selector(:not(a b))")) mendTitle();
  root.classList.add("js");
  // A script that is put in runs as soon as it is there: on a second visit that is before the page is whole.
  // This one waits for nothing and nothing waits for it: where it does not come, the page is there without.
  function begin() {
    load(here.dataset.page, true);
    load(here.dataset.htmx); // after our own: it starts as soon as it is there
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
  setTimeout(plain, 5000);
})();
