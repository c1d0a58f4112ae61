/* Small products: packing would cost several per cent of them, so B is read where it lies, and A, too, unless
 * it is transposed: then a panel of it is brought into order on the stack. Nothing is allocated, nothing
 * locked.
 *
 * Edges cost little: C is cut into tiles of nearly equal width, and the last register of a column may be
 * partly filled. */
#include <string.h>

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

/* The tiles of this height, by columns - 1. */
static gemm_strip *const *strips_of(const gemm_call *call, int64_t vectors)
{
    const gemm_kernel *kernel = call->kernel;
    return (call->trans_b ? kernel->strips_by_rows : kernel->strips_by_columns)[vectors - 1];
}

/* How wide a tile of this height may be. Columns of B that lie in one set of the L1 cache, as with a power of
 * two between them, would drive each other out if they were more than it has ways. */
static int64_t widest(const gemm_call *call, int64_t vectors)
{
    enum { FAR_BYTES = 2048 }; /* nearer ones share no set */
    const int64_t most = call->kernel->columns[vectors - 1], apart = call->ldb * (int64_t)sizeof(real);
    if (call->trans_b || apart < FAR_BYTES)
        return most;
    const mm_gemm_l1 *l1 = mm_gemm_l1_cache();
    return apart % (l1->bytes / l1->ways) == 0 ? least(most, l1->ways) : most;
}

/* A panel of op(A): where it lies, or a copy of it on the stack. */
typedef struct panel {
    int64_t vectors, rows, k; /* vectors: its height in registers */
    const real *A;
    int64_t lda;
    real *copy;   /* NULL: it stays where it is */
    int64_t next; /* where the panel after it lies, in elements from A; 0: nothing needs to be fetched */
} panel;

/* C = alpha A B + beta C for a panel of A and all columns of B. The first tile copies the panel, if it shall
 * be, or fetches the next. */
static void panel_times_B(const gemm_call *call, panel *a, const real *B, real *C, real beta)
{
    const gemm_kernel *kernel = call->kernel;
    gemm_strip *const *strips = strips_of(call, a->vectors);
    const int64_t most = widest(call, a->vectors), column_of_B = call->trans_b ? 1 : call->ldb;
    int64_t j = 0;
    if (a->copy) {
        (call->trans_b ? kernel->copying_by_rows : kernel->copying_by_columns)(
            a->k, a->A, a->lda, B, call->ldb, C, call->ldc, a->rows, call->alpha, beta, a->copy);
        a->A = a->copy;
        a->lda = a->vectors * kernel->vector_length;
        j = kernel->columns[a->vectors - 1]; /* as wide as it can be: it is read once */
    } else if (a->next != 0) {
        j = parts_of(call->n, most).size;
        (call->trans_b ? kernel->afar_by_rows : kernel->afar_by_columns)[a->vectors - 1][j - 1](
            a->k, a->A, a->lda, B, call->ldb, C, call->ldc, a->rows, call->alpha, beta, a->next);
    }
    for (int64_t n; j < call->n; j += n) {
        const gemm_parts tiles = parts_of(call->n - j, most);
        n = tiles.equal * tiles.size;
        strips[tiles.size - 1](n, a->k, a->A, a->lda, B + j * column_of_B, call->ldb, C + j * call->ldc,
                               call->ldc, a->rows, call->alpha, beta);
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

/* The last rows of op(A), too few to be worth a register of their own. */
static void left_over_times_B(const gemm_call *call, int64_t i, int64_t p, int64_t k, const real *B,
                              real beta, real *memory)
{
    const gemm_kernel *kernel = call->kernel;
    const int64_t rows = call->m - i, most = widest(call, 1);
    const real *A = call->A + (call->trans_a ? p + i * call->lda : i + p * call->lda);
    int64_t height = 1;
    while (height < rows)
        height *= 2;
    (call->trans_a ? kernel->transposed : kernel->narrow)(rows, k, A, call->lda, memory, height);
    if (call->trans_a)
        memset(memory + k * height, 0, (size_t)kernel->vector_length * sizeof(real));
    for (int64_t j = 0, n; j < call->n; j += n) {
        const gemm_parts tiles = parts_of(call->n - j, most);
        n = tiles.equal * tiles.size;
        kernel->folded[tiles.size - 1](n, k, memory, height, B + j * call->ldb, call->ldb,
                                       call->C + i + j * call->ldc, call->ldc, rows, call->alpha, beta);
    }
}

/* How many rows fill whole registers, or nearly so. The rest is left over for folding (gemm_fold.h), which
 * puts several columns of A into one register and pays from some inner dimension on, as its sums are put
 * together in the end: the sooner, the more columns there is room for. B is read down its columns, so it must
 * not be transposed. */
static int64_t rows_in_registers(const gemm_call *call)
{
    enum { K_WORTH_OF_4 = 16, K_WORTH_OF_2 = sizeof(real) == 4 ? 24 : 32 };
    const int64_t length = call->kernel->vector_length, rest = call->m & (length - 1);
    const bool folds =
        !call->trans_b && call->k >= (rest <= length / 4 ? K_WORTH_OF_4 : K_WORTH_OF_2) && rest <= length / 2;
    return folds ? call->m - rest : call->m;
}

/* The height of tiles, in registers: one less than the highest where C has so few columns that A is then read
 * once instead of twice, or twice instead of thrice. Two less would leave too few registers of A to a number
 * of B. */
static int64_t height_of_tiles(const gemm_kernel *kernel, int64_t all_vectors, int64_t n)
{
    enum { FEW_READS = 2 };
    const int64_t tallest = kernel->tallest, wide = kernel->columns[tallest - 2],
                  reads = (n + kernel->columns[tallest - 1] - 1) / kernel->columns[tallest - 1];
    const bool saves = n <= FEW_READS * wide && (n + wide - 1) / wide < reads;
    return saves && all_vectors > tallest ? tallest - 1 : tallest;
}

/* Where the panel lies that is read after this one of `rows` rows at row i and k columns at column p, in
 * elements from this: below it, or where the next columns begin. 0: A ends here, or is in the L2 cache. */
static int64_t panel_after(const gemm_call *call, int64_t i, int64_t rows, int64_t p, int64_t k)
{
    enum { L2_BYTES = 512 * 1024 };
    if (call->m * call->k * (int64_t)sizeof(real) <= L2_BYTES)
        return 0;
    if (i + rows < call->m)
        return rows;
    return p + k < call->k ? k * call->lda - i : 0;
}

/* The columns p to p + k of op(A) times B. */
static void rows_times_B(const gemm_call *call, int64_t p, int64_t k, const real *B, real beta)
{
    const gemm_kernel *kernel = call->kernel;
    const int64_t m = rows_in_registers(call), length = kernel->vector_length,
                  all_vectors = vectors_of(kernel, m), height = height_of_tiles(kernel, all_vectors, call->n);
    _Alignas(64) real memory[PANEL_MAX];
    panel a = {.k = k};
    for (int64_t done = 0; done < all_vectors; done += a.vectors) {
        const int64_t i = done * length;
        a.vectors = next_part(done, all_vectors, height);
        a.rows = least(a.vectors * length, m - i);
        a.A = call->A + (call->trans_a ? p + i * call->lda : i + p * call->lda);
        a.lda = call->lda;
        a.copy = NULL;
        a.next = 0;
        if (call->trans_a) {
            kernel->transposed(a.rows, k, a.A, a.lda, memory, a.vectors * length);
            a.A = memory;
            a.lda = a.vectors * length;
        } else if (is_worth_a_copy(call, &a)) {
            a.copy = memory;
        } else {
            a.next = panel_after(call, i, a.rows, p, k);
        }
        panel_times_B(call, &a, B, call->C + i, beta);
    }
    if (m < call->m)
        left_over_times_B(call, m, p, k, B, beta, memory);
}

/* A panel lower than the highest takes the more of the inner dimension. */
static int64_t inner_most(const gemm_call *call)
{
    const int64_t tallest = call->kernel->tallest, vectors = vectors_of(call->kernel, call->m);
    return vectors < tallest ? K_MAX * tallest / vectors : K_MAX;
}

/* All of the inner dimension, for some columns of C. */
static void multiply_columns(const gemm_call *call)
{
    const int64_t most = inner_most(call);
    for (int64_t p = 0, k; p < call->k; p += k) {
        k = next_part(p, call->k, most);
        rows_times_B(call, p, k, call->B + (call->trans_b ? p * call->ldb : p), p == 0 ? call->beta : 1);
    }
}

/* With a short inner dimension most of the time goes into writing C. Where that is large, it goes down a few
 * columns at a time, instead of along a few rows. */
static bool goes_by_columns(const gemm_call *call)
{
    enum { K_SHORT = 64, L1_BYTES = 32 * 1024 };
    return !call->trans_a && call->k <= K_SHORT && call->m * call->n * (int64_t)sizeof(real) > L1_BYTES;
}

/* All of C in one tile, or in two alike: where a product takes some ten nanoseconds, it shows how many of
 * them pass before the first multiply-add. Their width; 0: C is larger. */
static int64_t width_of_few_tiles(const gemm_call *call)
{
    const int64_t vectors = vectors_of(call->kernel, call->m);
    if (call->trans_a || vectors > call->kernel->tallest || rows_in_registers(call) != call->m)
        return 0;
    const gemm_parts tiles = parts_of(call->n, widest(call, vectors));
    const bool are_two = tiles.equal == 2 && tiles.size * 2 == call->n && call->k <= K_MAX;
    return tiles.size == call->n || are_two ? tiles.size : 0;
}

void MM_NAME(gemm_small)(const gemm_call *call)
{
    const int64_t width = width_of_few_tiles(call);
    if (width > 0) {
        gemm_strip *tiles = strips_of(call, vectors_of(call->kernel, call->m))[width - 1];
        tiles(call->n, call->k, call->A, call->lda, call->B, call->ldb, call->C, call->ldc, call->m,
              call->alpha, call->beta);
        return;
    }
    if (!goes_by_columns(call)) {
        multiply_columns(call);
        return;
    }
    gemm_call part = *call;
    for (int64_t j = 0; j < call->n; j += part.n) {
        part.n = next_part(j, call->n, call->kernel->columns[1]);
        part.B = call->B + (call->trans_b ? j : j * call->ldb);
        part.C = call->C + j * call->ldc;
        multiply_columns(&part);
    }
}
