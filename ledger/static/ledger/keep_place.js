// A form that leads back to its page leaves it where it was, unless the page has something to say.
import { tab } from "./storage.js";

const place = `place ${location.pathname}`;
const before = tab.get(place);
tab.drop(place);
const notice = document.querySelector("main [role=alert], main > .notice, #preview"); // is to be seen
if (before && document.referrer === location.href && !notice) scrollTo(0, Number(before));
document.addEventListener("submit", () => tab.set(place, String(scrollY)));
