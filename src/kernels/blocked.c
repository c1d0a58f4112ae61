/* Rung: blocked. Six loops, scalar: blocked_loop.h has them and says why. */
#include "kernels/blocked_loop.h"

void MM_NAME(blocked)(MM_GEMM_ARGS(real), int64_t block_size)
{
    blocked_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size, multiply_add, NULL);
}

void MM_NAME(blocked_hook)(MM_GEMM_ARGS(real), int64_t block_size, madd_function *madd, void *context)
{
    blocked_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size, madd, context);
}
