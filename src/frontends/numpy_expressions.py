"""NumPy: from expressions to routines."""

import numpy as np

TITLE, VERSION = "NumPy", np.__version__
PRODUCT, BATCH = "C = A @ B", "C = As @ Bs"
ROUTINE = "sgemm"

# From 2.3 on operands that are not contiguous are copied for BLAS; before, NumPy's own loops took them.
COPIES_STRIDED = tuple(int(part) for part in np.__version__.split(".")[:2]) >= (2, 3)


def expressions():
    return [
        ("dot", "x @ y", "ddot"),
        ("inner", "np.inner(x, y)", "ddot"),
        ("vdot", "np.vdot(z, w)", "zdotc"),
        ("norm", "np.linalg.norm(x)", "ddot"),
        ("matvec", "A @ x", "dgemv"),
        ("vecmat", "v @ A", "dgemv"),
        ("outer", "np.outer(x, y)", "none"),
        ("matmul", "A @ B", "dgemm"),
        ("matmul_out", "np.matmul(A, B, out=C)", "dgemm"),
        ("matmul_tn", "A.T @ C", "dgemm"),
        ("matmul_nt", "C @ B.T", "dgemm"),
        ("gram", "A @ A.T", "dsyrk"),
        ("gram_t", "A.T @ A", "dsyrk"),
        ("f32", "A32 @ B32", "sgemm"),
        ("mixed", "A32 @ B", "dgemm"),
        ("complex", "Z @ W", "zgemm"),
        ("float16", "A32.astype(np.float16) @ B32.astype(np.float16)", "none"),
        ("integers", "I @ J", "none"),
        ("strided", "C[:, ::2] @ B[:25]", "dgemm" if COPIES_STRIDED else "none"),
        ("stack", "As @ Bs", "dgemm"),
        ("einsum", "np.einsum('ik,kj->ij', A, B)", "none"),
        ("einsum_optimize", "np.einsum('ik,kj->ij', A, B, optimize=True)", "dgemm"),
        ("tensordot", "np.tensordot(A, B, 1)", "dgemm"),
        ("multi_dot", "np.linalg.multi_dot([A, B, S])", "dgemm"),
        ("solve", "np.linalg.solve(S, b)", "dcopy dgesv"),
        ("inv", "np.linalg.inv(S)", "dcopy dgesv"),
        ("cholesky", "np.linalg.cholesky(P)", "dcopy dpotrf"),
        ("svd", "np.linalg.svd(A)", "dcopy dgesdd"),
        ("lstsq", "np.linalg.lstsq(A, v, rcond=None)", "dcopy dgelsd"),
        ("elementwise", "A * A + 1", "none"),
    ]


def inputs():
    """No two dimensions alike, so that a shape tells what is what; nothing here calls BLAS."""
    rng = np.random.default_rng(1)
    normal = rng.standard_normal
    A, B, C, S = normal((60, 40)), normal((40, 50)), normal((60, 50)), normal((50, 50))
    return {
        "np": np, "A": A, "B": B, "C": C, "S": S,
        "x": normal(40), "y": normal(40), "v": normal(60), "b": normal(50),
        "A32": A.astype(np.float32), "B32": B.astype(np.float32),
        "Z": A + 1j, "W": B - 1j, "z": normal(40) + 1j, "w": normal(40) - 1j,
        "I": np.arange(12).reshape(3, 4), "J": np.arange(8).reshape(4, 2),
        "As": normal((3, 60, 40)), "Bs": normal((3, 40, 50)),
        "P": np.eye(50) * 100 + np.abs(S + S.T),
    }


def matrix(array):
    return array


def array(matrix):
    return matrix
