// Tiến lên at a table where nobody wins on 2s.

import "./order.js";
import "../ve_hai.js";
