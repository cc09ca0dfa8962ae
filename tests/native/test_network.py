"""The network kernel against numpy in double precision."""

import hashlib
import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from vorhand.native.errors import InvalidNetworkError
from vorhand.native.network import Network

Layer = tuple[NDArray[np.float32], NDArray[np.float32]]


def layers(seed: int, *widths: int) -> list[Layer]:
    rng = np.random.default_rng(seed)
    return [
        (
            (rng.random((inputs, outputs), np.float32) * 2 - 1) * np.float32(2 / math.sqrt(inputs)),
            rng.random(outputs, np.float32) - np.float32(0.5),
        )
        for inputs, outputs in itertools.pairwise(widths)
    ]


def binary(seed: int, n: int, width: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).integers(0, 2, (n, width)).astype(np.float32)


def reference(net: list[Layer], inputs: NDArray[np.float32]) -> NDArray[np.float64]:
    values = inputs.astype(np.float64)
    for i, (weights, bias) in enumerate(net):
        values = values @ weights.astype(np.float64) + bias
        if i + 1 < len(net):
            values = np.where(values < 0, np.expm1(values), values)
    return values


@pytest.mark.parametrize("widths", [(3, 2), (1, 1, 1), (40, 17, 9), (300, 128, 64, 32, 128)])
def test_forward_and_softmax(widths: tuple[int, ...]) -> None:
    net = layers(len(widths), *widths)
    network = Network(net)
    assert (network.inputs, network.outputs) == (widths[0], widths[-1])
    rng = np.random.default_rng(1)
    for inputs in (binary(2, 50, widths[0]), rng.random((50, widths[0]), np.float32) * 4 - 2):
        expected = reference(net, inputs)
        np.testing.assert_allclose(network.forward(inputs), expected, rtol=1e-5, atol=1e-5)
        run = 4 if widths[-1] % 4 == 0 else widths[-1]
        powers = np.exp(expected.reshape(-1, run))
        shares = (powers / powers.sum(axis=1, keepdims=True)).reshape(expected.shape)
        found = network.forward(inputs, softmax=run)
        np.testing.assert_allclose(found, shares, atol=1e-5)
        np.testing.assert_allclose(found.reshape(-1, run).sum(axis=1), 1, atol=1e-6)


def test_exponential_over_its_range() -> None:
    """A single weight of 1 isolates ELU and softmax."""
    one = np.ones((1, 1), np.float32), np.zeros(1, np.float32)
    inputs = np.linspace(-120, 5, 100_001, dtype=np.float32).reshape(-1, 1)
    exact = np.where(inputs < 0, np.expm1(inputs.astype(np.float64)), inputs)
    np.testing.assert_allclose(Network([one, one]).forward(inputs), exact, atol=2e-7)
    pair = np.array([[1, 0]], np.float32), np.zeros(2, np.float32)
    shares = Network([pair]).forward(inputs, softmax=2)[:, 0]
    logistic = 1 / (1 + np.exp(-inputs[:, 0].astype(np.float64)))
    np.testing.assert_allclose(shares, logistic, rtol=1e-6, atol=1e-37)


def test_rows_do_not_depend_on_each_other() -> None:
    network, inputs = Network(layers(1, 60, 32, 12)), binary(3, 20, 60)
    together = network.forward(inputs, softmax=4)
    for i in range(20):
        assert (network.forward(inputs[i : i + 1], softmax=4) == together[i]).all()
    assert network.forward(inputs[:0]).shape == (0, 12)


def test_same_bits_in_every_build() -> None:
    """Every processor gives the stored numbers."""
    network = Network(layers(7, 300, 128, 64, 128))
    inputs = np.random.default_rng(8).random((40, 300), np.float32)
    found = network.forward(inputs), network.forward(inputs, softmax=4)
    digest = hashlib.sha256(b"".join(values.tobytes() for values in found)).hexdigest()
    assert digest[:16] == "f980af1536c58de0"


def test_layers_that_do_not_fit() -> None:
    with pytest.raises(InvalidNetworkError, match="no layers"):
        Network([])
    first, second = layers(1, 5, 4)[0], layers(1, 3, 2)[0]
    with pytest.raises(InvalidNetworkError, match=r"layer 1: weights \[3, 2\], expected 4 inputs"):
        Network([first, second])
    with pytest.raises(InvalidNetworkError, match=r"layer 0: weights \[5, 4\] and bias \[2\]"):
        Network([(first[0], second[1])])


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_weights_that_are_no_numbers(number: float) -> None:
    weights, bias = layers(1, 5, 4)[0]
    weights[2, 1] = number
    with pytest.raises(InvalidNetworkError, match="layer 0: .* at 9, expected finite numbers"):
        Network([(weights, bias)])


def test_inputs_that_do_not_fit() -> None:
    network = Network(layers(1, 5, 4))
    with pytest.raises(ValueError, match=r"inputs \[2, 4\]: expected \[n, 5\]"):
        network.forward(np.zeros((2, 4), np.float32))
    with pytest.raises(ValueError, match="softmax 3: expected a divisor of 4 outputs"):
        network.forward(np.zeros((2, 5), np.float32), softmax=3)
