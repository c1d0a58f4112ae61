/* One column or row of C: a matrix times a vector. Each element of the matrix is read once, so that nothing
 * but the reading counts. A tile would read a few lines of each column, in another page each; here a group of
 * columns is read from top to bottom, as it lies in memory, while the next group is fetched. */
#ifndef MM_GEMM_LINE_H
#define MM_GEMM_LINE_H

#include "kernels/gemm_tile.h"

INLINE void fetch_group(int group, const real *M, int64_t ld)
{
#pragma GCC unroll 4
    for (int j = 0; j < group; j++)
        __builtin_prefetch(M + (group + j) * ld);
}

/* A register of a column; whole: none of it is beyond the column's end, and no mask is needed. */
INLINE vector load_part(bool whole, const real *from, partial which)
{
    return whole ? load(from) : load_partial(from, which);
}

/* A register of the sums += those of the columns, each times its number in x. */
INLINE void down_part(int group, bool whole, partial which, const real *M, int64_t ld, const real *x,
                      real *sums)
{
    vector sum = load_part(whole, sums, which);
#pragma GCC unroll 4
    for (int j = 0; j < group; j++)
        sum += load_part(whole, M + j * ld, which) * x[j];
    if (whole)
        store(sums, sum);
    else
        store_partial(sums, sum, which);
}

/* sums += the columns, each times its number in x. */
INLINE void down(int group, bool fetches, int64_t rows, const real *M, int64_t ld, const real *x, real *sums)
{
    const partial all = partial_of(VECTOR_LENGTH);
    int64_t i = 0;
    for (; i + VECTOR_LENGTH <= rows; i += VECTOR_LENGTH) {
        if (fetches)
            fetch_group(group, M + i, ld);
        down_part(group, true, all, M + i, ld, x, sums + i);
    }
    if (i < rows)
        down_part(group, false, partial_of(rows - i), M + i, ld, x, sums + i);
}

INLINE real add_lanes(vector v)
{
    real sum = 0;
    for (int l = 0; l < VECTOR_LENGTH; l++)
        sum += v[l];
    return sum;
}

INLINE void across_part(int group, bool whole, partial which, const real *M, int64_t ld, const real *x,
                        vector *sum)
{
    const vector part = load_part(whole, x, which);
#pragma GCC unroll 4
    for (int j = 0; j < group; j++)
        sum[j] += load_part(whole, M + j * ld, which) * part;
}

/* sums[j] += column j times x. */
INLINE void across(int group, bool fetches, int64_t rows, const real *M, int64_t ld, const real *x,
                   real *sums)
{
    const partial all = partial_of(VECTOR_LENGTH);
    vector sum[GROUP] = {0};
    int64_t i = 0;
    for (; i + VECTOR_LENGTH <= rows; i += VECTOR_LENGTH) {
        if (fetches)
            fetch_group(group, M + i, ld);
        across_part(group, true, all, M + i, ld, x + i, sum);
    }
    if (i < rows)
        across_part(group, false, partial_of(rows - i), M + i, ld, x + i, sum);
#pragma GCC unroll 4
    for (int j = 0; j < group; j++)
        sums[j] += add_lanes(sum[j]);
}

/* As gemm_kernel.h says of gemm_vector_product. */
static void lines_down(int64_t rows, int64_t columns, const real *M, int64_t ld, const real *x, real *sums,
                       bool fetches)
{
    int64_t j = 0;
    for (; fetches && j + 2 * GROUP <= columns; j += GROUP)
        down(GROUP, true, rows, M + j * ld, ld, x + j, sums);
    for (; j + GROUP <= columns; j += GROUP)
        down(GROUP, false, rows, M + j * ld, ld, x + j, sums);
    for (; j < columns; j++)
        down(1, false, rows, M + j * ld, ld, x + j, sums);
}

static void lines_across(int64_t rows, int64_t columns, const real *M, int64_t ld, const real *x, real *sums,
                         bool fetches)
{
    int64_t j = 0;
    for (; fetches && j + 2 * GROUP <= columns; j += GROUP)
        across(GROUP, true, rows, M + j * ld, ld, x, sums + j);
    for (; j + GROUP <= columns; j += GROUP)
        across(GROUP, false, rows, M + j * ld, ld, x, sums + j);
    for (; j < columns; j++)
        across(1, false, rows, M + j * ld, ld, x, sums + j);
}

#endif
