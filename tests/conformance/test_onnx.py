"""The operator tests that the package onnx carries, written by others for every runtime."""

import importlib

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx.backend.test.case import node as node_cases
from onnx.reference import ReferenceEvaluator

from tests.conformance.operators import OPERATORS

# Importing an operator's module registers its cases; collect_testcases would import all two hundred of them.
for module in OPERATORS:
    importlib.import_module(f"{node_cases.__name__}.{module.lower()}")
CASES = {
    case.name: case
    for case in node_cases._NodeTestCases
    if case.model.graph.node[0].op_type in OPERATORS and "_expanded" not in case.name
}
# Two steps with the reset gate before the product: Cho's first GRU, not the one of cuDNN, PyTorch and this book.
OUT_OF_SCOPE = {"test_gru_seq_length"}


def run(node, inputs):
    """Compute a node's outputs, in JAX if NumPy has no such dtype, by name."""
    given = dict(zip(filter(None, node.input), inputs, strict=True))
    given = {k: jnp.asarray(v) if v.dtype == ml_dtypes.bfloat16 else v for k, v in given.items()}
    attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    attributes = {k: v.decode() if isinstance(v, bytes) else v for k, v in attributes.items()}
    outputs = OPERATORS[node.op_type](*(given.get(name) for name in node.input), **attributes)
    return {name: np.asarray(value) for name, value in zip(node.output, outputs, strict=False) if name}


def test_every_case_is_there():
    count = {name: sum(case.model.graph.node[0].op_type == name for case in CASES.values()) for name in OPERATORS}
    assert count == {"Attention": 93, "RNN": 6, "GRU": 6, "Softmax": 7}


@pytest.mark.parametrize("name", sorted(CASES.keys() - OUT_OF_SCOPE))
def test_a_case_of_onnx(name):
    case = CASES[name]
    (inputs, expected), node = case.data_sets[0], case.model.graph.node[0]
    outputs = run(node, inputs)
    for (output, ours), theirs in zip(outputs.items(), expected, strict=True):
        assert ours.shape == theirs.shape, output
        assert ours.dtype == theirs.dtype, output
        # Two units in the last place of a half, as ONNX's own runner grants bfloat16.
        rtol = max(case.rtol, 2 * float(ml_dtypes.finfo(ours.dtype).eps))
        np.testing.assert_allclose(exact(ours), exact(theirs), rtol=rtol, atol=case.atol, err_msg=output)


HALVES = [name for name, case in CASES.items() if case.data_sets[0][1][0].dtype.itemsize == 2]


@pytest.mark.parametrize("name", HALVES)
def test_in_half_precision_we_are_nearer_to_the_truth_than_the_recorded_output(name):
    case = CASES[name]
    (inputs, expected), node = case.data_sets[0], case.model.graph.node[0]
    truth = run(node, [exact(x) if x.dtype.itemsize == 2 else x for x in inputs])["Y"]
    ours, theirs = (np.abs(exact(y) - truth).mean() for y in (run(node, inputs)["Y"], expected[0]))
    assert ours <= theirs


def exact(x):
    """Turn into float64, in which every half is exact."""
    return x.astype(np.float64)


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("operator", ["RNN", "GRU"])
@pytest.mark.parametrize("start", [False, True], ids=["from_zero", "from_a_state"])
def test_recurrences_equal_the_reference_evaluator(operator, direction, start, rng):
    T, B, d_in, d = 7, 2, 3, 5
    directions, gates = 1 + (direction == "bidirectional"), 1 + 2 * (operator == "GRU")
    shapes = {
        "X": (T, B, d_in),
        "W": (directions, gates * d, d_in),
        "R": (directions, gates * d, d),
        "B": (directions, 2 * gates * d),
        "": (0,),
        "initial_h": (directions, B, d),
    }
    if not start:
        del shapes["initial_h"], shapes[""]
    attributes = {"hidden_size": d, "direction": direction} | ({"linear_before_reset": 1} if operator == "GRU" else {})
    node = onnx.helper.make_node(operator, list(shapes), ["Y", "Y_h"], **attributes)
    inputs = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items() if name}
    floats = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        [node],
        operator,
        [onnx.helper.make_tensor_value_info(name, floats, value.shape) for name, value in inputs.items()],
        [onnx.helper.make_tensor_value_info(name, floats, None) for name in node.output],
    )
    expected = ReferenceEvaluator(onnx.helper.make_model(graph)).run(None, inputs)
    outputs = run(node, list(inputs.values()))
    for (output, ours), theirs in zip(outputs.items(), expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-6, err_msg=output)
