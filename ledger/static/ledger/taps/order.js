// Tiến lên: the heads are tapped in the order in which the players went out.

import "../table.js";
import { chops } from "../chops.js";
import { askHeld, heldQuestion, letHold } from "../held.js";
import { dropPlaces, impliedSeat, placed, shownPlace, tapPlace } from "../places.js";
import { allowOnly, askRare, toiTrangQuestion, withoutSeat } from "../questions.js";
import { field, game, hasFoot, holdFoot, mark, rest, seats, value, words } from "../round_form.js";

const first = () => seats().find((seat) => shownPlace(seat) === 1);
const winner = () => value("toi-trang-player");
const lost = () => seats().filter(hasFoot);

// Who came last, told or left over; nobody where somebody is cóng.
function last() {
  const all = placed();
  if (lost().length || (!impliedSeat() && all.length < seats().length)) return null;
  return impliedSeat() ?? all[all.length - 1];
}

const mayHold = (seat) => (winner() ? words("demHeo") && seat !== winner() : hasFoot(seat) || seat === last());

function kindOf(seat, place) {
  if (hasFoot(seat)) return "lost";
  if (!place) return "";
  const isLast = place > 1 && (place + lost().length === seats().length || seat === impliedSeat());
  return isLast ? "last" : String(Math.min(place, 3));
}

function paint() {
  const won = winner();
  rest(["place-", "cong", "chat-"], Boolean(won));
  rest(["den"], Boolean(won && field("den").dataset.only));
  for (const seat of seats()) {
    const place = won ? 0 : shownPlace(seat);
    if (!won) holdFoot(seat, seat === first() || (chops(seat) && !hasFoot(seat)));
    letHold(seat, mayHold(seat));
    if (won) mark(seat, seat === won ? "1" : "", seat === won ? words("won") : "");
    else mark(seat, kindOf(seat, place), hasFoot(seat) ? words("foot") : words("labels").split("|")[place - 1]);
  }
}

// All but one are cóng: whether somebody pays for all. Where the house has one pay for the table, anybody may.
function mayPayForAll() {
  if (!field("den").dataset.only) return withoutSeat(winner() || first());
  return !winner() && lost().length === seats().length - 1 ? hasFoot : null;
}

function askNext(seat = lost()[lost().length - 1] ?? last()) {
  if (field("den")?.dataset.only && mayPayForAll()) askRare("den");
  else if (seats().some(mayHold)) askHeld(seat);
}

Object.assign(game, {
  tap(seat) {
    if (winner()) return;
    tapPlace(seat);
    if (last()) askNext();
  },
  paint,
  change(input) {
    if (input.name !== "cong") return;
    dropPlaces();
    if (input.checked) askNext(input.value);
  },
});
Object.assign(game.questions, { thoi: () => heldQuestion(mayHold), "toi-trang": toiTrangQuestion });
allowOnly("den", mayPayForAll);
// The page may have opened with the first round: later ones open nothing.
allowOnly("not-opening", () => field("start") && (() => true));
