// The server answers nothing of another book to a page that says which one it shows.
import { bookOnPage } from "./book.js";

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const now = bookOnPage();
  if (now) ctx.request.headers.Book = `${now.line}/${now.head}`;
});
