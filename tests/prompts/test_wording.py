"""Wordings and terms: both languages have the same keys, every form has words, Russian agrees, and text of others stays harmless."""

import re

import nights
import pymorphy3
import pytest
from conftest import everything
from test_claims import SHAPES

from pgverdict.i18n import LANGUAGES
from prompts import marks
from prompts.claims.model import Figure
from prompts.compose import Extras, compose
from prompts.glossary import EN_METRICS, RU_METRICS, _table, term
from prompts.listings import as_yaml
from prompts.pages import markdown
from prompts.plan import kind_of, kinds, load_plan
from prompts.rows import MetricRow
from prompts.wording import Wording, parse_wordings, wordings

CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")
MORPH = pymorphy3.MorphAnalyzer(lang="ru")


def metric(name: str, **names: list[str]) -> MetricRow:
    return MetricRow(name, "1/s", "higher", None, names, "other", 1, False)


def test_both_languages_have_the_same_keys_and_the_same_variables() -> None:
    russian, english = wordings("ru"), wordings("en")
    assert set(russian) == set(english)
    for key in russian:
        names = [
            set(re.findall(r"\bc\.([a-z_]+)", " ".join(texts[key]))) - {"ru", "en"} for texts in (russian, english)
        ]
        assert not names[0] ^ names[1], (key, names[0] ^ names[1])


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shape_of_night_is_worded_in_full(name: str, language: str) -> None:
    night = nights.make(SHAPES[name])
    document = compose(night, everything(night), kind_of(night), language, Extras())
    text = markdown.render(document).text
    assert text.startswith("# ") and len(document.lead) >= 2
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert not re.search(r"\bNone\b(?! of)|\{\{|\}\}|  \S|undefined", prose), "nothing unfilled shows"
    for _, sentence in document.sentences():
        assert re.search(r"[.!?:…]$", marks.plain(sentence.text).rstrip('»"')), marks.plain(sentence.text)


@pytest.mark.parametrize("name", ["decided", "ordered", "grid"])
def test_a_full_experiment_gives_at_least_fifteen_hundred_words(name: str) -> None:
    night = nights.make(SHAPES[name])
    for language in LANGUAGES:
        text = markdown.render(compose(night, everything(night), kind_of(night), language, Extras())).text
        assert len(re.findall(r"\w+", re.sub(r"```.*?```", "", text, flags=re.DOTALL))) >= 1500


def test_neighbouring_sentences_of_one_kind_are_worded_differently() -> None:
    night = nights.make(SHAPES["grid"])
    document = compose(night, everything(night), "grid", "ru", Extras())
    primary = [s.text for section, s in document.sentences() if section == "answer" and "95-процентный" in s.text]
    assert len({re.sub("[\ue000-\ue006][^\ue002\ue004]*[\ue002\ue004]?", "", text) for text in primary}) > 1


def test_russian_terms_decline_as_the_dictionary_says() -> None:
    """Each word of a term must have, among its readings, the case of its column; dependent genitives stay as they are."""
    for name, cells in _table("ru").items():
        head = cells[0].split()[0]
        for case, phrase in zip(CASES, cells[:6], strict=True):
            word = phrase.split()[0]
            if not re.fullmatch(r"[а-яё]+", word):
                continue
            readings = [
                p
                for p in MORPH.parse(word)
                if p.tag.case == case or (case == "loct" and p.tag.case in ("loct", "loc2"))
            ]
            assert readings, (name, case, word)
            lemmas = {p.normal_form for p in MORPH.parse(head)}
            assert lemmas & {p.normal_form for p in readings}, (name, case, word)


def test_russian_genders_agree_with_the_head_noun() -> None:
    genders = {"masc": "m", "femn": "f", "neut": "n"}
    for name, cells in _table("ru").items():
        nouns = [
            p
            for word in cells[0].split()
            for p in MORPH.parse(word)
            if p.tag.POS == "NOUN" and p.tag.case == "nomn" and p.tag.number == "sing"
        ]
        assert nouns, name
        assert cells[6] in {genders[p.tag.gender] for p in nouns if p.tag.gender in genders}, name


def test_both_languages_know_the_same_metrics() -> None:
    assert set(_table("ru")) == set(_table("en"))
    assert RU_METRICS.count("\n") == EN_METRICS.count("\n")


def test_terms_are_those_that_the_marts_call_the_metrics_by() -> None:
    import csv
    from pathlib import Path

    seed = Path(__file__).parents[2] / "dbt_project" / "seeds" / "metrics.csv"
    for row in csv.DictReader(seed.open(encoding="utf-8")):
        if row["metric"].startswith("wait_"):
            continue
        assert row["metric"] in _table("ru"), row["metric"]
        english = _table("en")[row["metric"]][0].lower()
        assert any(name.lower() in english or english in name.lower() for name in row["names_en"].split("|")), (
            row["metric"],
            english,
        )


def test_a_metric_of_an_import_stands_in_quotes_behind_a_word_that_declines() -> None:
    russian = term(metric("qps", ru=["запросов в секунду"], en=["queries a second"]), "ru")
    assert (marks.plain(russian.nom), marks.plain(russian.gen)) == (
        "метрика «запросов в секунду»",
        "метрики «запросов в секунду»",
    )
    assert marks.plain(term(metric("qps", en=["queries a second"]), "en").nom) == "queries a second"


@pytest.mark.parametrize(
    ("count", "word"),
    [
        (1, "прогон"),
        (2, "прогона"),
        (5, "прогонов"),
        (11, "прогонов"),
        (21, "прогон"),
        (22, "прогона"),
        (112, "прогонов"),
    ],
)
def test_russian_plurals_follow_cldr(count: int, word: str) -> None:
    assert Wording(nights.make(SHAPES["decided"]), "ru").plural(count, "прогон", "прогона", "прогонов") == word


def test_numbers_have_the_true_minus_no_break_spaces_and_the_languages_comma() -> None:
    night = nights.make(SHAPES["decided"])
    figure = Figure("x", -21.649, 1, "%", "m", "q", -25.1, 3.0)
    assert marks.plain(Wording(night, "ru").signed(figure)) == "\u221221,6\u00a0%"
    assert marks.plain(Wording(night, "ru").interval(figure)) == "от \u221225,1 до 3,0\u00a0%"
    assert marks.plain(Wording(night, "en").interval(figure)) == "\u221225.1% to 3.0%"


def test_short_russian_words_never_end_a_line() -> None:
    wording = Wording(nights.make(SHAPES["decided"]), "ru")
    assert wording.polish("разница в 5 блоков и на 3 прогона") == "Разница в\u00a05 блоков и\u00a0на\u00a03 прогона"


def test_a_settings_name_keeps_its_spelling_at_the_start_of_a_sentence() -> None:
    assert Wording(nights.make(SHAPES["decided"]), "ru").polish("work_mem растёт") == "work_mem растёт"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:1)",
        "a|b",
        "`rm`",
        "**bold**",
        "line\nbreak",
        "\ue000x\ue001y\ue002",
        "\x1b[31m",
    ],
)
def test_text_of_others_is_harmless_in_markdown_and_html(text: str) -> None:
    from markdown_it import MarkdownIt

    for safe in (marks.escape(text), marks.literal(text)):
        html = MarkdownIt("commonmark", {"html": False}).enable("table").render(safe)
        assert "<script" not in html and 'javascript:1"' not in html and "<strong>" not in html and "\x1b" not in html
        assert "\n" not in safe and not any("\ue000" <= character <= "\uf8ff" for character in safe)


def test_a_wording_file_with_a_key_twice_or_an_empty_variant_is_refused() -> None:
    with pytest.raises(ValueError, match="stands twice"):
        parse_wordings("## a\nx\n## a\ny\n", "f")
    with pytest.raises(ValueError, match="empty variant"):
        parse_wordings("## a\nx\n---\n", "f")


@pytest.mark.parametrize("kind", kinds())
def test_every_plan_names_sections_that_both_languages_have_words_for(kind: str) -> None:
    for section in load_plan(kind):
        for language in LANGUAGES:
            assert f"section.{section.id}" in wordings(language, kind), section.id
            for item, name in section.items:
                if item in ("note", "picture"):
                    assert f"{item}.{name}" in wordings(language, kind), (kind, name)


def test_listed_yaml_quotes_words_that_some_reader_takes_for_a_truth() -> None:
    from ruamel.yaml import YAML

    text = as_yaml(
        {"factors": [{"name": "x", "levels": ["on", "off", "10"], "baseline": "on"}], "repeats": 5, "window": "12:30"}
    )
    assert '["on", "off", "10"]' in text and 'baseline: "on"' in text and "repeats: 5" in text
    assert YAML(typ="safe").load(text)["factors"][0]["levels"] == ["on", "off", "10"]


#: Words of the trade that general dictionaries lack.
TRADE = {
    "ru": "тренда выполнений ухудшений автоочистки Парето Литтла Пирсона Чеддока просадка просадки просадок кэш перезапускался процентиль процентиля рандомизированные робастных тренд тренде",
    "en": "pgbench sysctl grey tps Chaddock's Pearson's Holm's autovacuum workload utilisation randomised normalised profile checkpoint checkpoints timetable config undecided neighbouring",
}


def words_of(text: str, language: str) -> list[str]:
    """The words of a text in its language; code, names with signs in them and addresses left out."""
    prose = re.sub(r"```.*?```|`[^`]*`|\S*[_/:=]\S*|!\[|\]\(\S+\)", " ", text, flags=re.DOTALL)
    alphabet = r"[а-яёА-ЯЁ-]{3,}" if language == "ru" else r"[a-z]{3,}"
    return sorted(set(re.findall(rf"(?<![\w-]){alphabet}(?![\w-])", prose)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dictionary_knows_the_words_of_our_articles(language: str) -> None:
    import shutil
    import subprocess

    if not shutil.which("hunspell"):
        pytest.skip("needs hunspell with ru_RU and en_US dictionaries")
    texts = []
    for name in ("decided", "null", "undecided", "single_run", "ordered", "grid", "import", "drifting"):
        night = nights.make(SHAPES[name])
        texts.append(markdown.render(compose(night, everything(night), kind_of(night), language, Extras())).text)
    words = words_of("\n".join(texts), language)
    dictionary = {"ru": "ru_RU", "en": "en_US"}[language]
    found = subprocess.run(
        ["hunspell", "-d", dictionary, "-i", "utf-8", "-l"],
        input="\n".join(words),
        capture_output=True,
        text=True,
        check=True,
    )
    unknown = {
        word
        for word in found.stdout.split()
        if word.lower() not in {known.lower() for known in TRADE[language].split()}
    }
    assert not unknown, sorted(unknown)
