"""What runs once more on SQLite without Valkey (the lane of tests/run.sh): what the other database could do otherwise.

Into the lane come the tests of FOLDERS that ask the database, and whatever is marked `sqlite_lane`. There is one rule
for what of it is the same on both and stays out, so marked `same_on_both`:

- of a test with many cases all but the first, for they differ before any SQL is made; but not in EVERY_CASE, where each
  case writes or reads something else;
- of IN_FRONT, whose subject are pages, words and refusals, all but the first test of each file, which shows that the
  door opens there too. What must open on SQLite besides stands in LET_IN: every page and every address of REST once;
- what compares worlds: minutes of work, all of it after a match was loaded.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

FOLDERS = {"accounts", "games"}
EVERY_CASE = {
    "test_absences", "test_alarms", "test_annulling", "test_archive", "test_backups", "test_clock_moves",
    "test_deletion", "test_grabs", "test_history", "test_holidays", "test_limits", "test_matches", "test_move_log",
    "test_quick_moves", "test_ratings", "test_refereeing", "test_rematches", "test_retention", "test_sanctions",
    "test_take_overs", "test_trail", "test_turn_alarms", "test_upgrades",
}  # fmt: skip
IN_FRONT = {
    "test_admin", "test_admin_matrix", "test_bad_input", "test_bad_moves", "test_drawing", "test_fixation",
    "test_front_doors", "test_legal_pages", "test_mail_pace", "test_matrix", "test_origins",
    "test_payloads", "test_phrases", "test_preferences", "test_queries", "test_rest_bad_input", "test_shipped",
    "test_signup", "test_staff_pages", "test_talk", "test_turn_writing",
}  # fmt: skip
LET_IN = {
    "test_a_bulk_deed_asks_runs_in_batches_and_writes_a_row_each",
    "test_a_case_goes_from_the_list_to_its_judgement",
    "test_a_guest_becomes_full_in_the_same_row",
    "test_no_cache_keeps_what_is_somebodys_own",  # every page
    "test_no_list_changes_with_what_is_hidden",
    "test_rest_serves_each_role_what_is_theirs[player]",  # every address of REST
    "test_sanctions_are_laid_and_lifted_on_a_persons_page",
    "test_the_socket_of_a_closed_match_lets_in_its_table_and_their_programs",
}
WORLDS = {"test_two_worlds", "test_rest_two_worlds"}


def choose(items: Iterable[pytest.Item]) -> None:
    """Mark what is in the lane, and what of it is the same on both databases."""
    tests: set[str] = set()
    files: set[str] = set()
    for item in items:
        if FOLDERS & {folder.name for folder in item.path.parents} and _asks_the_database(item):
            item.add_marker(pytest.mark.sqlite_lane)
        if item.get_closest_marker("sqlite_lane"):
            name, file = item.nodeid.partition("[")[0], str(item.path)
            if _is_same(item, further_case=name in tests, further_test=file in files):
                item.add_marker(pytest.mark.same_on_both)
            tests.add(name)
            files.add(file)


def _asks_the_database(item: pytest.Item) -> bool:
    return bool(
        item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    )


def _is_same(item: pytest.Item, *, further_case: bool, further_test: bool) -> bool:
    file = item.path.stem
    if item.name in LET_IN or file in EVERY_CASE:
        return False
    return file in WORLDS or further_case or (further_test and file in IN_FRONT)
