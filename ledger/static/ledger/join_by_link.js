// A link's key stands behind the #: take it out of sight and post it.
function join() {
  const fragment = location.hash.slice(1);
  if (!fragment) return;
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("join");
  form.elements.link.value = fragment;
  form.submit();
}

join();
// Where this page is open already, another link only changes what is behind the #.
addEventListener("hashchange", join);

export {};
