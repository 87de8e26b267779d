"""What Quintet promises, and the tests that prove each promise: what `make judge` and `make soak` run and report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Promise:
    """A promise, the size at which it is meant to be proved, and its proofs: files and names of tests.

    With SOAK=1 they have that size; where they have not, `lacks` says what they have.
    """

    id: str
    text: str
    size: str
    proofs: tuple[str, ...]
    lacks: str = ""


def _in(file: str, *names: str) -> tuple[str, ...]:
    return tuple(f"tests/{file}.py::test_{name}" for name in names)


_KILLS = _in("live/test_kills", "nothing_answered_is_lost_or_doubled_when_the_power_fails")
_BAD_WEATHER = "in_bad_weather_no_page_is_wrong_for_long_and_no_move_is_lost_or_made_twice"
_WITHOUT_BROKER = "without_a_broker_people_play_on_as_quickly_and_bots_and_pairing_resume_by_themselves"
_FINISHES = (
    "equal_players_win_equally_often_at_round_trips_of_20_100_and_250_ms",
    "who_holds_back_pongs_gains_no_more_than_250_ms_less_the_true_line",
)

PROMISES = (
    Promise(
        "A1",
        "An answered move is not lost when servers die",
        "200 tables, kill -9 of all servers, 10 times",
        (
            *_in(
                "live/test_outages",
                "servers_that_are_killed_lose_no_answer_and_pages_are_right_again_within_two_seconds",
            ),
            *_KILLS,
        ),
    ),
    Promise(
        "A2",
        "The same when PostgreSQL dies",
        "200 tables, stopped at once for 10 s, 5 times",
        _in("live/test_outages", "while_the_database_is_away_all_is_told_to_try_again_and_soon_after_all_is_well"),
        "100 tables: what this machine holds with two servers, the database and the crowd",
    ),
    Promise(
        "A3",
        "The one-process shape is as safe",
        "50 matches, kill -9, 20 times, integrity checked",
        (*_KILLS, *_in("live/test_kills", "the_one_process_shape_waits_for_the_disk_and_for_its_turn")),
        "20 matches",
    ),
    Promise(
        "A4",
        "A move that is sent again is the same move",
        "10 000 moves, three times each, by two sockets and REST",
        _in("live/test_repeats", "a_move_that_is_sent_three_times_at_once_is_one_row_with_one_answer"),
    ),
    Promise(
        "A5",
        "Two pages cannot both move",
        "1 000 rounds",
        _in("live/test_two_processes", "of_two_different_moves_at_once_one_is_taken_every_time"),
    ),
    Promise(
        "A6",
        "A table starts once, a seat fills once, cards are dealt once",
        "500 tables",
        (
            *_in("live/test_two_processes", "a_seat_fills_once_and_the_cards_are_dealt_once"),
            *_in(
                "games/test_concurrency",
                "the_last_seat_is_taken_once",
                "a_table_starts_once_and_the_cards_are_dealt_once",
            ),
        ),
        "500 tables through two servers, and one each at the door",
    ),
    Promise(
        "A7",
        "Either the move or the time-out",
        "2 000 duels within 5 ms",
        _in("live/test_ties", "of_a_move_and_the_movers_time_out_at_the_same_ms_exactly_one_comes_to_pass"),
    ),
    Promise(
        "A8",
        "A match is rated once, from current ratings",
        "500 matches, 4 finishers at once",
        _in(
            "matchmaking/test_ratings_at_once",
            "four_give_up_at_once_and_four_workers_come_for_it",
            "matches_of_the_same_people_that_end_together_count_one_after_the_other",
        ),
    ),
    Promise(
        "A9",
        "A page is never silently wrong",
        "200 tables in bad weather for 5 minutes",
        _in("live/test_soak", _BAD_WEATHER),
        "60 tables, for 20 minutes",
    ),
    Promise(
        "A10",
        "Redis may die",
        "200 tables, killed 10 times and away for 60 s",
        _in("live/test_outages", "without_valkey_play_goes_on"),
        "100 tables",
    ),
    Promise(
        "A11",
        "Who does not read harms only themselves",
        "20 sockets for 60 s",
        _in("live/test_stalled_sockets", "twenty_sockets_that_stop_reading_harm_only_themselves"),
    ),
    Promise(
        "A12",
        "A new version costs seconds, not matches",
        "200 tables, two servers, 10 rounds",
        (
            *_in(
                "live/test_rolling_restarts",
                "servers_that_are_restarted_in_turn_cost_the_players_a_moment_and_no_move",
            ),
            *_in("games/test_streams", "a_server_that_stops_says_so_and_ends_the_answer"),
            *_in("config/test_shapes", "a_server_that_stops_with_notice_says_so_before_it_closes_anything"),
        ),
    ),
    Promise(
        "A13",
        "Old matches survive an upgrade",
        "20 unfinished matches of each game",
        (
            *_in("upgrades/test_upgrades", "every_match_that_went_on_goes_on_with_a_legal_move"),
            *_in("games/test_mail_pace", "a_snapshot_of_older_form_is_not_used_and_the_match_goes_on"),
            *_in(
                "games/test_take_overs",
                "a_race_whose_snapshot_is_of_another_program_is_replayed_and_goes_on",
            ),
        ),
        "as many as the kept databases of tests/upgrades hold, and single matches",
    ),
    Promise(
        "B1",
        "In a race the server alone decides, once",
        "1 000 conflicts at two servers",
        (
            *_in(
                "live/test_photo_finish",
                "equal_players_of_red_handed_win_equally_often_at_the_owners_process_and_at_another",
                "equal_players_of_blitz_win_equally_often_at_the_owners_process_and_at_another",
            ),
            *_in("live/test_flips", "each_request_has_one_answer_whether_its_owner_is_silent_for_a_while_or_dies"),
        ),
    ),
    Promise(
        "B2",
        "A long line is made up for within bounds, and a lie gains nothing beyond them",
        "500 claims at 20, 100 and 250 ms",
        _in("live/test_photo_finish", *_FINISHES),
    ),
    Promise(
        "B3",
        "No player's clock matters, nor a step of the server's",
        "steps of 5 minutes",
        _in("games/test_instants", "a_step_of_the_servers_wall_clock_moves_no_instant"),
        "the source of all instants alone; no site under a clock that steps",
    ),
    Promise(
        "B4",
        "No match without end, no clock below nought",
        "10 000 matches",
        (
            *_in("games/test_timing_properties", "timers_and_pauses_hold_through_anything"),
            *_in("games/test_mail_bound", "every_match_by_mail_ends_in_bounded_time"),
        ),
        "as many as Hypothesis draws",
    ),
    Promise(
        "B5",
        "A bot's seat always answers",
        "its worker killed 50 times",
        _in("live/test_bots", "a_bot_whose_worker_is_killed_while_it_thinks_moves_exactly_once"),
    ),
    Promise(
        "C1",
        "A deadline is an exact instant",
        "20 zones, both changes of the clocks",
        _in(
            "games/test_mail_pace",
            "a_day_has_as_many_milliseconds_when_clocks_are_changed",
            "the_last_minute_before_a_change_and_the_first_after_it_are_told_apart",
        ),
    ),
    Promise(
        "C2",
        "A clock that sleeps hurts nobody",
        "300 deadlines within 2 hours",
        _in(
            "games/test_mail_pace",
            "a_time_out_is_called_by_the_clock_once_and_within_a_minute",
            "whoever_opens_a_late_match_sees_it_decided",
            "a_deadline_within_an_outage_is_put_off_by_it",
        ),
        "single matches",
    ),
    Promise(
        "C3",
        "No notice is lost when a worker dies",
        "500 mails, 10 kills",
        _in("live/test_mail_kills", "every_mail_leaves_though_its_worker_is_killed"),
    ),
    Promise(
        "C4",
        "A broker that is away slows no play, and bots and pairing resume by themselves",
        "5 minutes",
        (
            *_in("live/test_broker", _WITHOUT_BROKER),
            *_in("games/test_outages", "a_broker_that_is_away_stops_no_clock"),
            *_in(
                "config/test_broker",
                "a_worker_takes_the_next_task_after_the_broker_did_not_hear_that_the_last_is_done",
            ),
        ),
        "a minute, 300 moves",
    ),
    Promise(
        "D1",
        "You receive only what you may know",
        "1 000 positions of each game",
        (
            *_in("games/test_two_worlds", "no_byte_that_a_viewer_is_sent_depends_on_what_it_may_not_know"),
            *_in("games/test_rest_two_worlds", "an_answer_is_the_same_in_every_world_that_looks_the_same"),
        ),
        "200 positions of each game, by each viewer",
    ),
    Promise(
        "D2",
        "Nothing slips out over a whole match",
        "500 matches",
        _in(
            "games/test_sockets",
            "no_viewer_of_a_whole_match_gets_a_byte_that_depends_on_what_it_may_not_see",
            "a_watcher_gets_no_card_that_does_not_lie_open",
        ),
        "a match of each game",
    ),
    Promise(
        "D3",
        "The ids of cards carry no memory",
        "10 000 shuffles",
        _in("rules/test_contract", "a_seat_cannot_tell_the_world_from_one_drawn_anew"),
        "worlds in which every hidden card is drawn anew: an id that remembered would differ",
    ),
    Promise(
        "D4",
        "Time and size of a refusal carry no signal",
        "10 000 refusals of each of two classes, t of Welch < 4.5",
        (
            *_in("games/test_refusal_times", "refusals_take_equally_long_whatever_the_hidden_cards_are"),
            *_in(
                "games/test_bad_input",
                "a_card_that_the_other_holds_is_refused_in_the_same_words_as_one_in_the_deck",
            ),
        ),
    ),
    Promise(
        "F0",
        "A stated capacity",
        "200 tables, 500 watchers, 20 programs, 10 minutes",
        _in("live/test_capacity", "a_crowd_with_watchers_is_answered_in_time"),
        "100 tables and 200 watchers, no programs, 2 minutes",
    ),
    Promise(
        "F1",
        "Big frames and idle sockets harm nobody",
        "17 KiB, 1 MiB; 2 000 idle sockets",
        (
            *_in("live/test_frames", "a_frame_of_seventeen_kib_closes_the_socket_and_changes_nothing"),
            *_in("games/test_slow_readers", "one_person_has_so_many_sockets_and_no_more"),
            *_in("live/test_frames", "half_open_handshakes_and_a_huge_frame_keep_nobody_from_playing"),
        ),
        "200 half-open handshakes",
    ),
    Promise(
        "F2",
        "Who floods is slowed down",
        "50 sockets, 200 messages a second",
        (
            *_in(
                "games/test_front_doors",
                "a_flood_is_told_to_slow_down_request_by_request_and_then_cut_off",
            ),
            *_in("games/test_bad_input", "a_line_said_twice_a_flood_and_a_token_used_twice_are_refused"),
        ),
        "single sockets",
    ),
    Promise(
        "F3",
        "Giant and deep JSON is refused",
        "10 MB, 100 000 levels",
        (
            *_in("games/test_rest_bad_input", "a_body_that_is_no_good_is_refused_everywhere_and_nothing_changes"),
            *_in("rules/test_contract", "a_value_nested_without_end_is_malformed"),
        ),
    ),
    Promise(
        "F4",
        "Mail bombs are refused",
        "50 MB, 10 000 parts, 1 000 levels",
        (
            *_in("mail/test_mail_bombs", "bombs_are_refused_or_read_quickly_and_move_nothing"),
            *_in("mail/test_hostile", "no_bomb_moves_or_takes_long_and_the_next_good_mail_is_played"),
        ),
    ),
    Promise(
        "F5",
        "No slow leak",
        "20 connections a second for 60 minutes",
        _in("live/test_leaks", "people_who_come_and_go_leave_nothing_behind"),
        "10 minutes",
    ),
    # What is promised to who comes alone; the letters before M are those of the list that the rest is taken from.
    Promise(
        "M1",
        "A ticket is seated once, whoever seats it",
        "4 worker processes, 2 000 tickets",
        _in("matchmaking/test_many_workers", "four_workers_seat_every_ticket_once_and_nobody_at_two_tables"),
    ),
    Promise(
        "M2",
        "Two equal players are at the board within 2 s of a click, salts and ready included",
        "20 times",
        _in("browser/test_quick_match", "two_equal_players_are_soon_at_the_board"),
    ),
    Promise(
        "M3",
        "A crowd is paired at once",
        "10 000 waiting tickets, 2 s of one core",
        (
            *_in("matchmaking/test_pairing", "ten_thousand_are_paired_within_two_seconds"),
            *_in("matchmaking/test_many_workers", "a_crowd_of_ten_thousand_is_read_paired_and_seated_quickly"),
        ),
    ),
    Promise(
        "M4",
        "A quick match counts once, and the profile shows it",
        "four people, a table without teams and one of two teams",
        _in(
            "browser/test_quick_match",
            "four_people_meet_at_diamoniak_and_then_as_teams_at_sequence_and_both_count",
        ),
    ),
)
PROVING = frozenset(proof for promise in PROMISES for proof in promise.proofs)
