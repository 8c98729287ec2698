"""What facts of a round are as JSON, for programs that check their types.

Written by ``python -m tests.vectors``, of the fields that each game declares in its ``FACTS``.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal, Required, TypedDict


class TienLenToiTrang(TypedDict, total=False):
    """Tới trắng: who won before any play, by kind or cards or both."""

    player: Required[int]
    kind: (
        Literal[
            "tu_quy_3",
            "ba_doi_thong_3_bich",
            "sanh_rong",
            "sau_doi",
            "sau_doi_thong",
            "nam_doi_thong",
            "bon_sam",
            "hai_tu_quy",
            "tu_quy_heo",
            "dong_mau",
        ]
        | None
    )
    hand: Sequence[str] | None


class TienLenPlays(TypedDict, total=False):
    """One play."""

    player: Required[int]
    cards: Required[Sequence[str]]


class TienLenChat(TypedDict, total=False):
    """One chain: each play chops the one before it."""

    plays: Required[Sequence[TienLenPlays]]
    victim_went_out: bool | None


class TienLenThoi(TypedDict, total=False):
    """All cards held."""

    hand: Sequence[str] | None


class TienLenVeHai(TypedDict, total=False):
    """Về hai: who ended the round on 2s where the table does not let that win, and on how many."""

    player: Required[int]
    count: Required[int]


class TienLen(TypedDict, total=False):
    """A round of Tiến lên by finishing place."""

    players: Required[Sequence[int]]
    places: Sequence[int] | None
    cong: Sequence[int] | None
    toi_trang: TienLenToiTrang | None
    chat: Sequence[TienLenChat] | None
    opening: bool | None
    den: int | None
    thoi: Mapping[str, Sequence[str] | TienLenThoi | None] | None
    ve_hai: TienLenVeHai | None
    pot: Mapping[str, str | float | Decimal | None] | None
    pot_winner: int | None


class DemLa(TypedDict, total=False):
    """A round of Tiến lên by cards left."""

    players: Required[Sequence[int]]
    winner: int | None
    toi_trang: TienLenToiTrang | None
    chat: Sequence[TienLenChat] | None
    cards_left: Mapping[str, int | None] | None
    thoi: Mapping[str, Sequence[str] | TienLenThoi | None] | None
    ve_hai: TienLenVeHai | None
    den: int | None
    dut_ba_bich: bool | None
    pot: Mapping[str, str | float | Decimal | None] | None
    pot_winner: int | None


class PhomAn(TypedDict, total=False):
    """One eaten card; the next player eats, so one of the two seats is enough."""

    eater: int | None
    victim: int | None
    chot: bool | None


class PhomPoints(TypedDict, total=False):
    """The cards left."""

    hand: Sequence[str] | None


class PhomU(TypedDict, total=False):
    """Ù: who won at once; three cards eaten from one victim say so by themselves."""

    player: Required[int]
    kind: Literal["u", "u_tron", "u_khan"] | None


class Phom(TypedDict, total=False):
    """A round of phỏm."""

    players: Required[Sequence[int]]
    an: Sequence[PhomAn] | None
    points: Mapping[str, int | PhomPoints | None] | None
    mom: Sequence[int] | None
    ha: Sequence[int] | None
    u: PhomU | None
    ranks: Sequence[int] | None
    leader: int | None
    den: int | None
    pot: Mapping[str, str | float | Decimal | None] | None
    pot_winner: int | None


class BinhHands(TypedDict, total=False):
    """Three rows."""

    dau: Sequence[str] | None
    giua: Sequence[str] | None
    cuoi: Sequence[str] | None


class BinhChi(TypedDict, total=False):
    """Without cards: each row's players, strongest first, those who draw together."""

    dau: Sequence[Sequence[int]] | None
    giua: Sequence[Sequence[int]] | None
    cuoi: Sequence[Sequence[int]] | None


class BinhKinds(TypedDict, total=False):
    """What rows were."""

    dau: (
        Literal[
            "rac", "dach", "thu", "xam_chi", "sanh", "thung", "cu_lu", "tu_quy", "thung_pha_sanh"
        ]
        | None
    )
    giua: (
        Literal[
            "rac", "dach", "thu", "xam_chi", "sanh", "thung", "cu_lu", "tu_quy", "thung_pha_sanh"
        ]
        | None
    )
    cuoi: (
        Literal[
            "rac", "dach", "thu", "xam_chi", "sanh", "thung", "cu_lu", "tu_quy", "thung_pha_sanh"
        ]
        | None
    )


class Binh(TypedDict, total=False):
    """A round of Binh: the cards in `hands`, or how the rows compared in `chi`."""

    players: Required[Sequence[int]]
    hands: Mapping[str, BinhHands | None] | None
    chi: BinhChi | None
    kinds: Mapping[str, BinhKinds | None] | None
    binh_lung: Sequence[int] | None
    mau_binh: (
        Mapping[
            str,
            Literal[
                "rong_cuon",
                "sanh_rong",
                "dong_mau_13",
                "dong_mau_12",
                "nam_doi_xam",
                "sau_doi",
                "nam_doi_thong",
                "thung_pha_sanh",
                "tu_quy",
                "ba_thung",
                "ba_sanh",
            ]
            | None,
        ]
        | None
    )
    pot: Mapping[str, str | float | Decimal | None] | None
    pot_winner: int | None


class SamLocChat(TypedDict, total=False):
    """One chain: the first played a 2, each next one chopped it with a tứ quý."""

    plays: Required[Sequence[int]]


class SamLocBaoSam(TypedDict, total=False):
    """Báo sâm: who declared to win every trick."""

    player: Required[int]
    blocker: int | None


class SamLocToiTrang(TypedDict, total=False):
    """Tới trắng: who won before any play."""

    player: Required[int]
    kind: Literal["sanh_rong", "tu_quy_heo", "dong_mau", "ba_xam", "nam_doi"] | None


class SamLoc(TypedDict, total=False):
    """A round of Sâm lốc."""

    players: Required[Sequence[int]]
    winner: int | None
    cards_left: Mapping[str, int | None] | None
    hai: Mapping[str, int | None] | None
    chat: Sequence[SamLocChat] | None
    den: int | None
    bao_sam: SamLocBaoSam | None
    toi_trang: SamLocToiTrang | None
    pot: Mapping[str, str | float | Decimal | None] | None
    pot_winner: int | None


class XiDachSide(TypedDict, total=False):
    """A side bet between two players."""

    winner: Required[int]
    loser: Required[int]
    units: str | float | Decimal | None


class XiDach(TypedDict, total=False):
    """A round of xì dách."""

    players: Required[Sequence[int]]
    banker: int | None
    stakes: Mapping[str, str | float | Decimal | None] | None
    con: (
        Mapping[str, Literal["won", "lost", "draw", "xi_bang", "xi_dach", "ngu_linh"] | None] | None
    )
    banker_kind: Literal["xi_bang", "xi_dach", "ngu_linh"] | None
    side: Sequence[XiDachSide] | None
    non: Sequence[int] | None
    den: int | None


class BaCay(TypedDict, total=False):
    """A round of ba cây."""

    players: Required[Sequence[int]]
    banker: int | None
    stakes: Mapping[str, str | float | Decimal | None] | None
    con: Mapping[str, Literal["won", "lost", "sap", "muoi", "dong_hoa"] | None] | None
    banker_kind: Literal["sap", "muoi", "dong_hoa"] | None
    side: Sequence[XiDachSide] | None
    points: Mapping[str, int | Literal["sap"] | None] | None
    above: Sequence[int] | None
    dong_hoa: Sequence[int] | None
    pot: Mapping[str, str | float | Decimal | None] | None
    pot_winner: int | None


class Lieng(TypedDict, total=False):
    """A round of Liêng."""

    players: Required[Sequence[int]]
    winner: int | None
    paid: Mapping[str, str | float | Decimal | None] | None


class Khac(TypedDict, total=False):
    """A round of any other game."""

    players: Required[Sequence[int]]
    winner: int | None
    points: Mapping[str, str | float | Decimal | None] | None


Facts = TienLen | DemLa | Phom | Binh | SamLoc | XiDach | BaCay | Lieng | Khac
"""Of a round of any game."""
