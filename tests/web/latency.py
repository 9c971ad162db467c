"""How long a change needs to reach every tablet: `python -m tests.web.latency [TABLETS]`.

Tablets are threads that ask over the loopback as the page's script does; a change is a move on
the fake table. Time runs from the move until the whole answer has been read.
"""

from __future__ import annotations

import http.client
import sys
import threading
import time
from statistics import median, quantiles

from pi_app.rules.log import Undo, new_header
from pi_app.rules.moves import parse_move
from pi_app.web.app import create_app
from tests.e2e.stage import served
from tests.web.fakes import FakeTable

CHANGES = 100
PAUSE_S = 0.05  # between two changes: all tablets are waiting again
THROW = parse_move("tray show 2 3 5 5 5r 6")


def tablet(
    port: int, changes: dict[int, float], found_s: list[float], stop: threading.Event
) -> None:
    """Asks again and again, and notes for each seq how old the change was when it was read."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    seen = "00000000.0"
    while not stop.is_set():
        line.request("GET", f"/state?since={seen}", headers={"X-Tallytray-Live": "1"})
        answer = line.getresponse()
        body = answer.read()
        at_s = time.perf_counter()
        if answer.status == 200:
            start = body.index(b'"seen":"') + 8
            seen = body[start : body.index(b'"', start)].decode()
            seq = int(seen.partition(".")[2])
            if seq in changes:
                found_s.append(at_s - changes[seq])
    line.close()


def measure(tablets: int) -> list[float]:
    """The delays in seconds, of every change on every tablet."""
    table = FakeTable(new_header("spicy_classic", ("Ann", "Ben")))
    changes: dict[int, float] = {}
    found_s: list[float] = []
    stop = threading.Event()
    with served(create_app(table), threads=tablets + 8, wake=table.play) as site:
        threads = [
            threading.Thread(target=tablet, args=(site.port, changes, found_s, stop))
            for _ in range(tablets)
        ]
        for thread in threads:
            thread.start()
        time.sleep(1)
        for count in range(CHANGES):
            changes[table.seq + 1] = time.perf_counter()
            table.play(Undo(1) if count % 2 else THROW)
            time.sleep(PAUSE_S)
        stop.set()
        table.play()
        for thread in threads:
            thread.join()
    return found_s


def main(tablets: int) -> None:
    """Prints one line."""
    delays_ms = sorted(1000 * delay for delay in measure(tablets))
    p99 = quantiles(delays_ms, n=100)[98]
    print(
        f"{tablets} tablets, {CHANGES} changes, {len(delays_ms)} answers: "
        f"median {median(delays_ms):.1f} ms, p99 {p99:.1f} ms, worst {delays_ms[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
