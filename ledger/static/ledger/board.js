// The board: a screen that stays on and follows its table.
import "./screen_awake.js";
import "./live_page.js";
