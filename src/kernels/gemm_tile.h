/* The micro-kernel of mm_gemm: a tile of C in registers, as in tiled_loop.h, but of any shape up to the
 * largest that the registers hold, so that edges run at full speed, too.
 *
 * The file gemm_kernel_<isa>.c that includes this one (by gemm_shapes.h) has defined, for its instruction
 * set: VECTOR_BYTES                    the width of a register COLUMNS_1, _2, _3, TILES        the widest
 * tile of 1, 2 and 3 registers' height, and the list of all partial, partial_of,            how to load and
 * store the first `rows` elements of a register load_partial, store_partial
 *
 * Each shape is a function of its own, made from the one inlined below with constant `vectors` and `columns`,
 * so that the compiler unrolls the loops over them and keeps sum[] in registers. */
#ifndef MM_GEMM_TILE_H
#define MM_GEMM_TILE_H

#include "kernels/gemm_vector.h"

/* Writes one column of the tile: alpha * sum + beta * C. */
INLINE void store_column(int vectors, const vector *sum, real *C, int64_t rows, partial last, real alpha,
                         real beta)
{
#pragma GCC unroll 3
    for (int v = 0; v < vectors; v++) {
        real *c = C + v * VECTOR_LENGTH;
        const bool is_whole = v < vectors - 1 || rows == vectors * VECTOR_LENGTH;
        vector result = sum[v] * alpha;
        if (beta != 0)
            result += (is_whole ? load(c) : load_partial(c, last)) * beta;
        if (is_whole)
            store(c, result);
        else
            store_partial(c, result, last);
    }
}

/* The tile will be written when the sums are done: until then its lines can come from memory. */
INLINE void prefetch_tile(int vectors, int columns, const real *C, int64_t ldc)
{
#pragma GCC unroll 12
    for (int j = 0; j < columns; j++)
        for (int byte = 0; byte < vectors * VECTOR_BYTES; byte += 64)
            __builtin_prefetch((const char *)(C + j * ldc) + byte, 1);
}

/* by_rows: B's row p at B + p * ldb. Else its column j at B + j * ldb: three columns share a pointer, because
 * an x86 address can add ldb once and twice, and general registers are few. */
INLINE void tile(int vectors, int columns, bool by_rows, int64_t k, const real *A, int64_t lda, const real *B,
                 int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha, real beta)
{
    enum { SHARE = 3 };
    vector sum[TILE_COLUMNS_MAX][TILE_VECTORS_MAX] = {0};
    const partial last = partial_of(rows - (vectors - 1) * VECTOR_LENGTH);
    const real *b[TILE_COLUMNS_MAX / SHARE];
    for (int q = 0; q < TILE_COLUMNS_MAX / SHARE; q++)
        b[q] = B + (by_rows ? 0 : SHARE * q * ldb);
    prefetch_tile(vectors, columns, C, ldc);
    for (int64_t p = 0; p < k; p++) {
        vector a[TILE_VECTORS_MAX];
#pragma GCC unroll 3
        for (int v = 0; v < vectors; v++)
            a[v] = v < vectors - 1 ? load(A + v * VECTOR_LENGTH) : load_partial(A + v * VECTOR_LENGTH, last);
#pragma GCC unroll 12
        for (int j = 0; j < columns; j++) {
            const real b_pj = by_rows ? B[j] : b[j / SHARE][j % SHARE * ldb];
#pragma GCC unroll 3
            for (int v = 0; v < vectors; v++)
                sum[j][v] += a[v] * b_pj;
        }
        A += lda;
        B += ldb;
#pragma GCC unroll 4
        for (int q = 0; q < TILE_COLUMNS_MAX / SHARE; q++)
            b[q]++;
    }
#pragma GCC unroll 12
    for (int j = 0; j < columns; j++)
        store_column(vectors, sum[j], C + j * ldc, rows, last, alpha, beta);
}

#endif
