"""Every sentence of the case files, and what holds for any text whatever."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from ledger.common.person import Person
from ledger.common.spelling import key, plain
from ledger.spoken import understand
from ledger.spoken.parse_result import ParseResult
from ledger.spoken.pattern_syntax import phrases
from ledger.spoken.words import MOST_LETTERS, words_of
from ledger.web.games import form_for
from ledger.web.games.base import RoundTerms
from scoring import RULE_SETS
from tests.spoken.cases import FILES, SentenceCase, all_spoken, read_file
from tests.trust import sizes

PEOPLE = [Person(seat, name) for seat, name in enumerate(("An", "Bình", "Ba", "Nhất"), 1)]


def parse(text: str, rules: str, people: Sequence[Person]) -> ParseResult:
    return understand(text, form_for(rules).vocabulary, people)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_sentence_fills_what_it_says_or_is_refused_with_its_words_marked(file: Path) -> None:
    cases = read_file(file)
    results = [(case, parse(case.sentence, case.rules, case.people)) for case in cases]
    assert [wrong for case, result in results if (wrong := difference(case, result))] == []


def difference(case: SentenceCase, result: ParseResult) -> str:
    """What came of the sentence and what should have, in one line; empty where they agree."""
    fields = dict(result.fields.lists())
    if not case.refused:
        return "" if fields == case.fields else f"{case}: {fields or result.why}, not {case.fields}"
    left_out = [word.text for word, understood in result.marked() if not understood]
    if result.why and left_out and case.left_out in (None, left_out):
        return ""
    return f"{case}: {fields or left_out}, not refused {case.left_out or ''}"


def test_a_sentence_that_the_facts_cannot_hold_says_why() -> None:
    why = {
        ("binh", "An thắng Bình 2 chi"): "Chưa nói chi nào",
        ("sam_loc", "An đền sâm"): "Ai chặn sâm?",
        ("xi_dach", "Cái đền"): "Chưa biết ai làm cái",
        ("xi_dach", "Bình ăn hết"): "Chỉ cái mới ăn hết",
        ("ba_cay", "An chương, An thắng"): "Nói từng nhà con thắng hay thua",
        ("phom", "An ù, Bình đền"): "Chỉ ai ngồi ngay trước người ù mới đền",
    }
    reasons = {case: str(parse(case[1], case[0], PEOPLE).why) for case in why}
    assert {case: reasons[case] for case in why if not reasons[case].startswith(why[case])} == {}


@sizes("every", 3, 1)
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_a_sentence_typed_carelessly_says_the_same_or_is_refused(file: Path, every: int) -> None:
    """Without diacritics in one, without punctuation in the next sentence, and so on."""
    spoken = [case for case in read_file(file) if not case.refused][::every]
    typed = [*zip(spoken[::2], map(bare, spoken[::2]), strict=True)]
    typed += [*zip(spoken[1::2], map(flowing, spoken[1::2]), strict=True)]
    results = [(case, parse(text, case.rules, case.people)) for case, text in typed]
    wrong = [(case, result) for case, result in results if result.understood]
    assert [text for case, result in wrong if (text := difference(case, result))] == []


def bare(case: SentenceCase) -> str:
    return plain(case.sentence)


def flowing(case: SentenceCase) -> str:
    return " ".join(word.text for word in words_of(case.sentence) if not word.is_pause)


def test_every_game_has_sentences_that_fill_and_sentences_that_are_refused() -> None:
    counted = Counter((case.rules, case.refused) for case in all_spoken())
    wanted = {(game, refused) for game in RULE_SETS for refused in (False, True)}
    lacking = [
        f"tests/cases/spoken/{game}.txt lacks a sentence that is {what}"
        for game, refused in sorted(wanted - counted.keys())
        for what in ["refused" if refused else "understood"]
    ]
    assert lacking == []


def test_no_sentence_stands_twice() -> None:
    counted = Counter((case.rules, case.sentence, case.names) for case in all_spoken())
    assert [case for case, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_longest_sentence_has_an_end(rules: str) -> None:
    text = " ".join(sorted(form_for(rules).vocabulary.by_plain))
    for start in range(0, len(text), MOST_LETTERS):
        parse(text[start : start + MOST_LETTERS], rules, PEOPLE)
    assert parse("an " * MOST_LETTERS, rules, PEOPLE).why


VOCABULARY = sorted(
    {
        *(
            text
            for rules in RULE_SETS
            for table in form_for(rules).vocabulary.tables.values()
            for pattern in table
            for text in phrases(pattern)
        ),
        *("An", "Bình", "Ba", "Nhất", "anh", "ăn", "móm", "cóng", "ù", "lủng", "bị", "đền", "bằng"),
        *(",", ".", "12", "3", "còn", "lá", "điểm", "chặt", "thối", "tới trắng", "xanh", "🂠"),
    }
)
SENTENCES = st.lists(st.sampled_from(VOCABULARY), max_size=14).map(" ".join)
EVERYBODY = {
    *("lai", "kia", "lang", "ban", "ca", "moi", "may", "khac", "ai", "nao", "nguoi", "dua", "nha"),
    *("thang", "ong", "hoa", "hue", "thua"),
}
"""Words that speak of players without naming them."""

TEXTS = st.text(max_size=120) | SENTENCES | SENTENCES.map(plain)


@settings(deadline=None)
@given(rules=st.sampled_from(sorted(RULE_SETS)), text=TEXTS)
def test_no_text_fails_and_what_is_filled_was_said(rules: str, text: str) -> None:
    result = parse(text, rules, PEOPLE)
    assert "".join(word.gap + word.text for word in result.words) in _as_shown(text)
    if not result.understood:
        assert not result.fields
        return
    words = {plain(word.text) for word in words_of(text)}
    everybody = words & EVERYBODY
    for name, values in result.fields.lists():
        for seat in _seats_of(name, values):
            assert everybody or plain(PEOPLE[seat - 1].name) in words


def _seats_of(name: str, values: list[str]) -> list[int]:
    """The seats that a field fills something for."""
    whole = {"cong", "mom", "lung", "den", "winner", "u-player", "toi-trang-player"}
    if name in whole or name.endswith("-player"):
        return [int(value) for value in values]
    last = name.rpartition("-")[2]
    return [int(last)] if last.isdigit() else []


def _as_shown(text: str) -> str:
    hidden = {c for c in text if unicodedata.category(c) == "Cf"} - {"\u200c", "\u200d"}
    shown = (c for c in text if c not in hidden | {"\ufe0e", "\ufe0f"})
    return unicodedata.normalize("NFC", "".join(shown))


@given(st.text(max_size=20))
def test_a_word_has_one_key_however_it_is_spelt(text: str) -> None:
    forms = [unicodedata.normalize(form, text) for form in ("NFC", "NFD")]
    assert key(forms[0]) == key(forms[1])


def test_capitals_and_decomposed_letters_change_no_word() -> None:
    changed = [
        case.sentence
        for case in all_spoken()
        for other in (case.sentence.upper(), unicodedata.normalize("NFD", case.sentence))
        if [word.key for word in words_of(other)] != [word.key for word in words_of(case.sentence)]
    ]
    assert changed == []


@pytest.mark.parametrize(
    ("rules", "sentence", "fields"),
    [
        ("phom", "An ù, Bình đền", {"u-player": "1", "u-kind": "u", "den": "2"}),
        ("phom", "An nhất, Bình nhì, Ba móm, Bình đền", {"mom": "3", "den": "2"}),
        ("tien_len", "An nhất, Bình đền làng", {"place-1": "1", "den": "2"}),
        ("dem_la", "An hết bài, Ba phải đền cả làng", {"winner": "1", "den": "3"}),
    ],
)
def test_who_pays_for_the_table_is_told_where_it_is_played(
    rules: str, sentence: str, fields: dict[str, str]
) -> None:
    form = form_for(rules).blank(PEOPLE, RoundTerms({"den_lang": True}))
    heard = understand(sentence, form.words, PEOPLE)
    assert heard.fields.dict() == heard.fields.dict() | fields, heard.why
    assert not parse(sentence, rules, PEOPLE).understood


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("phom", "An ù, An đền"),
        ("phom", "An nhất, Bình nhì, Ba móm, An đền"),
        ("tien_len", "An nhất, Bình nhì, An đền làng"),
        ("tien_len", "An tới trắng sáu đôi, An đền làng"),
        ("dem_la", "An hết bài, Bình 5 lá, An phải đền cả làng"),
    ],
)
def test_a_winner_who_pays_for_the_table_is_refused_in_words(rules: str, sentence: str) -> None:
    form = form_for(rules).blank(PEOPLE, RoundTerms({"den_lang": True}))
    heard = understand(sentence, form.words, PEOPLE)
    assert str(heard.why) == "Người thắng không đền cho ai: nói ai khác đền."
