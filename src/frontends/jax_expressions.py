"""JAX on the CPU: XLA compiles products to calls of its own."""

import os

# XLA starts a pool of threads unless told otherwise; beside this, the process is kept to one CPU.
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

TITLE, VERSION = "JAX", jax.__version__
PRODUCT, BATCH = "C = (A @ B).block_until_ready()", "C = (As @ Bs).block_until_ready()"
ROUTINE = "none"


def expressions():
    return [
        ("dot", "jnp.dot(x, y).block_until_ready()", "none"),
        ("matvec", "(A @ x).block_until_ready()", "none"),
        ("matmul", "(A @ B).block_until_ready()", "none"),
        ("gram", "(A @ A.T).block_until_ready()", "none"),
        ("einsum", "jnp.einsum('ik,kj->ij', A, B).block_until_ready()", "none"),
        ("jit", "jax.jit(lambda A, B: A @ B + 1)(A, B).block_until_ready()", "none"),
        ("vmap", "jax.vmap(jnp.matmul)(As, Bs).block_until_ready()", "none"),
        ("f64", "(A.astype('f8') @ B.astype('f8')).block_until_ready()", "none"),
        ("bf16", "(A.astype('bfloat16') @ B.astype('bfloat16')).block_until_ready()", "none"),
        ("solve", "jnp.linalg.solve(S, b).block_until_ready()", "sgetrf strsm"),
        ("cholesky", "jnp.linalg.cholesky(P).block_until_ready()", "spotrf"),
    ]


def inputs():
    rng = np.random.default_rng(1)

    def normal(*shape):
        return jnp.asarray(rng.standard_normal(shape).astype(np.float32))

    S = rng.standard_normal((50, 50)).astype(np.float32)
    return {
        "jax": jax, "jnp": jnp, "A": normal(60, 40), "B": normal(40, 50), "x": normal(40), "y": normal(40),
        "b": normal(50), "As": normal(3, 60, 40), "Bs": normal(3, 40, 50), "S": jnp.asarray(S),
        "P": jnp.asarray(np.eye(50, dtype=np.float32) * 100 + np.abs(S + S.T)),
    }


def matrix(array):
    return jnp.asarray(array)


def array(matrix):
    return np.asarray(matrix)
