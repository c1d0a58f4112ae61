/* Packing by transposing whole registers, for instruction sets that permute two of them at once and whose
 * masks are free: a square of VECTOR_LENGTH rows and columns takes log2 (VECTOR_LENGTH) rounds of exchanges,
 * each of which swaps the off-diagonal halves of squares within it, half as large each time. */
#ifndef MM_GEMM_TRANSPOSE_H
#define MM_GEMM_TRANSPOSE_H

#include "kernels/gemm_tile.h"

/* Exchanges the blocks of `half` lanes off the diagonal of rows i and i + half. */
INLINE void exchange(vector *upper, vector *lower, lane half)
{
    lanes keep_upper, keep_lower;
#pragma GCC unroll 16
    for (lane l = 0; l < VECTOR_LENGTH; l++) {
        keep_upper[l] = l & half ? VECTOR_LENGTH + l - half : l;
        keep_lower[l] = l & half ? VECTOR_LENGTH + l : l + half;
    }
    const vector above = permute_two(*upper, *lower, keep_upper);
    *lower = permute_two(*upper, *lower, keep_lower);
    *upper = above;
}

INLINE void exchange_all(vector row[VECTOR_LENGTH], lane half)
{
#pragma GCC unroll 16
    for (lane i = 0; i < VECTOR_LENGTH; i++)
        if (!(i & half))
            exchange(&row[i], &row[i + half], half);
}

INLINE void transpose(vector row[VECTOR_LENGTH])
{
    exchange_all(row, 1);
    exchange_all(row, 2);
    exchange_all(row, 4);
    if (VECTOR_LENGTH > 8)
        exchange_all(row, 8);
}

/* Up to a register's length of rows of `from`, k long, into as many lanes of the panel, of which `lanes` are
 * written: those beyond the rows are zeros. */
static void transpose_strip(int64_t rows, int64_t lanes_written, int64_t k, const real *from, int64_t ld,
                            real *panel, int64_t stride)
{
    const partial written = partial_of(lanes_written);
    for (int64_t p = 0; p < k; p += VECTOR_LENGTH) {
        vector row[VECTOR_LENGTH] = {0};
        const int64_t length = least(VECTOR_LENGTH, k - p);
        const partial used = partial_of(length);
#pragma GCC unroll 16
        for (int i = 0; i < VECTOR_LENGTH; i++)
            if (i < rows)
                row[i] = load_partial(from + p + i * ld, used);
        transpose(row);
#pragma GCC unroll 16
        for (int q = 0; q < VECTOR_LENGTH; q++)
            if (q < length)
                store_partial(panel + (p + q) * stride, row[q], written);
    }
}

static void pack_transposed(int64_t width, int64_t k, const real *from, int64_t ld, real *panel,
                            int64_t stride)
{
    for (int64_t i = 0; i < stride; i += VECTOR_LENGTH)
        transpose_strip(least(VECTOR_LENGTH, width - i), least(VECTOR_LENGTH, stride - i), k, from + i * ld,
                        ld, panel + i, stride);
}

#endif
