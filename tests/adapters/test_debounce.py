"""Presses out of edges, with time as a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.adapters.debounce import Contact, Kind, Timing, due_s, edge, tick

TIMING = Timing(debounce_s=0.02, long_press_s=1.0)


def play(*edges: tuple[float, bool], until_s: float = 100.0) -> list[Kind]:
    """The presses that these edges (time, is down) make, with a tick whenever one is due."""
    contact, told = Contact(), []
    for time_s, is_down in [*edges, (until_s, False)]:
        while (due := due_s(contact, TIMING)) is not None and due <= time_s:
            contact, kinds = tick(contact, due, TIMING)
            told += kinds
        if time_s < until_s:
            contact, kinds = edge(contact, is_down, time_s, TIMING)
            told += kinds
    return told


def test_a_press_that_is_let_go_is_short():
    assert play((1.0, True), (1.2, False)) == [Kind.SHORT]


def test_nothing_is_told_while_a_short_press_is_held():
    assert play((1.0, True), until_s=1.5) == []


def test_a_press_that_is_held_is_long_before_it_is_let_go():
    assert play((1.0, True), until_s=2.01) == [Kind.LONG]


def test_a_long_press_is_told_once():
    assert play((1.0, True), (9.0, False)) == [Kind.LONG]


def test_a_press_just_short_of_long_is_short():
    assert play((1.0, True), (1.99, False)) == [Kind.SHORT]


def test_a_press_let_go_at_the_very_end_is_long():
    assert play((1.0, True), (2.0, False)) == [Kind.LONG]


def test_chatter_at_both_ends_is_one_press():
    closing = [(1.000 + 0.002 * n, n % 2 == 0) for n in range(7)]
    opening = [(1.300 + 0.003 * n, n % 2 == 1) for n in range(5)]
    assert play(*closing, *opening) == [Kind.SHORT]


def test_chatter_that_never_closes_is_no_press():
    assert play(*((1.0 + 0.005 * n, n % 2 == 0) for n in range(100))) == []


def test_a_spark_on_an_open_contact_is_no_press():
    assert play((1.0, True), (1.01, False)) == []


def test_a_gap_in_a_held_press_does_not_end_it():
    assert play((1.0, True), (1.5, False), (1.51, True), (1.8, False)) == [Kind.SHORT]


def test_a_gap_in_a_long_press_does_not_start_it_anew():
    assert play((1.0, True), (1.9, False), (1.91, True), until_s=2.05) == [Kind.LONG]


def test_two_presses_are_two():
    assert play((1.0, True), (1.1, False), (1.2, True), (1.3, False)) == [Kind.SHORT] * 2


def test_a_missed_edge_only_lengthens_the_chatter():
    assert play((1.0, True), (1.005, True), (1.2, False)) == [Kind.SHORT]


def test_a_contact_at_rest_is_never_due():
    assert due_s(Contact(), TIMING) is None


def test_a_long_press_that_was_told_is_not_due_again():
    held = Contact(is_down=True, is_pressed=True, told=True)
    assert due_s(held, TIMING) is None


def test_late_ticks_tell_the_same():
    """A loop that was busy sees everything at once, and still tells one short press."""
    contact, told = Contact(), []
    for time_s, is_down in ((1.0, True), (1.3, False)):
        contact, kinds = edge(contact, is_down, time_s, TIMING)
        told += kinds
    _, kinds = tick(contact, 60.0, TIMING)
    assert [*told, *kinds] == [Kind.SHORT]


@pytest.mark.parametrize("held_s", [1.0, 5.0])
def test_a_held_button_seen_late_is_one_long_press(held_s: float):
    down, _ = edge(Contact(), True, 1.0, TIMING)
    up, at_release = edge(down, False, 1.0 + held_s, TIMING)
    _, later = tick(up, 60.0, TIMING)
    assert at_release + later == (Kind.LONG,)


@given(st.lists(st.floats(0.001, 3.0), max_size=40))
def test_presses_never_outnumber_closings_that_lasted(gaps_s: list[float]):
    """Whatever the edges: at most one press for each time the contact closed for long enough."""
    time_s, edges, closings = 1.0, [], 0
    for count, gap_s in enumerate(gaps_s):
        is_down = count % 2 == 0
        edges.append((time_s, is_down))
        closings += is_down and gap_s >= TIMING.debounce_s
        time_s += gap_s
    assert len(play(*edges, until_s=time_s)) <= closings


@given(st.lists(st.floats(0.001, 3.0), max_size=40))
def test_extra_ticks_change_nothing(gaps_s: list[float]):
    """How often the loop looks must not matter."""
    lazy, busy, time_s = Contact(), Contact(), 1.0
    lazy_told: list[Kind] = []
    busy_told: list[Kind] = []
    for count, gap_s in enumerate([*gaps_s, 5.0]):
        lazy, kinds = edge(lazy, count % 2 == 0, time_s, TIMING)
        lazy_told += kinds
        busy, kinds = edge(busy, count % 2 == 0, time_s, TIMING)
        busy_told += kinds
        for part in range(1, 8):
            busy, kinds = tick(busy, time_s + gap_s * part / 8, TIMING)
            busy_told += kinds
        time_s += gap_s
    _, last = tick(lazy, time_s, TIMING)
    _, busy_last = tick(busy, time_s, TIMING)
    assert [*lazy_told, *last] == [*busy_told, *busy_last]
