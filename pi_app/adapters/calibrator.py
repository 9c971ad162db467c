"""The guided set-up on a live camera: feeds the wizard with pictures, does its slow work in a
thread of its own, and keeps what comes out.

The camera's thread calls `frame`; pages call everything else from theirs. May import:
calibration, vision.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.faces import parse_faces
from calibration.lenses import UNKNOWN, Lens
from calibration.wizard import (
    Agree,
    Back,
    Begin,
    Finding,
    Judgement,
    NoMoreRed,
    Say,
    Setup,
    Stage,
    Take,
    View,
    WizardError,
    judge,
    owned,
    step,
    view_of,
    work,
    work_of,
)
from calibration.wizard_state import Input, Shot
from pi_app.adapters.dice_sets import DiceSets
from pi_app.adapters.shelf import Shelf
from vision.settle import Phase, Settler, shrink
from vision.settle import step as settle_step

Bgr = NDArray[np.uint8]
Clock = Callable[[], float]

PATIENCE_S = 60.0  # a set-up at which nobody looks for so long lets the game have the camera
_STALE_S = 3.0  # a picture older than that is no live picture
_WAIT_S = 2.0  # for a picture that was taken after it was asked for
_JUDGED_EVERY_S = 0.5  # however many tablets ask
NO_PICTURE = "The camera gives no pictures now: look at its cable, or wait a moment."


@dataclass(frozen=True, slots=True, eq=False)
class Live:
    """The newest frame and what the tray was doing in it."""

    bgr: Bgr
    time_s: float
    phase: Phase


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What a page shows: the wizard's view, the judgement of the live picture, and the picture
    whose dice are to be confirmed (else None)."""

    view: View
    judgement: Judgement
    picture: Bgr | None


def in_thread(job: Callable[[], None]) -> None:
    """Do a job in a thread of its own."""
    threading.Thread(target=job, name="set-up", daemon=True).start()


class LiveCalibrator:
    """One set-up at a time, for all pages together.

    sets : where what comes out is kept and put to use. on_hold : told in the camera's thread when
    the set-up takes the tray (True) and gives it back. run : starts slow work. find : does it,
    perhaps in another process. lens : gives the camera's, as far as it is known by then. shelf :
    where the pictures wait that were taken; in memory if None. wait_s : how long a picture is
    waited for that is newer than the wish to take it.
    """

    def __init__(
        self,
        sets: DiceSets,
        on_hold: Callable[[bool], None],
        clock: Clock,
        *,
        run: Callable[[Callable[[], None]], None] = in_thread,
        find: Callable[..., Finding] = work,
        lens: Callable[[], Lens] = lambda: UNKNOWN,
        shelf: Shelf | None = None,
        wait_s: float = _WAIT_S,
    ) -> None:
        self._sets = sets
        self._on_hold = on_hold
        self._clock = clock
        self._run = run
        self._find = find
        self._lens = lens
        self._shelf = shelf
        self._wait_s = wait_s
        self._lock = threading.RLock()
        self._arrival = threading.Condition()  # guards what the camera's thread writes
        self._setup = Setup()
        self._asked_s = clock()
        self._works = False
        self._held = False
        self._settler = Settler()
        self._stirred = False
        self._live: Live | None = None
        self._judged: tuple[Setup, Phase, float, Judgement] | None = None

    # ---- in the camera's thread ---------------------------------------------------------------

    def frame(self, bgr: Bgr, time_s: float) -> bool:
        """Note the next frame; whether the set-up has the tray, so that the game must not look."""
        begun = self._setup.begun
        held = begun and time_s - self._asked_s < PATIENCE_S
        if held:
            self._note(bgr, time_s)
        if held != self._held:
            self._held = held
            if not held:
                self._forget_frames()
            self._on_hold(held)
        return held

    def _forget_frames(self) -> None:
        """Let go of the newest frame: the game looks at the next ones, and needs its memory."""
        with self._arrival:
            self._settler, self._live, self._judged = Settler(), None, None

    def _note(self, bgr: Bgr, time_s: float) -> None:
        small = shrink(bgr)
        with self._arrival:
            if self._stirred:
                self._stirred, self._settler = False, Settler()
            self._settler, phase = settle_step(self._settler, small, time_s)
            self._live = Live(bgr, time_s, phase)
            self._arrival.notify_all()

    # ---- for the pages ------------------------------------------------------------------------

    def shown(self) -> Shown:
        """What a page shows now."""
        with self._lock:
            self._asked_s = self._clock()
            setup = self._setup
            view = view_of(setup)
            judgement = self._judge(setup)
        picture = setup.open.bgr if setup.open is not None and view.dice else None
        return Shown(view, judgement, picture)

    def start(self) -> None:
        """Begin anew; what is in use stays so until `save`."""
        self._give(Begin())

    def take(self) -> None:
        """Take the next picture, not one from before; WizardError when it can't be used."""
        live = self._newer_than(self._clock())
        with self._lock:
            judged = judge(self._setup, live.bgr, live.phase)
            if not judged.ready and judged.advice:
                raise WizardError("not_ready", judged.advice[0])
            self._give(Take(self._laid(live.bgr)))

    def stir(self) -> None:
        """Note that the dice are being moved: no picture from before counts any more."""
        with self._arrival:
            self._stirred = True
            live = self._live
            if live is not None:
                self._live = Live(live.bgr, live.time_s, Phase.MOVING)

    def say(self, index: int, face: str) -> None:
        """Name a die of the picture ("5", "5r"); "" says that it is no die."""
        self._give(Say(index, parse_faces(face)[0] if face else None))

    def agree(self) -> None:
        """The dice are right as they are shown."""
        self._give(Agree())

    def skip(self) -> None:
        """Leave out the red faces."""
        self._give(NoMoreRed())

    def back(self) -> None:
        """Forget the last picture."""
        self._give(Back())

    def leave(self) -> None:
        """End the set-up without keeping anything."""
        with self._lock:
            self._setup = Setup()

    def save(self, name: str) -> None:
        """Keep the result under a name, put it to use, and end the set-up.

        Raises ProfileError or VisionInputError with a sentence when it can't be kept.
        """
        with self._lock:
            setup = self._setup
            if not view_of(setup).can_save or setup.made is None or setup.empty is None:
                raise WizardError("not_done", "The set-up is not done yet.")
            frames = ((shot.bgr, shot.faces) for shot in self._one_by_one(setup.agreed))
            self._sets.keep(name, setup.made, setup.empty, frames)
            self._setup = Setup()

    @property
    def stage(self) -> Stage:
        """What the set-up waits for."""
        return self._setup.stage

    def lens(self) -> Lens:
        """The camera's lens, as far as it is known now."""
        return self._lens()

    # ---- inside -------------------------------------------------------------------------------

    def _give(self, given: Input) -> None:
        with self._lock:
            self._asked_s = self._clock()
            self._setup, _ = step(self._setup, given)
            if work_of(self._setup) is None or self._works:
                return
            self._works = True
        self._run(self._work)

    def _work(self) -> None:
        """Do what takes long until nothing is left; what was given meanwhile is not lost."""
        while True:
            with self._lock:
                todo = work_of(self._setup)
                if todo is None:
                    self._works = False
                    return
            finding = owned(self._find(todo, lens=self._lens()), todo)
            self._let_go()
            with self._lock:
                self._setup, _ = step(self._setup, finding)

    def _newer_than(self, asked_s: float) -> Live:
        """The first picture since then: what the person saw may have changed just before."""

        def arrived() -> bool:
            return self._live is not None and self._live.time_s >= asked_s

        with self._arrival:
            if not self._arrival.wait_for(arrived, timeout=self._wait_s):
                raise WizardError("no_picture", NO_PICTURE)
            return self._fresh()

    def _fresh(self) -> Live:
        live = self._live
        if live is None or self._clock() - live.time_s > _STALE_S:
            raise WizardError("no_picture", NO_PICTURE)
        return live

    def _judge(self, setup: Setup) -> Judgement:
        """The judgement of the live picture; anew only when something changed, and not at once."""
        if setup.stage not in (Stage.EMPTY, Stage.THROW, Stage.RED):
            return Judgement(False)
        try:
            live = self._fresh()
        except WizardError as error:
            return Judgement(False, (str(error),))
        last = self._judged
        same = last is not None and last[0] is setup and last[1] is live.phase
        if last is not None and same and live.time_s - last[2] < _JUDGED_EVERY_S:
            return last[3]
        judgement = judge(setup, live.bgr, live.phase)
        self._let_go()
        self._judged = (setup, live.phase, live.time_s, judgement)
        return judgement

    def _laid(self, bgr: Bgr) -> Bgr:
        return bgr if self._shelf is None else self._shelf.lay(bgr)

    def _let_go(self) -> None:
        if self._shelf is not None:
            self._shelf.let_go()

    def _one_by_one(self, shots: tuple[Shot, ...]) -> Iterator[Shot]:
        """The shots, so that the picture of only one is in memory."""
        for shot in shots:
            self._let_go()
            yield shot
