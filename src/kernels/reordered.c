/* Rung: reordered. The naive loops in another order, j-p-i, and nothing else changed.
 *
 * The innermost loop now walks down a column of A and a column of C, one element after the next: each cache
 * line that arrives is used whole, the hardware prefetcher sees a plain stream, and the additions go to
 * different elements of C, so that none has to wait for the one before. The price is a load and a store of C
 * for every multiply-add. */
#include "kernels/real.h"

void MM_NAME(reordered)(MM_GEMM_ARGS(real))
{
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < m; i++)
            C[i + j * ldc] = 0;
        for (int64_t p = 0; p < k; p++) {
            const real b = B[p + j * ldb];
            for (int64_t i = 0; i < m; i++)
                C[i + j * ldc] = multiply_add(NULL, C[i + j * ldc], A[i + p * lda], b);
        }
    }
}
