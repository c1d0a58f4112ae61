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
    enum { SMALL_FOR_THREADS = 128 }; /* the blocks are what threads share */
    const double small =
        (double)(call->threads > 1 ? least(SMALL_FOR_THREADS, call->params->small) : call->params->small);
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

/* A panel of op(A): where it lies, or a copy of it on the stack. */
typedef struct panel {
    int64_t vectors, rows, k; /* vectors: its height in registers */
    const real *A;
    int64_t lda;
    real *copy; /* NULL: it stays where it is */
} panel;

/* C = alpha A B + beta C for a panel of A and all columns of B. The first tile copies the panel, if it shall
 * be. */
static void panel_times_B(const gemm_call *call, panel *a, const real *B, real *C, real beta)
{
    const gemm_kernel *kernel = call->kernel;
    gemm_tile *const *tiles = (call->trans_b ? kernel->by_rows : kernel->by_columns)[a->vectors - 1];
    const int64_t most = kernel->columns[a->vectors - 1], column_of_B = call->trans_b ? 1 : call->ldb;
    int64_t j = 0;
    if (a->copy) {
        (call->trans_b ? kernel->copying_by_rows : kernel->copying_by_columns)(
            a->k, a->A, a->lda, B, call->ldb, C, call->ldc, a->rows, call->alpha, beta, a->copy);
        a->A = a->copy;
        a->lda = a->vectors * kernel->vector_length;
        j = most;
    }
    for (int64_t width; j < call->n; j += width) {
        width = next_part(j, call->n, most);
        tiles[width - 1](a->k, a->A, a->lda, B + j * column_of_B, call->ldb, C + j * call->ldc, call->ldc,
                         a->rows, call->alpha, beta);
    }
}

/* Does the panel lose its place in the L1 cache to itself, or to B, before the next tile reads it again? */
static bool is_worth_a_copy(const gemm_call *call, const panel *a)
{
    enum { L1_BYTES = 32 * 1024, TILES = 4 /* that read it */ };
    const int64_t columns = call->kernel->columns[1];
    return a->vectors == 2 && call->n >= TILES * columns &&
           (int64_t)sizeof(real) * a->k * call->lda > L1_BYTES;
}

/* The columns p to p + k of op(A) times B. */
static void rows_times_B(const gemm_call *call, int64_t p, int64_t k, const real *B, real beta)
{
    const gemm_kernel *kernel = call->kernel;
    const int64_t length = kernel->vector_length, all_vectors = (call->m + length - 1) / length;
    _Alignas(64) real memory[PANEL_MAX];
    panel a = {.k = k};
    for (int64_t done = 0; done < all_vectors; done += a.vectors) {
        const int64_t i = done * length;
        a.vectors = next_height(all_vectors - done);
        a.rows = least(a.vectors * length, call->m - i);
        a.A = call->A + (call->trans_a ? p + i * call->lda : i + p * call->lda);
        a.lda = call->lda;
        a.copy = NULL;
        if (call->trans_a) {
            kernel->transposed(a.rows, k, a.A, a.lda, memory, a.vectors * length);
            a.A = memory;
            a.lda = a.vectors * length;
        } else if (is_worth_a_copy(call, &a)) {
            a.copy = memory;
        }
        panel_times_B(call, &a, B, call->C + i, beta);
    }
}

void MM_NAME(gemm_small)(const gemm_call *call)
{
    for (int64_t p = 0, k; p < call->k; p += k) {
        k = next_part(p, call->k, K_MAX);
        rows_times_B(call, p, k, call->B + (call->trans_b ? p * call->ldb : p), p == 0 ? call->beta : 1);
    }
}
