/* Rung: vectorised, for the architecture's baseline (SSE2 on x86-64, NEON on ARM).
 * The loops are those of `blocked`; the compiler is allowed to vectorise them and to fuse multiply and add.
 */
#include "kernels/blocked_loop.h"
#include "kernels/vectorised.h"

void MM_NAME(vectorised_generic)(MM_GEMM_ARGS(real), int64_t block_size)
{
    blocked_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size, multiply_add, NULL);
}
