"""How the small nets are run."""

import threading

import numpy as np
import pytest

from vision.learned.network import answer, as_blob, softmax


def blob(rows: int, columns: int) -> np.ndarray:
    picture = np.random.default_rng(rows).integers(0, 256, (rows, columns, 3))
    return as_blob(picture.astype(np.uint8))


def test_a_picture_is_centred_on_the_middle_grey() -> None:
    shown = as_blob(np.full((2, 3, 3), (0, 128, 192), np.uint8))
    assert shown.shape == (1, 3, 2, 3)
    assert np.allclose(shown[0, :, 1, 2], [-2, 0, 1])


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    first = answer("finder.onnx", blob(32, 48)).copy()
    for rows in range(32, 32 * 16, 32):
        answer("finder.onnx", blob(rows, 32))
    assert np.array_equal(answer("finder.onnx", blob(32, 48)), first)


def test_every_thread_gets_the_same_answer() -> None:
    asked, answers = blob(48, 48), []
    threads = [
        threading.Thread(target=lambda: answers.append(answer("face.onnx", asked)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(answers[0], answers[1])


@pytest.mark.parametrize("logits", [[1e4, 0.0, -1e4], [2.0, 2.0, 2.0]])
def test_softmax_gives_probabilities_even_of_huge_numbers(logits: list[float]) -> None:
    chances = softmax(np.array(logits))
    assert chances.sum() == pytest.approx(1)
    assert chances[0] == pytest.approx(1 if logits[0] > 2 else 1 / 3)
