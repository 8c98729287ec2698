// Places: the heads are tapped in the order in which the players went out.

import { field, hasFoot, seats, setFoot, value } from "./round_form.js";

export const placeOf = (seat) => Number(value(`place-${seat}`));

function setPlace(seat, place) {
  field(`place-${seat}`).value = place || "";
}

export const placed = () =>
  seats()
    .filter(placeOf)
    .sort((one, other) => placeOf(one) - placeOf(other));

// The first place nobody has: where the last was told before the others, one in between.
export function nextPlace(order = placed()) {
  const taken = order.map(placeOf);
  return seats().findIndex((_seat, at) => !taken.includes(at + 1)) + 1;
}

export function tapPlace(seat) {
  const fresh = hasFoot(seat) || !placeOf(seat);
  if (hasFoot(seat)) setFoot(seat, false);
  const order = placed().filter((other) => other !== seat && !hasFoot(other));
  const place = fresh ? nextPlace(order) : 0;
  if (!fresh) for (const [at, other] of order.entries()) setPlace(other, at + 1);
  for (const other of seats()) if (!order.includes(other)) setPlace(other, 0);
  setPlace(seat, place);
}

// Who is cóng or móm has no place; where all are, the one tapped first keeps it.
export function dropPlaces() {
  const order = seats().every(hasFoot) ? placed().slice(0, 1) : placed().filter((seat) => !hasFoot(seat));
  for (const seat of seats()) setPlace(seat, order.indexOf(seat) + 1);
}

// Who is left when all others are placed: the place is understood.
export function impliedSeat() {
  const left = seats().filter((seat) => !placeOf(seat) && !hasFoot(seat));
  return left.length === 1 && (placed().length || seats().some(hasFoot)) ? left[0] : null;
}

export const shownPlace = (seat) => placeOf(seat) || (seat === impliedSeat() ? nextPlace() : 0);
