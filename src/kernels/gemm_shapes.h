/* The shapes of tiles as functions and as the table of a gemm_kernel: included last by the files
 * gemm_kernel_<isa>.c, which have said with TILES(M) which shapes their registers hold, and have a name for
 * themselves in KERNEL. M (vectors, columns) stands for each shape. */
#ifndef MM_GEMM_SHAPES_H
#define MM_GEMM_SHAPES_H

#include "kernels/gemm_fold.h"
#include "kernels/gemm_line.h"
#include "kernels/gemm_pack.h"
#include "kernels/gemm_tile.h"

#define TILE_FUNCTION(layout, rows_are_contiguous, vectors, columns)                                         \
    static void layout##_##vectors##_##columns(int64_t k, const real *A, int64_t lda, const real *B,         \
                                               int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha,  \
                                               real beta)                                                    \
    {                                                                                                        \
        tile(vectors, columns, rows_are_contiguous, IN_PLACE, k,                                             \
             (place){.A = A, .B = B, .lda = lda, .ldb = ldb}, C, ldc, rows, alpha, beta);                    \
    }
#define STRIP_FUNCTION(layout, rows_are_contiguous, vectors, columns)                                        \
    static void layout##_##vectors##_##columns(int64_t n, int64_t k, const real *A, int64_t lda,             \
                                               const real *B, int64_t ldb, real *C, int64_t ldc,             \
                                               int64_t rows, real alpha, real beta)                          \
    {                                                                                                        \
        strip(vectors, columns, rows_are_contiguous, n, k, A, lda, B, ldb, C, ldc, rows, alpha, beta);       \
    }
#define AFAR_FUNCTION(layout, rows_are_contiguous, vectors, columns)                                         \
    static void layout##_##vectors##_##columns(int64_t k, const real *A, int64_t lda, const real *B,         \
                                               int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha,  \
                                               real beta, int64_t next)                                      \
    {                                                                                                        \
        tile(vectors, columns, rows_are_contiguous, FROM_AFAR, k,                                            \
             (place){.A = A, .B = B, .lda = lda, .ldb = ldb, .next = next}, C, ldc, rows, alpha, beta);      \
    }
#define TILE_FUNCTIONS(vectors, columns)                                                                     \
    TILE_FUNCTION(by_rows, true, vectors, columns)                                                           \
    AFAR_FUNCTION(afar_by_rows, true, vectors, columns)                                                      \
    AFAR_FUNCTION(afar_by_columns, false, vectors, columns)                                                  \
    STRIP_FUNCTION(strip_by_rows, true, vectors, columns)                                                    \
    STRIP_FUNCTION(strip_by_columns, false, vectors, columns)
#define ROWS_ENTRY(vectors, columns) [vectors - 1][columns - 1] = by_rows_##vectors##_##columns,
#define AFAR_ROWS_ENTRY(vectors, columns) [vectors - 1][columns - 1] = afar_by_rows_##vectors##_##columns,
#define AFAR_COLUMNS_ENTRY(vectors, columns)                                                                 \
    [vectors - 1][columns - 1] = afar_by_columns_##vectors##_##columns,
#define STRIP_ROWS_ENTRY(vectors, columns) [vectors - 1][columns - 1] = strip_by_rows_##vectors##_##columns,
#define STRIP_COLUMNS_ENTRY(vectors, columns)                                                                \
    [vectors - 1][columns - 1] = strip_by_columns_##vectors##_##columns,

TILES(TILE_FUNCTIONS)

#define FOLD_FUNCTION(unused, columns)                                                                       \
    static void fold_##columns(int64_t n, int64_t k, const real *A, int64_t height, const real *B,           \
                               int64_t ldb, real *C, int64_t ldc, int64_t rows, real alpha, real beta)       \
    {                                                                                                        \
        fold_any(columns, n, k, A, height, B, ldb, C, ldc, rows, alpha, beta);                               \
    }
#define FOLD_ENTRY(unused, columns) [columns - 1] = fold_##columns,

FOLDS(FOLD_FUNCTION)

static void copying_by_rows(int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,
                            int64_t ldc, int64_t rows, real alpha, real beta, real *copy)
{
    tile(2, COLUMNS_2, true, COPYING, k, (place){.A = A, .B = B, .lda = lda, .ldb = ldb, .copy = copy}, C,
         ldc, rows, alpha, beta);
}

static void copying_by_columns(int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,
                               int64_t ldc, int64_t rows, real alpha, real beta, real *copy)
{
    tile(2, COLUMNS_2, false, COPYING, k, (place){.A = A, .B = B, .lda = lda, .ldb = ldb, .copy = copy}, C,
         ldc, rows, alpha, beta);
}

enum { PACKED_COLUMNS = PACKED_VECTORS == 3 ? COLUMNS_3 : COLUMNS_2 };

static void packing_A(int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C, int64_t ldc,
                      int64_t rows, real alpha, real beta, real *copy)
{
    tile(PACKED_VECTORS, PACKED_COLUMNS, true, COPYING, k,
         (place){.A = A, .B = B, .lda = lda, .ldb = ldb, .copy = copy}, C, ldc, rows, alpha, beta);
}

static void packed(int64_t k, const real *A, const real *B, real *C, int64_t ldc, int64_t rows, real alpha,
                   real beta, gemm_fetch soon)
{
    const place at = {
        .A = A, .B = B, .lda = PACKED_VECTORS * VECTOR_LENGTH, .ldb = PACKED_COLUMNS, .soon = soon};
    tile(PACKED_VECTORS, PACKED_COLUMNS, true, PACKED, k, at, C, ldc, rows, alpha, beta);
}

const gemm_kernel KERNEL = {
    .vector_length = VECTOR_LENGTH,
    .log2_length = __builtin_ctz(VECTOR_LENGTH),
    .tallest = COLUMNS_4 > 0 ? 4 : 3,
    .columns = {COLUMNS_1, COLUMNS_2, COLUMNS_3, COLUMNS_4},
    .by_rows = {TILES(ROWS_ENTRY)},
    .afar_by_rows = {TILES(AFAR_ROWS_ENTRY)},
    .afar_by_columns = {TILES(AFAR_COLUMNS_ENTRY)},
    .strips_by_rows = {TILES(STRIP_ROWS_ENTRY)},
    .strips_by_columns = {TILES(STRIP_COLUMNS_ENTRY)},
    .folded = {FOLDS(FOLD_ENTRY)},
    .copying_by_rows = copying_by_rows,
    .copying_by_columns = copying_by_columns,
    .packed_vectors = PACKED_VECTORS,
    .round = ROUND,
    .packing_A = packing_A,
    .packed = packed,
    .copied = pack_copied,
    .transposed = pack_transposed,
    .narrow = pack_narrow,
    .down = lines_down,
    .across = lines_across,
};

#endif
