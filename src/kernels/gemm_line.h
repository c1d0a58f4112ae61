/* One column or row of C: a matrix times a vector. Each element of the matrix is read once, so that nothing
 * but the reading counts. A tile would read a few lines of each column, in another page each; here a group of
 * columns is read from top to bottom, as it lies in memory, while the next group is fetched. */
#ifndef MM_GEMM_LINE_H
#define MM_GEMM_LINE_H

#include "kernels/gemm_tile.h"

enum {
    GROUP = 4
}; /* columns side by side: with a power of two between them all lie in one set of the L1 cache */

INLINE void fetch_group(int group, const real *M, int64_t ld)
{
#pragma GCC unroll 4
    for (int j = 0; j < group; j++)
        __builtin_prefetch(M + (group + j) * ld);
}

/* sums += the columns, each times its number in x. */
INLINE void down(int group, bool fetches, int64_t rows, const real *M, int64_t ld, const real *x, real *sums)
{
    for (int64_t i = 0; i < rows; i += VECTOR_LENGTH) {
        const partial which = partial_of(least(VECTOR_LENGTH, rows - i));
        vector sum = load_partial(sums + i, which);
        if (fetches)
            fetch_group(group, M + i, ld);
#pragma GCC unroll 4
        for (int j = 0; j < group; j++)
            sum += load_partial(M + i + j * ld, which) * x[j];
        store_partial(sums + i, sum, which);
    }
}

INLINE real add_lanes(vector v)
{
    real sum = 0;
    for (int l = 0; l < VECTOR_LENGTH; l++)
        sum += v[l];
    return sum;
}

/* sums[j] += column j times x. */
INLINE void across(int group, bool fetches, int64_t rows, const real *M, int64_t ld, const real *x,
                   real *sums)
{
    vector sum[GROUP] = {0};
    for (int64_t i = 0; i < rows; i += VECTOR_LENGTH) {
        const partial which = partial_of(least(VECTOR_LENGTH, rows - i));
        const vector part = load_partial(x + i, which);
        if (fetches)
            fetch_group(group, M + i, ld);
#pragma GCC unroll 4
        for (int j = 0; j < group; j++)
            sum[j] += load_partial(M + i + j * ld, which) * part;
    }
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
