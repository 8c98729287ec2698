// A link's key stands behind the #: take it out of sight and post it.
const fragment = location.hash.slice(1);
if (fragment) {
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("join");
  form.elements.link.value = fragment;
  form.submit();
}

export {};
