// Any other page of a table: it follows the table, and this phone stays a witness of the book. A form that
// leads back to its page leaves it where it was.
import "./live_page.js";
import { tab } from "./storage.js";
import "./witness.js";

const place = `place ${location.pathname}`;
const before = tab.get(place);
tab.drop(place);
const refused = document.querySelector("main [role=alert]"); // is to be seen
if (before && document.referrer === location.href && !refused) scrollTo(0, Number(before));
document.addEventListener("submit", () => tab.set(place, String(scrollY)));
