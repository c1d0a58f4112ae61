/* The shapes of tiles as functions and as the table of a gemm_kernel: included last by the files
 * gemm_kernel_<isa>.c, which have said with TILES(M) which shapes their registers hold, and have a name for
 * themselves in KERNEL. M (vectors, columns) stands for each shape. */
#ifndef MM_GEMM_SHAPES_H
#define MM_GEMM_SHAPES_H

#include "kernels/gemm_pack.h"
#include "kernels/gemm_tile.h"

#define TILE_FUNCTION(layout, rows_are_contiguous, vectors, columns)                                                     \
    static void layout##_##vectors##_##columns(int64_t k, const real *A, int64_t lda, const real *B,         \
                                               int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha,  \
                                               real beta)                                                    \
    {                                                                                                        \
        tile(vectors, columns, rows_are_contiguous, k, A, lda, B, ldb, C, ldc, rows, alpha, beta);                       \
    }
#define TILE_FUNCTIONS(vectors, columns)                                                                     \
    TILE_FUNCTION(by_rows, true, vectors, columns)                                                              \
    TILE_FUNCTION(by_columns, false, vectors, columns)
#define ROWS_ENTRY(vectors, columns) [vectors - 1][columns - 1] = by_rows_##vectors##_##columns,
#define COLUMNS_ENTRY(vectors, columns) [vectors - 1][columns - 1] = by_columns_##vectors##_##columns,

TILES(TILE_FUNCTIONS)

const gemm_kernel KERNEL = {
    .vector_length = VECTOR_LENGTH,
    .columns = {COLUMNS_1, COLUMNS_2, COLUMNS_3},
    .by_rows = {TILES(ROWS_ENTRY)},
    .by_columns = {TILES(COLUMNS_ENTRY)},
    .copied = pack_copied,
    .transposed = pack_transposed,
};

#endif
