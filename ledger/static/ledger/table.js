// The page of a table. page_copy.js comes first: it copies the page as the server sent it.
import "./page_copy.js";
import "./round_form.js";
import "./panels.js";
import "./questions.js";
import "./draft_store.js";
import "./strip.js";
import "./sheet.js";
import "./letters.js";
import "./newest_request.js";
import "./outbox.js";
import "./live_page.js";
