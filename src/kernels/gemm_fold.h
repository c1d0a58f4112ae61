/* A few rows left over, at most half a register of them: as a tile of their own they would cost as much as a
 * full one. So several columns of A lie side by side in a register, here four with four rows each,
 *
 *   a(0:3,p)  a(0:3,p+1)  a(0:3,p+2)  a(0:3,p+3)     times
 *   b(p,j)x4  b(p+1,j)x4  b(p+2,j)x4  b(p+3,j)x4     for each column j of B,
 *
 * and what they sum up is added across the register at the end. With one row this is the dot product. */
#ifndef MM_GEMM_FOLD_H
#define MM_GEMM_FOLD_H

#include "kernels/gemm_tile.h"

/* sum += one register of A times `columns` columns of B, whose elements in use, from B on, are `which`.
 * narrow: those are 16 bytes at most, and no wider load, which would often reach into a second cache line, is
 * needed. */
INLINE void fold_step(int columns, bool narrow, vector a, lanes pick, const real *B, int64_t ldb,
                      partial which, vector *sum)
{
#pragma GCC unroll 12
    for (int j = 0; j < columns; j++) {
        const real *b = B + j * ldb;
        sum[j] += a * permute(narrow ? load_narrow(b, which) : load_partial(b, which), pick);
    }
}

INLINE void fold_columns(int columns, bool narrow, int64_t k, const real *A, int64_t together, lanes pick,
                         const real *B, int64_t ldb, vector *sum)
{
    const partial whole = partial_of(together);
    for (; k >= together; k -= together) {
        fold_step(columns, narrow, load(A), pick, B, ldb, whole, sum);
        A += VECTOR_LENGTH;
        B += together;
    }
    if (k > 0)
        fold_step(columns, narrow, load(A), pick, B, ldb, partial_of(k), sum);
}

/* The sums of the lanes that are `height` apart, in the first `height` lanes. */
INLINE vector add_across(vector sum, lanes all, lane height)
{
    for (lane apart = VECTOR_LENGTH / 2; apart >= height; apart /= 2)
        sum += permute(sum, all + apart);
    return sum;
}

/* C = alpha A B + beta C for height rows or fewer, a power of two; A is a packed panel of that stride, filled
 * up with zeros to whole registers. */
INLINE void fold(int columns, int64_t k, const real *A, lane height, const real *B, int64_t ldb, real *C,
                 int64_t ldc, int64_t rows, real alpha, real beta)
{
    vector sum[TILE_COLUMNS_MAX] = {0};
    lanes all;
    for (int i = 0; i < VECTOR_LENGTH; i++)
        all[i] = i;
    const int shift = __builtin_ctz((unsigned)height);
    const lanes pick = all >> shift; /* all / height */
    const int64_t together = VECTOR_LENGTH >> shift;
    const partial last = partial_of(rows);
    if (together <= QUAD)
        fold_columns(columns, true, k, A, together, pick, B, ldb, sum);
    else
        fold_columns(columns, false, k, A, together, pick, B, ldb, sum);
#pragma GCC unroll 12
    for (int j = 0; j < columns; j++) {
        vector result = add_across(sum[j], all, height) * alpha;
        if (beta != 0)
            result += load_partial(C + j * ldc, last) * beta;
        store_partial(C + j * ldc, result, last);
    }
}

#endif
