"""Random rounds of Sâm lốc that can have happened."""

from collections.abc import Iterator, Sequence
from random import Random

from scoring.sam_loc.rules import DEALT, TU_QUY, TWOS, Kind


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round."""
    facts: dict[str, object] = {"players": list(players)}
    one, other, *_ = rng.sample(list(players), len(players))
    if rng.random() < 0.1:
        stopped = rng.random() < 0.5
        return facts | {"bao_sam": {"player": one} | ({"blocker": other} if stopped else {})}
    if rng.random() < 0.1:
        kind = rng.choice([None, *Kind])
        return facts | {"toi_trang": {"player": one} | ({"kind": kind.value} if kind else {})}
    den = rng.choice([seat for seat in players if seat != one])
    return facts | _played(rng, players, one) | ({"den": den} if rng.random() < 0.1 else {})


def _played(rng: Random, players: Sequence[int], winner: int) -> dict[str, object]:
    """Chains first, then of what each loser still can have what he has left."""
    cong = [seat for seat in players if seat != winner and rng.random() < 0.15]
    room = {seat: DEALT - (seat != winner) for seat in players if seat not in cong}
    chat = list(_chains(rng, room)) if len(room) > 1 else []
    most = {seat: min(room[seat] + 1, DEALT - 1) for seat in room if seat != winner}
    left = {seat: rng.randint(1, most[seat]) for seat in most}
    left |= dict.fromkeys(cong, DEALT)
    twos, hai = TWOS - len(chat), {}
    for seat in left:
        hai[str(seat)] = min(left[seat], rng.choice((0, 0, 0, 1, 1, 2, 4)), twos)
        twos -= hai[str(seat)]
    return {
        "winner": winner,
        "cards_left": {str(seat): number for seat, number in left.items()},
        "hai": {seat: number for seat, number in hai.items() if number or rng.random() < 0.1},
        "chat": [{"plays": plays} for plays in chat],
    }


def _chains(rng: Random, room: dict[int, int]) -> Iterator[list[int]]:
    """Who played in each; ``room`` is how many cards each has for it."""
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
        plays: list[int] = []
        spent = room.copy()
        for cards in (1, *[TU_QUY] * rng.choice((1, 1, 1, 2, 3))):
            able = [seat for seat in spent if spent[seat] >= cards and plays[-1:] != [seat]]
            if not able:
                break
            plays.append(rng.choice(able))
            spent[plays[-1]] -= cards
        if len(plays) > 1:
            room |= spent
            yield plays
