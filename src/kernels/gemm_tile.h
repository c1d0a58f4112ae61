/* The micro-kernel of mm_gemm: a tile of C in registers, as in tiled_loop.h, but of any shape up to the
 * largest that the registers hold, so that edges run at full speed, too.
 *
 * The file gemm_kernel_<isa>.c that includes this one (by gemm_shapes.h) has defined, for its instruction
 * set:
 *
 * - VECTOR_BYTES: the width of a register
 * - COLUMNS_1 to COLUMNS_4, TILES: the widest tile of 1, 2, 3 and 4 registers' height (0: none), and the list
 * of all
 * - partial, partial_of, load_partial, store_partial: how to load and store the first `rows` elements of a
 * register
 * - MASKS_ARE_FREE: loading a part costs no more than loading a whole register
 * - ROUND: how many columns of A make a round of the loop over packed operands
 *
 * Each shape is a function of its own, made from the one inlined below with constant `vectors` and `columns`,
 * so that the compiler unrolls the loops over them and keeps sum[] in registers. */
#ifndef MM_GEMM_TILE_H
#define MM_GEMM_TILE_H

#include "kernels/gemm_vector.h"

/* Register v of a column; the last one may be partly filled. */
INLINE vector load_row(int vectors, int v, const real *column, partial last)
{
    return v < vectors - 1 ? load(column + v * VECTOR_LENGTH)
                           : load_partial(column + v * VECTOR_LENGTH, last);
}

INLINE void store_column(int vectors, const vector *from, real *C, partial last)
{
#pragma GCC unroll 4
    for (int v = 0; v < vectors - 1; v++)
        store(C + v * VECTOR_LENGTH, from[v]);
    store_partial(C + (vectors - 1) * VECTOR_LENGTH, from[vectors - 1], last);
}

/* C = alpha sum + beta C. The usual alpha = 1 and beta = 0 cost nothing. */
INLINE void store_tile(int vectors, int columns, vector sum[][TILE_VECTORS_MAX], real *C, int64_t ldc,
                       partial last, real alpha, real beta)
{
    if (alpha != 1)
#pragma GCC unroll 16
        for (int j = 0; j < columns; j++)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; v++)
                sum[j][v] *= alpha;
    if (beta != 0) {
        const real *c = C;
#pragma GCC unroll 16
        for (int j = 0; j < columns; j++) {
#pragma GCC unroll 4
            for (int v = 0; v < vectors; v++)
                sum[j][v] += load_row(vectors, v, c, last) * beta;
            c += ldc;
        }
    }
#pragma GCC unroll 16
    for (int j = 0; j < columns; j++) {
        store_column(vectors, sum[j], C, last);
        C += ldc;
    }
}

/* The tile will be written when the sums are done: until then its lines can come from memory. Not unrolled,
 * lest the addresses take registers that the sums need. */
INLINE void prefetch_tile(int vectors, int columns, const real *C, int64_t ldc)
{
#pragma GCC unroll 1
    for (int j = 0; j < columns; j++)
        for (int byte = 0; byte < vectors * VECTOR_BYTES; byte += 64)
            __builtin_prefetch((const char *)(C + j * ldc) + byte, 1);
}

enum { INTO_L2 = 2 }; /* of __builtin_prefetch */

/* How a tile meets A, and what else it does about it. */
typedef enum tile_way {
    IN_PLACE,  /* where it lies */
    FROM_AFAR, /* and the panel of A that is read next is fetched into the L2 cache */
    COPYING,   /* and a packed copy of it is made */
    PACKED,    /* it is packed, as B is; what is read soon is fetched */
} tile_way;

/* A column of A on its way into a packed panel, at no cost: the multiply-adds leave the store unit idle. What
 * lies below it is for the next tile: the columns lie in other pages each, where no hardware prefetches. */
INLINE void copy_column(int vectors, const vector *a, real *to, const real *below)
{
#pragma GCC unroll 4
    for (int v = 0; v < vectors; v++) {
        store(to + v * VECTOR_LENGTH, a[v]);
        if (v * VECTOR_BYTES % 64 == 0)
            __builtin_prefetch(below + v * VECTOR_LENGTH, 0, INTO_L2);
    }
}

/* The same column in the panel that is read next: the lines that its registers end in, since those that they
 * begin in are this panel's, or come with them. The columns lie in other pages each, where no hardware
 * prefetches. */
INLINE void fetch_column(int vectors, const real *next)
{
#pragma GCC unroll 4
    for (int v = 0; v < vectors; v++)
        if ((v + 1) * VECTOR_BYTES % 64 == 0 || v == vectors - 1)
            __builtin_prefetch(next + (v + 1) * VECTOR_LENGTH - 1, 0, INTO_L2);
}

/* Columns of B to a pointer: an x86 address can add ldb once and twice. */
enum { SHARE = 3, POINTERS = (TILE_COLUMNS_MAX + SHARE - 1) / SHARE };

/* Where the micro-kernel reads next. B by columns: column j of the tile begins at b[j / SHARE] + j % SHARE *
 * ldb. */
typedef struct place {
    const real *A, *B, *b[POINTERS];
    int64_t lda, ldb;
    int64_t next; /* FROM_AFAR: how far from A, in elements */
    real *copy;
    gemm_fetch soon;
} place;

/* sum += a column of A times a row of B, and on to the next. */
INLINE void tile_step(int vectors, int columns, bool by_rows, tile_way way, bool whole, partial last,
                      place *at, vector sum[][TILE_VECTORS_MAX])
{
    vector a[TILE_VECTORS_MAX];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; v++)
        a[v] = whole ? load(at->A + v * VECTOR_LENGTH) : load_row(vectors, v, at->A, last);
    if (way == COPYING)
        copy_column(vectors, a, at->copy, at->A + vectors * VECTOR_LENGTH);
    if (way == FROM_AFAR)
        fetch_column(vectors, at->A + at->next);
#pragma GCC unroll 16
    for (int j = 0; j < columns; j++) {
        const real b = by_rows ? at->B[j] : at->b[j / SHARE][j % SHARE * at->ldb];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            sum[j][v] += a[v] * b;
    }
    at->A += at->lda;
    at->B += at->ldb;
    at->copy += vectors * VECTOR_LENGTH;
#pragma GCC unroll 8
    for (int q = 0; q < POINTERS; q++)
        at->b[q]++;
}

/* Two lines of what will be read soon: once a round, so that the misses never come in crowds, which would
 * keep the loads of A waiting. */
INLINE void fetch_lines(gemm_fetch *soon)
{
    __builtin_prefetch(soon->from, 0, INTO_L2);
    __builtin_prefetch(soon->from + soon->apart, 0, INTO_L2);
    soon->from += soon->step;
}

/* sum += A B in rounds of several columns, and on, where both are packed; returns the columns that are left.
 * The tile of C is fetched so late that the panels passing through the L1 cache do not drive it out again,
 * and early enough to come from memory. */
INLINE int64_t sum_packed(int vectors, int columns, bool whole, int64_t k, partial last, place *at,
                          const real *C, int64_t ldc, vector sum[][TILE_VECTORS_MAX])
{
    enum { LATE = 64 / ROUND };
    const int64_t late = least(k / ROUND, LATE);
    for (int64_t rounds = k / ROUND; rounds > 0; rounds--) {
        if (rounds == late)
            prefetch_tile(vectors, columns, C, ldc);
        fetch_lines(&at->soon);
#pragma GCC unroll 4
        for (int step = 0; step < ROUND; step++)
            tile_step(vectors, columns, true, PACKED, whole, last, at, sum);
    }
    return k % ROUND;
}

/* sum += A B. whole: the last register of a column is a full one. Where B is read by columns, rounds would
 * take more addresses than there are registers. */
INLINE void tile_sum(int vectors, int columns, bool by_rows, tile_way way, bool whole, int64_t k,
                     partial last, place *at, vector sum[][TILE_VECTORS_MAX])
{
    if (by_rows && way != COPYING)
        for (; k >= ROUND; k -= ROUND)
#pragma GCC unroll 4
            for (int step = 0; step < ROUND; step++)
                tile_step(vectors, columns, by_rows, way, whole, last, at, sum);
#pragma GCC unroll 1
    for (; k > 0; k--)
        tile_step(vectors, columns, by_rows, way, whole, last, at, sum);
}

/* by_rows: B's row p at B + p * ldb; else its column j at B + j * ldb. `at` begins at the tile's A and B, and
 * has what the way needs. */
INLINE void tile(int vectors, int columns, bool by_rows, tile_way way, int64_t k, place at, real *C,
                 int64_t ldc, int64_t rows, real alpha, real beta)
{
    vector sum[TILE_COLUMNS_MAX][TILE_VECTORS_MAX];
#pragma GCC unroll 16
    for (int j = 0; j < columns; j++)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; v++)
            sum[j][v] = (vector){0};
    const partial last = partial_of(rows - (vectors - 1) * VECTOR_LENGTH);
    for (int q = 0; q < POINTERS; q++)
        at.b[q] = at.B + SHARE * q * at.ldb;
    const bool whole = !MASKS_ARE_FREE && rows == vectors * VECTOR_LENGTH;
    if (way == PACKED)
        k = whole ? sum_packed(vectors, columns, true, k, last, &at, C, ldc, sum)
                  : sum_packed(vectors, columns, false, k, last, &at, C, ldc, sum);
    else if (by_rows)
        prefetch_tile(vectors, columns, C, ldc);
    if (whole)
        tile_sum(vectors, columns, by_rows, way, true, k, last, &at, sum);
    else
        tile_sum(vectors, columns, by_rows, way, false, k, last, &at, sum);
    store_tile(vectors, columns, sum, C, ldc, last, alpha, beta);
}

/* Tiles side by side, n columns in all. */
INLINE void strip(int vectors, int columns, bool by_rows, int64_t n, int64_t k, const real *A, int64_t lda,
                  const real *B, int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha, real beta)
{
    for (; n > 0; n -= columns) {
        tile(vectors, columns, by_rows, IN_PLACE, k, (place){.A = A, .B = B, .lda = lda, .ldb = ldb}, C, ldc,
             rows, alpha, beta);
        B += by_rows ? columns : columns * ldb;
        C += columns * ldc;
    }
}

#endif
