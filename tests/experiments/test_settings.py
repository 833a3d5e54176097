"""Settings are compared by what they mean, in PostgreSQL's own units, and refused where PostgreSQL would refuse them."""

from __future__ import annotations

import pytest

from experiments.gucs import (
    Setting,
    alter_system,
    canonical,
    differences,
    edit_auto_conf_offline,
    equal,
    list_items,
    not_active,
    read_settings,
    readable,
)
from experiments.postgres import Postgres, parse_auto_conf
from pgverdict.errors import ComponentFailed, Refused


def setting(
    name: str = "x", value: str = "", unit: str | None = None, vartype: str = "integer", **more: object
) -> Setting:
    values = {
        "context": "user",
        "source": "configuration file",
        "boot_val": value,
        "min_val": "0",
        "max_val": "1000000",
        "enumvals": None,
    }
    return Setting(name=name, setting=value, unit=unit, vartype=vartype, pending_restart=False, **(values | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "unit", "shown"),
    [
        ("15min", "s", "900"),
        ("900", "s", "900"),
        ("1h", "min", "60"),
        ("128MB", "8kB", "16384"),
        ("1GB", "kB", "1048576"),
        ("1.5s", "ms", "1500"),
    ],
)
def test_quantities_are_counted_in_the_settings_own_unit(text: str, unit: str, shown: str) -> None:
    assert canonical(text, setting(unit=unit, max_val="2147483647")) == shown


def test_a_switch_has_many_spellings_and_one_meaning() -> None:
    assert equal("true", "on", setting(vartype="bool"))
    assert not equal("off", "on", setting(vartype="bool"))


@pytest.mark.parametrize(
    ("text", "given", "words"),
    [
        ("5 bananas", setting(unit="s"), "does not take the unit"),
        ("5MB", setting(unit="s"), "units are us, ms, s, min, h, d"),
        ("2000000", setting(), "takes 0 to 1000000"),
        ("much", setting(), "takes a number"),
        ("maybe", setting(vartype="bool"), "takes on or off"),
        ("locale", setting(vartype="enum", enumvals=["local", "remote_write", "on", "off"]), "nearest: local"),
    ],
)
def test_what_postgresql_would_refuse_is_refused_with_what_it_takes(text: str, given: Setting, words: str) -> None:
    with pytest.raises(Refused, match=words):
        canonical(text, given)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [("900", "s", "15min"), ("16384", "8kB", "128MB"), ("-1", "ms", "-1"), ("90", "s", "90s"), ("200", None, "200")],
)
def test_values_are_shown_in_the_largest_whole_unit(value: str, unit: str | None, shown: str) -> None:
    assert readable(value, unit) == shown


def test_a_second_changed_setting_is_named() -> None:
    before = {"a": setting("a", "1"), "b": setting("b", "1")}
    now = {"a": setting("a", "2"), "b": setting("b", "7")}
    assert differences(before, now, {"a"}) == {"b": ("1", "7")}
    assert differences(before, now, {"a", "b"}) == {}


def test_what_follows_a_factor_is_no_second_change() -> None:
    before, now = (setting("wal_buffers", value, source="override") for value in ("512", "2048"))
    assert differences({"wal_buffers": before}, {"wal_buffers": now}, set()) == {}
    by_hand = setting("wal_buffers", "2048")
    assert differences({"wal_buffers": before}, {"wal_buffers": by_hand}, set()) == {"wal_buffers": ("512", "2048")}


def test_an_inactive_setting_is_named() -> None:
    assert not_active({"a": "2"}, {"a": setting("a", "1")}) == {"a": ("2", "1")}
    assert not_active({"gone": "2"}, {}) == {"gone": ("2", "not there")}


def test_auto_conf_is_read_as_alter_system_writes_it() -> None:
    text = "# Do not edit\nwork_mem = '4MB'\nsearch_path = '''a b'', c'\nplpgsql.x = 'C:\\\\d'\n"
    assert parse_auto_conf(text) == {"work_mem": "4MB", "search_path": "'a b', c", "plpgsql.x": "C:\\d"}


def test_alter_system_sets_resets_and_tells_what_waits_for_a_restart(postgres: Postgres) -> None:
    assert alter_system(postgres, {"work_mem": "5MB", "max_connections": "150"}) == ["max_connections"]
    with postgres.connect() as connection:
        assert read_settings(connection)["work_mem"].setting == "5120"
    alter_system(postgres, {"work_mem": None, "max_connections": None})
    with postgres.connect() as connection:
        settings = read_settings(connection)
    assert settings["work_mem"].setting == "4096"
    assert not any(found.pending_restart for found in settings.values())


def test_a_value_that_postgresql_refuses_is_told_in_its_words(postgres: Postgres) -> None:
    with pytest.raises(ComponentFailed, match=r"work_mem.*outside the valid range|work_mem"):
        alter_system(postgres, {"work_mem": "1kB"})


def test_a_setting_that_prevents_the_start_is_taken_out_off_line(postgres: Postgres) -> None:
    alter_system(postgres, {"shared_preload_libraries": "no_such_library"})
    postgres.stop()
    with pytest.raises(ComponentFailed, match="no_such_library"):
        postgres.start()
    edit_auto_conf_offline(postgres, {"shared_preload_libraries": None})
    postgres.start()
    assert postgres.answers()


def test_every_setting_of_a_real_server_takes_its_own_value(postgres: Postgres) -> None:
    with postgres.connect() as connection:
        settings = read_settings(connection)
    numbers = [
        found
        for found in settings.values()
        if found.vartype in ("integer", "real", "bool") and found.context != "internal"
    ]
    assert len(numbers) > 200
    for found in numbers:
        assert equal(found.setting, found.setting, found), found.name
        if found.unit and float(found.setting) > 0:
            assert equal(found.shown(), found.setting, found), found.name


@pytest.mark.parametrize(
    ("value", "items"),
    [("a, b", ["a", "b"]), ('"$user", public', ["$user", "public"]), ('"a ""b"", c",d', ['a "b", c', "d"]), ("", [])],
)
def test_a_list_of_names_is_split_as_postgresql_splits_it(value: str, items: list[str]) -> None:
    assert list_items(value) == items


def test_a_list_of_names_is_set_as_a_list_and_set_again_changes_nothing(postgres: Postgres) -> None:
    wanted: dict[str, str | None] = {"search_path": '"$user",public , pg_catalog'}
    try:
        alter_system(postgres, wanted)
        with postgres.connect() as connection:
            row = connection.execute("select current_schemas(true), pg_conf_load_time()").fetchone()
            assert row is not None and row[0] == ["public", "pg_catalog"]
            assert not_active({"search_path": str(wanted["search_path"])}, read_settings(connection)) == {}
        alter_system(postgres, wanted)
        with postgres.connect() as connection:
            assert connection.execute("select pg_conf_load_time()").fetchone() == (row[1],)
    finally:
        alter_system(postgres, {"search_path": None})
