"""A graph of ONNX that grows node by node."""

from collections.abc import Mapping, Sequence
from typing import Any, final

from onnx import ModelProto, NodeProto, TensorProto, helper

from tools.graph.weights import StoredTensor

_OPSET = 20
"""The first that has ``Gelu``."""
_IR = 10
"""What ONNX wrote when it had that set of operators: older versions of ONNX Runtime read it, too."""


@final
class GraphWriter:
    """Nodes and constants. What a method returns is the name of a value, to be given to the next."""

    def __init__(self, layout: Mapping[str, StoredTensor], file: str) -> None:
        self._layout = layout
        self._file = file
        self._nodes: list[NodeProto] = []
        self._constants: dict[str, TensorProto] = {}

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """The only output of an operator."""
        output = f"{operator}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def weight(self, name: str) -> str:
        """A tensor that stays in the file of weights."""
        stored = self._layout[name]
        tensor = TensorProto(
            name=name, data_type=TensorProto.FLOAT, dims=stored.shape, data_location=TensorProto.EXTERNAL
        )
        for key, value in (("location", self._file), ("offset", stored.offset), ("length", stored.length)):
            tensor.external_data.add(key=key, value=str(value))
        self._constants[name] = tensor
        return name

    def integers(self, *values: int) -> str:
        """A list of numbers: a shape, or axes."""
        name = "_".join(["integers", *map(str, values)])
        self._constants[name] = helper.make_tensor(name, TensorProto.INT64, [len(values)], values)
        return name

    def scalar(self, value: float) -> str:
        """One number."""
        name = f"scalar_{value}"
        self._constants[name] = helper.make_tensor(name, TensorProto.FLOAT, [], [value])
        return name

    def model(self, inputs: Sequence[str], shape: Sequence[str], output: str, width: int) -> ModelProto:
        """The whole: ``inputs`` are integers of that shape; the output has ``width`` floats for each of their rows."""
        given = [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in inputs]
        made = helper.make_tensor_value_info(output, TensorProto.FLOAT, [shape[0], width])
        graph = helper.make_graph(self._nodes, "casebook", given, [made], list(self._constants.values()))
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
