// Sâm lốc: who went out is tapped, then how many cards each of the others has, and how many 2s among them.

import "../table.js";
import { chops } from "../chops.js";
import { countQuestion, endsAtOnce, forget, left, mayHold, paintHeads, tap, winner } from "../cards_left.js";
import { ask, shut, wordOf } from "../panels.js";
import { allowOnly, answersOf, toiTrangQuestion, whoQuestion, whoRow, withoutSeat } from "../questions.js";
import { asks, field, game, headOf, mark, nameOf, paint as repaint, rest } from "../round_form.js";
import { round, seats, textOf, value, words } from "../round_form.js";

const HAND = 10;
const TWOS = 4;
const FOUR = 4; // cards of a tứ quý

const twos = (seat) => field(`hai-${seat}`);
const declarer = () => value("sam-player");
const wonAtOnce = () => value("toi-trang-player");
let holder = null; // whose 2s are asked for
endsAtOnce(() => declarer() || wonAtOnce());

// How many cards this player has played in chains at least.
function played(of) {
  const links = [...round().querySelectorAll(".link")].map((link) => link.querySelector("select"));
  const own = links.filter((select) => select.value === of);
  const chopped = own.filter((select) => /^chat-\d+-0-/.test(select.name)).length;
  return FOUR * (own.length - chopped) + chopped;
}

// Who has played a card has no ten left; a 2 that is held is one of the cards left.
function mayBeLeft(seat, number) {
  return Number(twos(seat).value) <= number && played(seat) + number <= HAND && !(number === HAND && chops(seat));
}

function mayPlay(seat, chopping) {
  const hand = Number(left(seat).value) || (seat === winner() ? 0 : 1);
  return hand < HAND && played(seat) + (chopping ? FOUR : 1) + hand <= HAND;
}

function mayHoldTwos(seat, number) {
  const others = seats().filter((other) => other !== seat && mayHold(other));
  const chains = [...round().querySelectorAll("[name^=chat-][name$='-0-player']")].filter((each) => each.value);
  const known = others.reduce((sum, other) => sum + Number(twos(other).value), chains.length);
  return known + number <= TWOS && number <= (Number(left(seat).value) || HAND);
}

function twosQuestion() {
  if (!mayHold(holder) || declarer() || wonAtOnce()) return null;
  const goOn = () => (left(holder).value ? shut() : ask("la"));
  const answers = answersOf(twos(holder)).map((each) => ({
    ...each,
    disabled: !each.pressed && !mayHoldTwos(holder, Number(each.code)),
    act() {
      twos(holder).value = each.pressed ? "" : each.code;
      goOn();
    },
  }));
  return {
    title: words("twos").replace("…", nameOf(holder)),
    more: { label: wordOf("Back"), act: () => ask("la") },
    rows: [{ answers }],
  };
}

// Who declared sâm, then who stopped it, if anybody did.
function samQuestion() {
  const [who, blocker] = [field("sam-player"), field("sam-blocker")];
  if (who.disabled) return null;
  if (!who.value) return whoQuestion(who);
  const back = {
    label: wordOf("Back"),
    act() {
      who.value = blocker.value = "";
    },
  };
  const row = whoRow(blocker, { only: withoutSeat(who.value) });
  return { title: asks(blocker, nameOf(who.value)), more: back, rows: [row] };
}

function atOnce(seat) {
  const blocker = value("sam-blocker");
  if (seat === wonAtOnce()) return ["1", words("won")];
  if (seat === declarer()) return blocker ? ["last", words("paidSam")] : ["1", words("sam")];
  return seat === blocker ? ["1", words("stopped")] : ["", ""];
}

// Where some of the cards left are 2s, a head says so, in fewer words where there is less room.
function markTwos(seat) {
  const [head, cards, heo] = [headOf(seat), left(seat).value, textOf(twos(seat))];
  if (!mayHold(seat) || !cards || !heo) return;
  const place = head.querySelector(".mark");
  for (const number of [place.textContent, cards]) {
    mark(seat, head.dataset.mark, `${number} · ${heo}`);
    if (place.offsetWidth < head.clientWidth - 4) return;
  }
}

function paint() {
  const ended = Boolean(declarer() || wonAtOnce());
  rest(["left-", "hai-", "winner", "chat-", "den"], ended);
  rest(["sam-"], Boolean(wonAtOnce()));
  rest(["toi-trang-"], Boolean(declarer()));
  if (!ended) for (const seat of seats()) twos(seat).disabled = !mayHold(seat);
  paintHeads(HAND, atOnce);
  if (!ended) seats().forEach(markTwos);
}

addEventListener("resize", repaint);

const more = (seat) => {
  holder = seat;
  ask("hai");
};
Object.assign(game, { tap, paint, forget, mayPlay });
Object.assign(game.questions, {
  la: () => countQuestion({ hand: HAND, cols: 5, mayBeLeft, more }),
  hai: twosQuestion,
  "bao-sam": samQuestion,
  "toi-trang": () => (declarer() ? null : toiTrangQuestion()),
});
allowOnly("den", () => (winner() ? withoutSeat(winner()) : null));
