// Any other page of a table: it follows the table, and this phone stays a witness of the book.
import "./live_page.js";
import "./keep_place.js";
import "./witness.js";
