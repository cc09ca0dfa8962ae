"""The networks in PyTorch, and their storage as arrays and as ONNX.

The form is that of Solinas, Rebstock and Buro, figure 1. In a network that sees the sequence of
plays, that sequence passes through a separate branch, 32 wide at its end, whose outputs are joined
with the other inputs. Then dense layers with ELU follow, with one output for each card and place.
"""

import io
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vorhand.agents.skat.beliefs.card_location import GAME_TYPES, Arrays, Layers, layers_of
from vorhand.evaluation.training.framework import TrainingError
from vorhand.native.skat_card_location import (
    LOCATION_BID_INPUTS,
    LOCATION_INPUTS,
    LOCATION_SEQUENCE,
)

CARDS, PLACES = 32, 4
NARROW = 32  # width at the end of the branch

Floats: TypeAlias = npt.NDArray[np.float32]


class LocationNet(nn.Module):
    """One network: inputs [n, LOCATION_INPUTS] -> numbers [n, 32, 4], before the softmax.

    With a `sequence` it sees the cards played (bdci), else only earlier facts (bdi).
    """

    def __init__(self, sequence: bool, width: int, depth: int) -> None:
        super().__init__()
        self.sequence: nn.Sequential | None = None
        inputs = LOCATION_BID_INPUTS
        if sequence:
            played = LOCATION_INPUTS - LOCATION_SEQUENCE
            self.sequence = dense([played, 128, 64, NARROW], last=True)
            inputs = LOCATION_SEQUENCE + NARROW
        self.trunk = dense([inputs, *[width] * depth, CARDS * PLACES])

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the numbers by card and place, in the network's numbering."""
        if self.sequence is None:
            inputs = inputs[:, :LOCATION_BID_INPUTS]
        else:
            plays = self.sequence(inputs[:, LOCATION_SEQUENCE:])
            inputs = torch.cat([inputs[:, :LOCATION_SEQUENCE], plays], 1)
        numbers: torch.Tensor = self.trunk(inputs)
        return numbers.view(-1, CARDS, PLACES)

    def begin_with(self, arrays: Arrays, game_type: str) -> None:
        """Copy the numbers of a network; raise TrainingError if it is of another form."""
        for part, name in ((self.sequence, "sequence"), (self.trunk, "trunk")):
            given = layers_of(arrays, f"{game_type}.{name}")
            own = [module for module in part or [] if isinstance(module, nn.Linear)]
            shapes = [tuple(weights.shape) for weights, _ in given]
            wanted = [(layer.in_features, layer.out_features) for layer in own]
            if shapes != wanted:
                raise TrainingError(
                    f"{game_type}.{name}: the network to begin with has layers {shapes}, expected "
                    f"{wanted}; ask for the same width and depth, or begin anew"
                )
            with torch.no_grad():
                for layer, (weights, bias) in zip(own, given, strict=True):
                    layer.weight.copy_(torch.from_numpy(weights.T))
                    layer.bias.copy_(torch.from_numpy(bias))

    def layers(self) -> tuple[Layers, Layers]:
        """Return weights [inputs, outputs] and biases of the branch, if any, and of the trunk."""
        return (_layers(self.sequence) if self.sequence else [], _layers(self.trunk))


def dense(widths: list[int], last: bool = False) -> nn.Sequential:
    """Return dense layers with ELU between them, and after the last one if `last`."""
    parts: list[nn.Module] = []
    for inputs, outputs in itertools.pairwise(widths):
        parts += [nn.Linear(inputs, outputs), nn.ELU()]
    return nn.Sequential(*parts if last else parts[:-1])


def _layers(part: nn.Sequential) -> Layers:
    dense = [module for module in part if isinstance(module, nn.Linear)]
    return [
        (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy())
        for layer in dense
    ]


def arrays(nets: Mapping[str, LocationNet]) -> dict[str, npt.NDArray[np.float16]]:
    """Return all numbers of the networks of the three types of game, by name, in half precision."""
    by_name: dict[str, npt.NDArray[np.float16]] = {}
    for game_type in GAME_TYPES:
        for part, layers in zip(("sequence", "trunk"), nets[game_type].layers(), strict=True):
            for number, (weights, bias) in enumerate(layers):
                name = f"{game_type}.{part}.{number}"
                by_name[f"{name}.weights"] = weights.astype(np.float16)
                by_name[f"{name}.bias"] = bias.astype(np.float16)
    return by_name


def packed(arrays: Arrays) -> bytes:
    """Return a file of arrays (numpy's npz); the same arrays give the same bytes."""
    content = io.BytesIO()
    named: dict[str, Any] = dict(arrays)
    np.savez_compressed(content, **named)
    return content.getvalue()


def save_onnx(net: LocationNet, path: Path) -> None:
    """Write the network as ONNX: inputs float [n, LOCATION_INPUTS], numbers float [n, 32, 4]."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, tensors = [], []

    def add(kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(name: str, values: npt.NDArray[Any]) -> str:
        tensors.append(numpy_helper.from_array(values, name))
        return name

    def slice_of(first: int, last: int, name: str) -> str:
        bounds = [
            constant(f"{name}.{end}", np.array([value], np.int64))
            for end, value in (("first", first), ("last", last), ("axis", 1))
        ]
        return add("Slice", ["inputs", *bounds], name)

    def dense_of(layers: Layers, value: str, name: str, last: bool) -> str:
        for number, (weights, bias) in enumerate(layers):
            given = [constant(f"{name}.{number}.weights", weights)]
            given += [constant(f"{name}.{number}.bias", bias)]
            value = add("Gemm", [value, *given], f"{name}.{number}")
            if last or number + 1 < len(layers):
                value = add("Elu", [value], f"{name}.{number}.elu")
        return value

    sequence, trunk = net.layers()
    if sequence:
        plays = dense_of(sequence, slice_of(LOCATION_SEQUENCE, LOCATION_INPUTS, "plays"), "s", True)
        seen = slice_of(0, LOCATION_SEQUENCE, "seen")
        value = add("Concat", [seen, plays], "joined", axis=1)
    else:
        value = slice_of(0, LOCATION_BID_INPUTS, "seen")
    shape = constant("shape", np.array([-1, CARDS, PLACES], np.int64))
    add("Reshape", [dense_of(trunk, value, "trunk", False), shape], "numbers")
    graph = helper.make_graph(
        nodes,
        "card locations",
        [helper.make_tensor_value_info("inputs", TensorProto.FLOAT, ["n", LOCATION_INPUTS])],
        [helper.make_tensor_value_info("numbers", TensorProto.FLOAT, ["n", CARDS, PLACES])],
        tensors,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, path)
