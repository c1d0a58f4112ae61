/* The loops of the rung `tiled`: those of `blocked`, but inside a block C is updated by tiles of MR x NR
 * elements that stay in registers while p runs through the block.
 *
 *                   NR columns of B
 *                   b(p,j) one number at a time, met by every row
 *        +-----+   +-----------------+
 *     MR |a(p) | x |                 |     for each p: MR * NR multiply-adds
 *        |     |   |   C: MR x NR    |                 for MR + NR loads, and none of C
 *        +-----+   +-----------------+
 *
 * The loops of `vectorised` load and store an element of C for each multiply-add. Here it is loaded and
 * stored once a block: what remains is one load for every MR NR / (MR + NR) multiply-adds, and MR NR
 * independent sums, enough of them to hide the latency of an addition. Nothing is packed: A and B are read
 * where they lie.
 *
 * The file that includes this one has defined, for its instruction set:
 *   VECTOR_BYTES  the width of a register
 *   NR            columns of a tile; it has TILE_VECTORS * NR accumulators, which must fit the registers. */
#ifndef MM_TILED_LOOP_H
#define MM_TILED_LOOP_H

#include <string.h>

#include "kernels/blocked_loop.h"

typedef real vector __attribute__((vector_size(VECTOR_BYTES)));

enum {
    TILE_VECTORS = 2, /* one load of b(p,j) serves two of them */
    VECTOR_LENGTH = VECTOR_BYTES / sizeof(real),
    MR = TILE_VECTORS * VECTOR_LENGTH, /* rows of a tile */
};

static inline vector load(const real *from) /* of any alignment */
{
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(real *to, vector v)
{
    memcpy(to, &v, sizeof v);
}

/* C += A B for one tile: A is MR x k, B k x NR. The constant loops are unrolled, so that c[][] is registers.
 */
static inline void tile(int64_t k, const real *restrict A, int64_t lda, const real *restrict B, int64_t ldb,
                        real *restrict C, int64_t ldc)
{
    vector c[NR][TILE_VECTORS];
#pragma GCC unroll 16
    for (int j = 0; j < NR; j++)
#pragma GCC unroll 16
        for (int v = 0; v < TILE_VECTORS; v++)
            c[j][v] = load(C + v * VECTOR_LENGTH + j * ldc);
    for (int64_t p = 0; p < k; p++) {
        const real *a = A + p * lda;
#pragma GCC unroll 16
        for (int j = 0; j < NR; j++)
#pragma GCC unroll 16
            for (int v = 0; v < TILE_VECTORS; v++)
                c[j][v] += load(a + v * VECTOR_LENGTH) * B[p + j * ldb];
    }
#pragma GCC unroll 16
    for (int j = 0; j < NR; j++)
#pragma GCC unroll 16
        for (int v = 0; v < TILE_VECTORS; v++)
            store(C + v * VECTOR_LENGTH + j * ldc, c[j][v]);
}

/* C += A B for what is left of a block at its edges, too small for a tile: j-p-i, as in `vectorised`. */
static inline void edge(MM_GEMM_ARGS(real))
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t p = 0; p < k; p++) {
            const real b = B[p + j * ldb];
            const real *restrict a = A + p * lda;
            real *restrict c = C + j * ldc;
            for (int64_t i = 0; i < m; i++)
                c[i] += a[i] * b;
        }
}

/* C += A B for one block. */
static inline void tile_block(MM_GEMM_ARGS(real))
{
    int64_t j = 0;
    for (; j + NR <= n; j += NR) {
        int64_t i = 0;
        for (; i + MR <= m; i += MR)
            tile(k, A + i, lda, B + j * ldb, ldb, C + i + j * ldc, ldc);
        edge(m - i, NR, k, A + i, lda, B + j * ldb, ldb, C + i + j * ldc, ldc);
    }
    edge(m, n - j, k, A, lda, B + j * ldb, ldb, C + j * ldc, ldc);
}

static inline void tiled_loop(MM_GEMM_ARGS(real), int64_t block_size)
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
                tile_block(i_end - ii, j_end - jj, p_end - pp, A + ii + pp * lda, lda, B + pp + jj * ldb, ldb,
                           C + ii + jj * ldc, ldc);
            }
        }
    }
}

#endif
