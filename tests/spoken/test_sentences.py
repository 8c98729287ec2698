"""Every sentence of the case files, and what holds for any text whatever."""

import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.common.person import Person
from ledger.spoken import grammar_for, understand
from ledger.spoken.words import key, plain, words_of
from scoring import RULE_SETS
from tests.spoken.cases import Spoken, all_spoken

SPOKEN = all_spoken()
PEOPLE = [Person(seat, name) for seat, name in enumerate(("An", "Bình", "Ba", "Nhất"), 1)]
NAMED = [case for case in SPOKEN if not case.refused]


@pytest.mark.parametrize("case", NAMED, ids=str)
def test_a_sentence_fills_what_it_says(case: Spoken) -> None:
    heard = understand(case.sentence, case.rules, case.people)
    assert (heard.why, heard.left_out) == ("", [])
    assert {name: list(values) for name, values in heard.fields} == case.fields


@pytest.mark.parametrize("case", [case for case in SPOKEN if case.refused], ids=str)
def test_what_is_not_understood_fills_nothing_and_is_marked(case: Spoken) -> None:
    heard = understand(case.sentence, case.rules, case.people)
    assert heard.why
    assert heard.fields == ()
    assert heard.left_out
    assert case.left_out in (None, heard.left_out)


def test_there_are_enough_sentences_of_every_game() -> None:
    counted = Counter(case.rules for case in SPOKEN)
    assert counted.total() >= 150
    assert counted.keys() == RULE_SETS.keys()
    assert min(counted.values()) >= 30
    assert sum(case.refused for case in SPOKEN) >= 40


def test_no_sentence_stands_twice() -> None:
    told = Counter((case.rules, case.sentence, case.names) for case in SPOKEN)
    assert [case for case, times in told.items() if times > 1] == []


@pytest.mark.parametrize("case", NAMED, ids=str)
def test_case_and_decomposed_letters_change_nothing(case: Spoken) -> None:
    heard = understand(case.sentence, case.rules, case.people)
    for other in (case.sentence.upper(), unicodedata.normalize("NFD", case.sentence)):
        assert understand(other, case.rules, case.people).fields == heard.fields


@pytest.mark.parametrize("case", NAMED, ids=str)
def test_without_diacritics_a_sentence_says_the_same_or_is_refused(case: Spoken) -> None:
    heard = understand(plain(case.sentence), case.rules, case.people)
    assert {name: list(values) for name, values in heard.fields} in ({}, case.fields)


@pytest.mark.parametrize("case", NAMED, ids=str)
def test_without_punctuation_a_sentence_says_the_same_or_is_refused(case: Spoken) -> None:
    bare = " ".join(word.text for word in words_of(case.sentence) if not word.is_pause)
    heard = understand(bare, case.rules, case.people)
    assert {name: list(values) for name, values in heard.fields} in ({}, case.fields)


VOCABULARY = sorted(
    {
        *(
            text
            for rules in RULE_SETS
            for table in grammar_for(rules).tables.values()
            for text in table
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


@settings(max_examples=300, deadline=None)
@given(rules=st.sampled_from(sorted(RULE_SETS)), text=TEXTS)
def test_no_text_fails_and_what_is_filled_was_said(rules: str, text: str) -> None:
    heard = understand(text, rules, PEOPLE)
    assert "".join(word.gap + word.text for word in heard.words) in _as_shown(text)
    if not heard.understood:
        assert heard.fields == ()
        return
    said = {plain(word.text) for word in words_of(text)}
    everybody = said & EVERYBODY
    for name, values in heard.fields:
        for seat in _spoken_of(name, values):
            assert everybody or plain(PEOPLE[seat - 1].name) in said


def _spoken_of(name: str, values: tuple[str, ...]) -> list[int]:
    """The seats that a field fills something for."""
    whole = {"cong", "mom", "lung", "den", "winner", "u-player", "toi-trang-player"}
    if name in whole or name.endswith("-player"):
        return [int(value) for value in values]
    last = name.rpartition("-")[2]
    return [int(last)] if last.isdigit() else []


def _as_shown(text: str) -> str:
    return re.sub("[\ufe0e\ufe0f]", "", unicodedata.normalize("NFC", text))


@given(st.text(max_size=20))
def test_a_word_has_one_key_however_it_is_spelt(text: str) -> None:
    forms = {key(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(forms) == 1
