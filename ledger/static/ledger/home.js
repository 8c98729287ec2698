// The first page: open a table, or go back to one without a network.
import "./page_copy.js";
import "./new_table.js";
