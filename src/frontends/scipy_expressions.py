"""SciPy: BLAS and LAPACK called by name, and the functions above them."""

import numpy as np
import scipy
import scipy.linalg
import scipy.sparse
from scipy.linalg import blas

TITLE, VERSION = "SciPy", scipy.__version__
# The result is in column order; inputs in row order would be copied first, but their transposes need not be.
PRODUCT = "C = blas.sgemm(1, B.T, A.T).T"
ROUTINE = "sgemm"
BATCH, NO_BATCH = None, "scipy.linalg.blas has no batched product"


def expressions():
    return [
        ("ddot", "blas.ddot(x, y)", "ddot"),
        ("dgemv", "blas.dgemv(1, F, x)", "dgemv"),
        ("sgemm_f", "blas.sgemm(1, F32, G32)", "sgemm"),
        ("sgemm_c", "blas.sgemm(1, A32, B32)", "sgemm"),
        ("sgemm_t", "blas.sgemm(1, B32.T, A32.T)", "sgemm"),
        ("sgemm_trans", "blas.sgemm(1, B32, A32, trans_a=1, trans_b=1)", "sgemm"),
        ("sgemm_beta", "blas.sgemm(2, F32, G32, beta=1, c=C32, overwrite_c=1)", "sgemm"),
        ("dgemm", "blas.dgemm(1, F, G)", "dgemm"),
        ("zgemm", "blas.zgemm(1, Z, W)", "zgemm"),
        ("dsyrk", "blas.dsyrk(1, F)", "dsyrk"),
        ("dtrsm", "blas.dtrsm(1, U, S)", "dtrsm"),
        ("solve", "scipy.linalg.solve(S, b)", "dgecon dgetrf dgetrs"),
        ("lu_factor", "scipy.linalg.lu_factor(S)", "dgetrf"),
        ("cho_factor", "scipy.linalg.cho_factor(P)", "dpotrf"),
        ("qr", "scipy.linalg.qr(S, mode='r')", "dgeqrf"),
        ("svd", "scipy.linalg.svd(F)", "dgesdd"),
        ("lstsq", "scipy.linalg.lstsq(F, v)", "dgelsd"),
        ("sparse", "sparse @ G", "none"),
    ]


def inputs():
    rng = np.random.default_rng(1)
    normal = rng.standard_normal
    A, B, S = normal((60, 40)), normal((40, 50)), normal((50, 50))
    return {
        "np": np, "scipy": scipy, "blas": blas,
        "F": np.asfortranarray(A), "G": np.asfortranarray(B), "S": np.asfortranarray(S),
        "A32": A.astype(np.float32), "B32": B.astype(np.float32),
        "F32": np.asfortranarray(A, dtype=np.float32), "G32": np.asfortranarray(B, dtype=np.float32),
        "C32": np.zeros((60, 50), dtype=np.float32, order="F"),
        "Z": np.asfortranarray(A + 1j), "W": np.asfortranarray(B - 1j),
        "x": normal(40), "y": normal(40), "v": normal(60), "b": normal(50),
        "U": np.asfortranarray(np.triu(S) + 10 * np.eye(50)), "P": np.eye(50) * 100 + np.abs(S + S.T),
        "sparse": scipy.sparse.eye(40, format="csr"),
    }


def matrix(array):
    return array


def array(matrix):
    return matrix
