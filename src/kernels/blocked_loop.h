/* The six loops of the rungs `blocked` and `vectorised`: reordered's j-p-i inside blocks, and j-p-i over the blocks.
 *
 * While one block of A (block_size^2 elements) is in use, it meets block_size columns of B and C: fetched once from
 * memory, it is used block_size times from cache. Traffic falls by that factor as long as three blocks fit in a cache
 * (64 x 64 fp32: 3 * 16 KiB, about an L1 cache). Edges that are no multiple of block_size get a smaller block. */
#ifndef MM_BLOCKED_LOOP_H
#define MM_BLOCKED_LOOP_H

#include "kernels/real.h"

static inline int64_t block_end(int64_t start, int64_t block_size, int64_t limit)
{
    return block_size < limit - start ? start + block_size : limit;
}

static inline void blocked_loop(MM_GEMM_ARGS(real), int64_t block_size, madd_function *madd, void *context)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            C[i + j * ldc] = 0;
    for (int64_t jj = 0, j_end; jj < n; jj = j_end) {
        j_end = block_end(jj, block_size, n);
        for (int64_t pp = 0, p_end; pp < k; pp = p_end) {
            p_end = block_end(pp, block_size, k);
            for (int64_t ii = 0, i_end; ii < m; ii = i_end) {
                i_end = block_end(ii, block_size, m);
                for (int64_t j = jj; j < j_end; j++)
                    for (int64_t p = pp; p < p_end; p++) {
                        const real b = B[p + j * ldb];
                        const real *restrict a = A + p * lda;
                        real *restrict c = C + j * ldc;
                        for (int64_t i = ii; i < i_end; i++)
                            c[i] = madd(context, c[i], a[i], b);
                    }
            }
        }
    }
}

#endif
