"""PyTorch on the CPU, CUDA or MPS."""

import numpy as np
import torch

TITLE, VERSION = "PyTorch", torch.__version__
PRODUCT, BATCH = "C = A @ B", "C = torch.bmm(As, Bs)"
device = "cpu"


def choose(name):
    """Why it cannot be; None where it can."""
    global TITLE, ROUTINE, device
    device = name
    ROUTINE = "sgemm" if name == "cpu" else "none"
    if name == "cpu":
        torch.set_num_threads(1)
        return None
    TITLE = "PyTorch " + name.upper()
    if name == "cuda":
        built, there = torch.version.cuda is not None, torch.cuda.is_available()
    else:
        mps = getattr(torch.backends, "mps", None)
        built, there = bool(mps and mps.is_built()), bool(mps and mps.is_available())
    if not built:
        return f"PyTorch {VERSION} here was built without {name.upper()}"
    return None if there else f"no {name.upper()} device is there"


def expressions():
    table = [
        ("dot", "torch.dot(x, y)", "sdot"),
        ("matvec", "A @ x", "sgemv"),
        ("outer", "torch.outer(x, y)", "none"),
        ("matmul", "A @ B", "sgemm"),
        ("mm", "torch.mm(A, B)", "sgemm"),
        ("matmul_tn", "A.T @ C", "sgemm"),
        ("gram", "A @ A.T", "sgemm"),
        ("addmm", "torch.addmm(C, A, B)", "sgemm"),
        ("linear", "torch.nn.functional.linear(A, B.T)", "sgemm"),
        ("einsum", "torch.einsum('ik,kj->ij', A, B)", "sgemm"),
        ("bmm", "torch.bmm(As, Bs)", "sgemm"),
        ("f64", "A.double() @ B.double()", "dgemm"),
        ("complex", "A.cfloat() @ B.cfloat()", "cgemm"),
        ("bf16", "A.bfloat16() @ B.bfloat16()", "none"),
        ("integers", "A.int() @ B.int()", "none"),
        ("conv2d", "torch.nn.functional.conv2d(image, weights)", "sgemm"),
        ("solve", "torch.linalg.solve(S, b)", "sgetrf sgetrs"),
    ]
    if device == "cpu":
        return table
    # A BLAS of the device's: it is not called through the processor's names, and nothing here observes it.
    return [(name, text, "none") for name, text, _ in table if name not in ("f64", "complex", "integers", "solve")]


def inputs():
    rng = np.random.default_rng(1)

    def normal(*shape):
        return torch.from_numpy(rng.standard_normal(shape).astype(np.float32)).to(device)

    return {
        "torch": torch, "A": normal(60, 40), "B": normal(40, 50), "C": normal(60, 50), "S": normal(50, 50),
        "x": normal(40), "y": normal(40), "b": normal(50), "As": normal(3, 60, 40), "Bs": normal(3, 40, 50),
        "image": normal(1, 3, 32, 32), "weights": normal(8, 3, 3, 3),
    }


def matrix(array):
    return torch.from_numpy(array.copy()).to(device)


def array(matrix):
    return matrix.cpu().numpy()


def finish():
    if device == "cuda":
        torch.cuda.synchronize()
    elif device == "mps":
        torch.mps.synchronize()
