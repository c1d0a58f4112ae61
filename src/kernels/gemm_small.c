/* Small products: packing would cost several per cent of them, so B is read where it lies, and A, too, unless
 * it is transposed: then a panel of it is brought into order on the stack. Nothing is allocated, nothing
 * locked.
 *
 * Edges cost little: C is cut into tiles of nearly equal width, and the last register of a column may be
 * partly filled. */
#include "kernels/gemm_kernel.h"

enum {
    K_MAX = 256, /* of a panel of A, which stays in the L1 cache */
    PANEL_MAX = TILE_VECTORS_MAX * 64 / sizeof(real) * K_MAX, /* 64 bytes is the widest register there is */
};

bool MM_NAME(gemm_is_small)(const gemm_call *call)
{
    const double small = (double)call->params->small;
    const int64_t mr = call->params->mr_vectors * call->kernel->vector_length;
    /* With one panel of A or of B the other is read only once: there is nothing to pack it for. */
    return call->m <= mr || call->n <= call->params->nr ||
           (double)call->m * (double)call->n * (double)call->k <= small * small * small;
}

/* The height of the next tile, in registers: two suit long rows best, and an odd count ends with three. */
static int64_t next_height(int64_t vectors_left)
{
    return vectors_left == 3 ? 3 : least(vectors_left, 2);
}

/* C = alpha A B + beta C for a panel of A, `vectors` registers high, and all columns of B. */
static void panel_times_B(const gemm_call *call, int64_t vectors, int64_t rows, int64_t k, const real *A,
                          int64_t lda, const real *B, real *C, real beta)
{
    const gemm_kernel *kernel = call->kernel;
    gemm_tile *const *tiles = call->trans_b ? kernel->by_rows[vectors - 1] : kernel->by_columns[vectors - 1];
    const int64_t column_of_B = call->trans_b ? 1 : call->ldb;
    for (int64_t j = 0, width; j < call->n; j += width) {
        width = next_part(j, call->n, kernel->columns[vectors - 1]);
        tiles[width - 1](k, A, lda, B + j * column_of_B, call->ldb, C + j * call->ldc, call->ldc, rows,
                         call->alpha, beta);
    }
}

/* k columns of op(A) from p on. */
static void rows_times_B(const gemm_call *call, int64_t p, int64_t k, const real *B, real beta)
{
    const gemm_kernel *kernel = call->kernel;
    _Alignas(64) real panel[PANEL_MAX];
    const int64_t all_vectors = (call->m + kernel->vector_length - 1) / kernel->vector_length;
    for (int64_t done = 0, vectors; done < all_vectors; done += vectors) {
        vectors = next_height(all_vectors - done);
        const int64_t i = done * kernel->vector_length, height = vectors * kernel->vector_length,
                      rows = least(height, call->m - i);
        const real *A = call->A + (call->trans_a ? p + i * call->lda : i + p * call->lda);
        if (call->trans_a)
            kernel->transposed(rows, k, A, call->lda, panel, height);
        panel_times_B(call, vectors, rows, k, call->trans_a ? panel : A, call->trans_a ? height : call->lda,
                      B, call->C + i, beta);
    }
}

void MM_NAME(gemm_small)(const gemm_call *call)
{
    for (int64_t p = 0, k; p < call->k; p += k) {
        k = next_part(p, call->k, K_MAX);
        rows_times_B(call, p, k, call->B + (call->trans_b ? p * call->ldb : p), p == 0 ? call->beta : 1);
    }
}
