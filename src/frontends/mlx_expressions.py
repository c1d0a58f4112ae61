"""MLX: lazy, so that nothing is computed before eval."""

import importlib.metadata

import mlx.core as mx
import numpy as np

TITLE, VERSION = "MLX", importlib.metadata.version("mlx")
PRODUCT, BATCH = "C = A @ B; mx.eval(C)", "C = As @ Bs; mx.eval(C)"
device = "cpu"


def choose(name):
    """Why it cannot be; None where it can."""
    global TITLE, ROUTINE, device
    device = name
    ROUTINE = "sgemm" if name == "cpu" else "none"
    if name == "gpu":
        TITLE = "MLX GPU"
        if not (mx.metal.is_available() or getattr(mx, "cuda", mx.metal).is_available()):
            return "MLX finds no GPU here (it takes Metal or CUDA)"
    mx.set_default_device(mx.Device(getattr(mx, name)))
    return None


def expressions():
    return [
        ("inner", "mx.eval(mx.inner(x, y))", ROUTINE),
        ("matvec", "mx.eval(A @ x)", ROUTINE),
        ("matmul", "mx.eval(A @ B)", ROUTINE),
        ("matmul_tn", "mx.eval(A.T @ C)", ROUTINE),
        ("gram", "mx.eval(A @ A.T)", ROUTINE),
        ("addmm", "mx.eval(mx.addmm(C, A, B))", ROUTINE),
        ("einsum", "mx.eval(mx.einsum('ik,kj->ij', A, B))", ROUTINE),
        ("stack", "mx.eval(As @ Bs)", ROUTINE),
        ("fused", "mx.eval(S @ T + T @ S)", ROUTINE),
        ("lazy", "A @ B", "none"),
        ("bf16", "mx.eval(A.astype(mx.bfloat16) @ B.astype(mx.bfloat16))", "none"),
    ]


def inputs():
    rng = np.random.default_rng(1)

    def normal(*shape):
        made = mx.array(rng.standard_normal(shape).astype(np.float32))
        mx.eval(made)
        return made

    return {
        "mx": mx, "A": normal(60, 40), "B": normal(40, 50), "C": normal(60, 50), "S": normal(50, 50), "T": normal(50, 50),
        "x": normal(40), "y": normal(40), "As": normal(3, 60, 40), "Bs": normal(3, 40, 50),
    }


def matrix(array):
    made = mx.array(array)
    mx.eval(made)
    return made


def array(matrix):
    return np.array(matrix)
