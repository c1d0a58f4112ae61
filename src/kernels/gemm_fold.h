/* A few rows left over, at most half a register of them: as a tile of their own they would cost as much as a
 * full one. So several columns of A lie side by side in a register, here four with four rows each,
 *
 *   a(0,p:p+3)  a(1,p:p+3)  a(2,p:p+3)  a(3,p:p+3)     times
 *   b(p:p+3,j)  b(p:p+3,j)  b(p:p+3,j)  b(p:p+3,j)     for each column j of B,
 *
 * and what they sum up is added across each row's lanes at the end. With one row this is the dot product. */
#ifndef MM_GEMM_FOLD_H
#define MM_GEMM_FOLD_H

#include "kernels/gemm_tile.h"

/* A panel of less than a register's height, which is the stride, filled up with zeros to whole registers:
 * each column is stored with what follows it, to be overwritten by the next. */
static void pack_narrow(int64_t rows, int64_t k, const real *from, int64_t ld, real *panel, int64_t height)
{
    const partial used = partial_of(rows);
    for (int64_t p = 0; p < k; p++)
        store(panel + p * height, load_partial(from + p * ld, used));
}

/* `together` columns of A that lie one after the other in the panel, in the order shown above. */
INLINE vector load_columns(const real *A, int together)
{
    lanes order;
    for (lane l = 0; l < VECTOR_LENGTH; l++)
        order[l] = l % together * (VECTOR_LENGTH / together) + l / together;
    return permute(load(A), order);
}

/* The sum of each row's lanes, in the first lanes. */
INLINE vector add_rows(vector sum, int together)
{
    lanes all, first;
    for (lane l = 0; l < VECTOR_LENGTH; l++) {
        all[l] = l;
        first[l] = l * together % VECTOR_LENGTH;
    }
    for (lane apart = 1; apart < together; apart *= 2)
        sum += permute(sum, all ^ apart);
    return permute(sum, first);
}

INLINE void fold_sum(int columns, int together, int64_t k, const real *A, const real *B, int64_t ldb,
                     vector *sum)
{
    for (; k >= together; k -= together) {
        const vector a = load_columns(A, together);
#pragma GCC unroll 16
        for (int j = 0; j < columns; j++)
            sum[j] += a * load_repeated(B + j * ldb, together * (int)sizeof(real));
        A += VECTOR_LENGTH;
        B += together;
    }
    if (k == 0)
        return;
    lanes which;
    for (lane l = 0; l < VECTOR_LENGTH; l++)
        which[l] = l % together;
#pragma GCC unroll 16
    for (int j = 0; j < columns; j++)
        sum[j] += load_columns(A, together) * permute(load_partial(B + j * ldb, partial_of(k)), which);
}

/* Strips of height `rows`, of VECTOR_LENGTH / together rows or fewer; A is a packed panel of that stride,
 * filled up with zeros to whole registers. */
INLINE void fold(int columns, int together, int64_t n, int64_t k, const real *A, const real *B, int64_t ldb,
                 real *C, int64_t ldc, int64_t rows, real alpha, real beta)
{
    const partial last = partial_of(rows);
    for (; n > 0; n -= columns) {
        vector sum[TILE_COLUMNS_MAX] = {0};
        fold_sum(columns, together, k, A, B, ldb, sum);
#pragma GCC unroll 16
        for (int j = 0; j < columns; j++) {
            vector result = add_rows(sum[j], together) * alpha;
            if (beta != 0)
                result += load_partial(C, last) * beta;
            store_partial(C, result, last);
            C += ldc;
        }
        B += columns * ldb;
    }
}

/* The same for whatever height there is. */
INLINE void fold_any(int columns, int64_t n, int64_t k, const real *A, int64_t height, const real *B,
                     int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha, real beta)
{
    if (VECTOR_LENGTH > 2 && height == VECTOR_LENGTH / 2)
        fold(columns, 2, n, k, A, B, ldb, C, ldc, rows, alpha, beta);
    else if (VECTOR_LENGTH > 4 && height == VECTOR_LENGTH / 4)
        fold(columns, 4, n, k, A, B, ldb, C, ldc, rows, alpha, beta);
    else if (VECTOR_LENGTH > 8 && height == VECTOR_LENGTH / 8)
        fold(columns, 8, n, k, A, B, ldb, C, ldc, rows, alpha, beta);
    else
        fold(columns, VECTOR_LENGTH, n, k, A, B, ldb, C, ldc, rows, alpha, beta);
}

#endif
