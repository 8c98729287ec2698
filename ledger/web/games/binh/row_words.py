"""What rows, hands and their order are called at a table of Binh."""

from ledger.spoken.shared_words import LAST

ALL = ("dau", "giua", "cuoi")
ROWS = {
    "[chi] đầu": ("dau",),
    "[chi] giữa": ("giua",),
    "[chi] cuối|chi chót": ("cuoi",),
    "[hai] [chi] đầu (và|với) giữa|chi đầu (và|với) chi giữa": ("dau", "giua"),
    "[hai] [chi] đầu (và|với) cuối|chi đầu (và|với) chi cuối": ("dau", "cuoi"),
    "[hai] [chi] giữa (và|với) cuối|chi giữa (và|với) chi cuối": ("giua", "cuoi"),
    "[cả] ba chi|cả ba|mọi chi|tất cả các chi|chi đầu [và] chi giữa [và] chi cuối": ALL,
}
PLACES = {
    "[thứ] nhất|số một": 1,
    "[thứ] nhì|thứ hai": 2,
    "[thứ] ba": 3,
    "[thứ] tư": 4,
    "bét [bảng|nhè]|chót [bảng]|đội sổ|sau (cùng|chót)|cuối cùng": LAST,
}
"""Here "đầu" and "cuối" are rows."""

NAMED = {
    "sáu đôi|lục phé bôn": "sau_doi",
    "năm đôi thông": "nam_doi_thong",
    "ba [cái] thùng": "ba_thung",
    "ba [cái] sảnh": "ba_sanh",
    **{
        f"{count} (lá|cây|con) đồng màu|đồng màu {count} (lá|cây|con)": kind
        for count, kind in (("(mười ba|13)", "dong_mau_13"), ("(mười hai|12)", "dong_mau_12"))
    },
}
"""The mậu binh that no row alone can be."""

KINDS = NAMED | {"thùng phá sảnh": "thung_pha_sanh", "tứ quý": "tu_quy"}

BEATS = ("hơn", ">", "thắng", "ăn")
DRAWS = ("hoà", "huề", "bằng", "=", "ngang")
LINKS = ("rồi", "đến", "tới", *BEATS, *DRAWS)

ALL_OF_THEM = "(cả (làng|bàn|nhà)|hết [cả làng]|tất|sạch|trọn|gọn)"
