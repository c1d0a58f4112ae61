/* Rung: vectorised, for AVX2 and FMA: 8 fp32 or 4 fp64 a vector.
 * The loops are those of `blocked`; the compiler is allowed to vectorise them and to fuse multiply and add.
 */
#include "kernels/blocked_loop.h"
#include "kernels/vectorised.h"

void MM_NAME(vectorised_avx2)(MM_GEMM_ARGS(real), int64_t block_size)
{
    blocked_loop(m, n, k, A, lda, B, ldb, C, ldc, block_size, multiply_add, NULL);
}
