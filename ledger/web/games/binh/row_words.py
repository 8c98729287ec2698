"""What rows, hands and their order are called at a table of Binh."""

from itertools import combinations

from ledger.spoken import shared_words
from ledger.spoken.words import key

ALL = ("dau", "giua", "cuoi")
CALLED = {"đầu": "dau", "giữa": "giua", "cuối": "cuoi"}
PAIRS = {
    f"{start}{first} {link} {again}{second}": (CALLED[first], CALLED[second])
    for first, second in combinations(CALLED, 2)
    for start, again in (("chi ", "chi "), ("chi ", ""), ("", ""), ("hai chi ", ""))
    for link in ("và", "với")
}
ROWS = {
    "chi đầu": ("dau",),
    "chi giữa": ("giua",),
    "chi cuối": ("cuoi",),
    "chi chót": ("cuoi",),
    "đầu": ("dau",),
    "giữa": ("giua",),
    "cuối": ("cuoi",),
    **dict.fromkeys(("cả ba chi", "ba chi", "cả ba", "mọi chi", "tất cả các chi"), ALL),
    **PAIRS,
    "chi đầu chi giữa chi cuối": ALL,
    "chi đầu và chi giữa và chi cuối": ALL,
}
PLACES = {
    "[thứ] nhất|số một": 1,
    "[thứ] nhì|thứ hai": 2,
    "[thứ] ba": 3,
    "[thứ] tư": 4,
    "bét [bảng|nhè]|chót [bảng]|đội sổ|sau (cùng|chót)|cuối cùng": shared_words.LAST,
}
"""Here "đầu" and "cuối" are rows."""

KINDS = {
    **{
        phrase: kind
        for counts, kind in (
            (("mười ba", "13"), "dong_mau_13"),
            (("mười hai", "12"), "dong_mau_12"),
        )
        for count in counts
        for card in ("lá", "cây", "con")
        for phrase in (f"{count} {card} đồng màu", f"đồng màu {count} {card}")
    },
    "sáu đôi": "sau_doi",
    "lục phé bôn": "sau_doi",
    "năm đôi thông": "nam_doi_thong",
    "thùng phá sảnh": "thung_pha_sanh",
    "tứ quý": "tu_quy",
    "ba thùng": "ba_thung",
    "ba cái thùng": "ba_thung",
    "ba sảnh": "ba_sanh",
    "ba cái sảnh": "ba_sanh",
}
NAMED = {name: kind for name, kind in KINDS.items() if kind not in ("tu_quy", "thung_pha_sanh")}
"""Those that no row alone can be."""

THEN = ("rồi", "đến", "tới")
BEATS = ("hơn", ">", "thắng", "ăn")
DRAWS = ("hoà", "huề", "bằng", "=", "ngang")
LINKS = {key(word): word for word in (*THEN, *BEATS, *DRAWS)}

ALL_OF_THEM = "(cả làng|hết|tất|cả bàn|cả nhà|hết cả làng|sạch|trọn|gọn)"
