// The server answers nothing of another book to a page that says which one it shows.
import { seen } from "./book.js";

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const now = seen();
  if (now) ctx.request.headers.Book = `${now.line}/${now.head}`;
});
