/* What an instruction set brings to mm_gemm: micro-kernels, packing, and the sizes that suit them. One per
 * element type, as in kernels/real.h.
 *
 * A tile is the part of C that a micro-kernel keeps in registers: `vectors` registers high, `columns` wide.
 * Small products use tiles of every shape that the registers hold; the blocked loops use one, MR x NR. */
#ifndef MM_GEMM_KERNEL_H
#define MM_GEMM_KERNEL_H

#include <stdbool.h>

#include "core/status.h"
#include "kernels/gemm_params.h"
#include "kernels/real.h"

enum { TILE_VECTORS_MAX = 4, TILE_COLUMNS_MAX = 16 };

/* C = alpha A B + beta C for a tile: A is rows x k, column p at A + p * lda. beta = 0: C is not read.
 * vectors - 1 whole registers of rows and a last one that may be partly filled: rows tells. What follows a
 * partly filled column is not touched, neither of A nor of C. */
typedef void gemm_tile(int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,
                       int64_t ldc, int64_t rows, real alpha, real beta);

/* Tiles side by side, over n columns of C, a multiple of the tile's: a loop within the function costs less
 * than a call for each tile, whose first instructions would wait for the stores of the one before. */
typedef void gemm_strip(int64_t n, int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,
                        int64_t ldc, int64_t rows, real alpha, real beta);

/* A tile, and `copy` becomes A as a packed panel: column p at copy + p * vectors * vector_length, its last
 * register filled up with zeros. */
typedef void gemm_copying_tile(int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,
                               int64_t ldc, int64_t rows, real alpha, real beta, real *copy);

/* A tile of an A from beyond the L2 cache: what lies `next` elements from each of its columns, which the
 * panel after it reads, is fetched into it meanwhile. */
typedef void gemm_fetching_tile(int64_t k, const real *A, int64_t lda, const real *B, int64_t ldb, real *C,
                                int64_t ldc, int64_t rows, real alpha, real beta, int64_t next);

/* What a tile fetches into the L2 cache meanwhile, for others to read: each round, which takes some columns
 * of A, the lines at `from` and at `from` + apart, then `from` moves on by `step`. */
typedef struct gemm_fetch {
    const real *from;
    int64_t apart, step;
} gemm_fetch;

/* The same from packed panels of A and B. */
typedef void gemm_packed_tile(int64_t k, const real *A, const real *B, real *C, int64_t ldc, int64_t rows,
                              real alpha, real beta, gemm_fetch soon);

/* Columns of a matrix that are read side by side: with a power of two between them, all lie in one set of the
 * L1 cache. */
enum { GROUP = 4 };

/* A matrix, rows x columns, times a vector. down: sums += M x, of length rows; across: sums += M' x, of
 * length columns. fetches: while a group of columns is read, the next is brought into the L1 cache. */
typedef void gemm_vector_product(int64_t rows, int64_t columns, const real *M, int64_t ld, const real *x,
                                 real *sums, bool fetches);

/* A panel is `width` wide and k long, element (p, i) at panel[i + p * stride]; what is beyond the width up to
 * the stride becomes zero. copied: from[i + p * ld]; transposed: from[p + i * ld]. */
typedef void gemm_pack(int64_t width, int64_t k, const real *from, int64_t ld, real *panel, int64_t stride);

typedef struct gemm_kernel {
    int64_t vector_length;             /* elements of a register, a power of two */
    int log2_length;                   /* its logarithm: the CPU divides slowly */
    int64_t tallest;                   /* height of the highest tile, in registers */
    int64_t columns[TILE_VECTORS_MAX]; /* the widest tile, by vectors - 1 */
    /* Tiles, by vectors - 1 and columns - 1. by_rows: row p of B lies at B + p * ldb, as in a packed panel or
     * in a transposed B; by_columns: column j lies at B + j * ldb. */
    gemm_tile *by_rows[TILE_VECTORS_MAX][TILE_COLUMNS_MAX];
    gemm_fetching_tile *afar_by_rows[TILE_VECTORS_MAX][TILE_COLUMNS_MAX],
        *afar_by_columns[TILE_VECTORS_MAX][TILE_COLUMNS_MAX];
    gemm_strip *strips_by_rows[TILE_VECTORS_MAX][TILE_COLUMNS_MAX],
        *strips_by_columns[TILE_VECTORS_MAX][TILE_COLUMNS_MAX];
    /* gemm_fold.h, by columns - 1: A is a panel of height lda, which `narrow` packs where `copied` would; it
     * writes up to a register beyond the panel. */
    gemm_strip *folded[TILE_COLUMNS_MAX];
    gemm_pack *narrow;
    gemm_copying_tile *copying_by_rows, *copying_by_columns; /* 2 registers high, columns[1] wide */
    /* The tile of the blocked loops, packed_vectors high and columns[packed_vectors - 1] wide. packing_A: B
     * is packed, and A becomes so. */
    int64_t packed_vectors;
    int64_t round; /* columns of A to a round of its loop */
    gemm_copying_tile *packing_A;
    gemm_packed_tile *packed;
    gemm_pack *copied, *transposed;
    gemm_vector_product *down, *across;
} gemm_kernel;

extern const gemm_kernel MM_NAME(gemm_generic), MM_NAME(gemm_avx2), MM_NAME(gemm_avx512);

/* One call of mm_gemm, of this element type: op() as flags, sizes after op(), and the widest kernel there is.
 */
typedef struct gemm_call {
    const gemm_kernel *kernel;
    const mm_gemm_params *params;
    bool trans_a, trans_b;
    int64_t m, n, k;
    real alpha, beta;
    const real *A, *B;
    real *C;
    int64_t lda, ldb, ldc;
    int threads;
} gemm_call;

/* Products that are small enough to be read where they lie: gemm_small.c. */
bool MM_NAME(gemm_is_small)(const gemm_call *call);
void MM_NAME(gemm_small)(const gemm_call *call);

/* One row or column of C: gemm_line.c. */
bool MM_NAME(gemm_is_line)(const gemm_call *call);
void MM_NAME(gemm_line)(const gemm_call *call);

/* All others: gemm_blocked.c. */
mm_status MM_NAME(gemm_blocked)(const gemm_call *call, mm_error *err);

/* What is left in as few parts as parts of at most `most` allow, as equal as can be: the size of the first,
 * and how many are of that size, after which the others are one less. One or two are the usual case: no
 * division, which takes as long as a hundred multiply-adds. */
typedef struct gemm_parts {
    int64_t size, equal;
} gemm_parts;

static inline gemm_parts parts_of(int64_t left, int64_t most)
{
    if (left <= most)
        return (gemm_parts){left, 1};
    if (left <= 2 * most)
        return (gemm_parts){(left + 1) / 2, 2 - (left & 1)};
    const int64_t parts = (left + most - 1) / most, size = (left + parts - 1) / parts;
    return (gemm_parts){size, left - (size - 1) * parts};
}

/* The part that begins at `start`, where all parts before were cut by this function, too. */
static inline int64_t next_part(int64_t start, int64_t count, int64_t most)
{
    return parts_of(count - start, most).size;
}

/* Registers that hold so many rows. */
static inline int64_t vectors_of(const gemm_kernel *kernel, int64_t rows)
{
    return (rows + kernel->vector_length - 1) >> kernel->log2_length;
}

static inline int64_t round_up(int64_t count, int64_t multiple)
{
    return (count + multiple - 1) / multiple * multiple;
}

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#endif
