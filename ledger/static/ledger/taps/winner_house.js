// Đếm lá at a table where nobody wins on 2s, or where a đút 3 bích has one price for all.

import "./winner.js";
import { endsAtOnce, winner } from "../cards_left.js";
import { field, game, mark, rest, value, words } from "../round_form.js";
import { onTwos } from "../ve_hai.js";

const atOnce = () => value("toi-trang-player") || onTwos();
const isFlat = () => Boolean(words("flat") && field("dut")?.checked && !atOnce());
endsAtOnce(() => atOnce() || isFlat());

const { tap, paint } = game;

// Nobody counts cards that cost nothing.
function paintFlat() {
  paint();
  if (!isFlat() || !winner()) return;
  rest(["left-"], true);
  mark(winner(), "1", words("first"));
}

function tapFlat(seat) {
  if (!isFlat()) tap(seat);
  else field("winner").value = winner() === seat ? "" : seat;
}

Object.assign(game, { tap: tapFlat, paint: paintFlat });
