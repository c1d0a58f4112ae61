/* The five loops around the micro-kernel:
 *
 *   for jc: nc columns of C and B                          a block of B, kc x nc, packed: L3 cache
 *     for pc: kc of the inner dimension
 *       for ic: mc rows of C and A                         a block of A, mc x kc, packed: L2 cache
 *         for jr: nr columns of the block                  a panel of B, kc x nr:         L1 cache
 *           for ir: mr rows                                a tile of C, mr x nr:          registers
 *
 * Each level meets what the level within it holds so often that fetching it is paid for.
 *
 * Several threads share the rows of C: together they pack a block of B, then each meets it with blocks of A
 * of its own. Where C is much wider than high they share its columns instead, and each is on its own. */
#include "kernels/gemm_kernel.h"
#include "kernels/gemm_team.h"
#include "kernels/gemm_workspace.h"

/* Where the rank's share of `size` rows or columns begins, in whole units. */
static int64_t share_start(int64_t size, int64_t unit, int rank, int count)
{
    const int64_t units = (size + unit - 1) / unit;
    return least(size, units * rank / count * unit);
}

static int64_t mr_of(const gemm_call *call)
{
    return call->params->mr_vectors * call->kernel->vector_length;
}

typedef struct blocks {
    real *A, *B; /* packed: panel i of A at A + i * kc, panel j of B at B + j * kc */
} blocks;

/* One block of C: m x n at C, inner dimension k, all within the call's. */
typedef struct block {
    int64_t i, j, p, m, n, k;
    real beta;
} block;

static void pack_panel_of_A(const gemm_call *call, const block *at, int64_t i, int64_t rows, int64_t height,
                            real *panel)
{
    const real *A =
        call->A + (call->trans_a ? at->p + (at->i + i) * call->lda : at->i + i + at->p * call->lda);
    (call->trans_a ? call->kernel->transposed : call->kernel->copied)(rows, at->k, A, call->lda, panel,
                                                                      height);
}

static void pack_panel_of_B(const gemm_call *call, const block *at, int64_t j, int64_t width, real *panel)
{
    const real *B =
        call->B + (call->trans_b ? at->j + j + at->p * call->ldb : at->p + (at->j + j) * call->ldb);
    (call->trans_b ? call->kernel->copied : call->kernel->transposed)(width, at->k, B, call->ldb, panel,
                                                                      width);
}

/* The panel of B that is read next. Each tile fetches a piece of it: two columns; where it is yet to be
 * packed, the last piece is the memory that it will be packed to. */
typedef struct ahead {
    const real *B;
    int64_t ldb, columns;
    const real *packed; /* NULL: there already */
} ahead;

static ahead ahead_of(const gemm_call *call, const block *at, int64_t j, const real *packed_B, bool packs_B)
{
    ahead next = {packed_B + j * at->k, at->k, least(call->params->nr, at->n - j), NULL};
    if (packs_B && !call->trans_b && next.columns > 0) {
        next.packed = next.B;
        next.B = call->B + at->p + (at->j + j) * call->ldb;
        next.ldb = call->ldb;
    }
    return next;
}

static gemm_fetch next_piece(ahead *next, int64_t round)
{
    enum { LINE = 64 / sizeof(real) };
    gemm_fetch piece = {next->B, 0, 0};
    if (next->columns >= 2) {
        piece = (gemm_fetch){next->B, next->ldb, round};
        next->B += 2 * next->ldb;
        next->columns -= 2;
    } else if (next->packed) {
        piece = (gemm_fetch){next->packed, LINE, 2 * LINE};
        next->packed = NULL;
    }
    return piece;
}

/* All tiles of one panel of B. With the block's first panel of B, j = 0, the panels of A are packed. */
static void multiply_panel(const gemm_call *call, const block *at, int64_t j, int64_t width, const real *B,
                           ahead next, real *packed_A)
{
    const gemm_kernel *kernel = call->kernel;
    const int64_t length = kernel->vector_length, mr = mr_of(call);
    real *C = call->C + at->i + (at->j + j) * call->ldc;
    for (int64_t i = 0; i < at->m; i += mr) {
        const int64_t rows = least(mr, at->m - i), vectors = (rows + length - 1) / length;
        const bool is_usual = vectors == kernel->packed_vectors && width == kernel->columns[vectors - 1];
        real *panel = packed_A + i * at->k;
        if (j == 0 && is_usual && !call->trans_a) {
            const real *A = call->A + at->i + i + at->p * call->lda;
            kernel->packing_A(at->k, A, call->lda, B, width, C + i, call->ldc, rows, call->alpha, at->beta,
                              panel);
            continue;
        }
        if (j == 0)
            pack_panel_of_A(call, at, i, rows, vectors * length, panel);
        if (is_usual)
            kernel->packed(at->k, panel, B, C + i, call->ldc, rows, call->alpha, at->beta,
                           next_piece(&next, kernel->round));
        else
            kernel->by_rows[vectors - 1][width - 1](at->k, panel, vectors * length, B, width, C + i,
                                                    call->ldc, rows, call->alpha, at->beta);
    }
}

/* Alone, a thread packs a panel of B when it needs it, so that it is then in the cache. */
static void multiply_block(const gemm_call *call, const block *at, const blocks *packed, bool packs_B)
{
    for (int64_t j = 0, width; j < at->n; j += width) {
        real *B = packed->B + j * at->k;
        width = next_part(j, at->n, call->params->nr);
        if (packs_B)
            pack_panel_of_B(call, at, j, width, B);
        multiply_panel(call, at, j, width, B, ahead_of(call, at, j + width, packed->B, packs_B), packed->A);
    }
}

/* The rank's share of a block of B: every count-th panel. */
static void pack_share_of_B(const gemm_call *call, const block *at, real *packed, int rank, int count)
{
    int64_t panel = 0;
    for (int64_t j = 0, width; j < at->n; j += width, panel++) {
        width = next_part(j, at->n, call->params->nr);
        if (panel % count == rank)
            pack_panel_of_B(call, at, j, width, packed + j * at->k);
    }
}

/* The three outer loops, over the rank's rows. */
static void multiply(const gemm_call *call, const blocks *packed, int rank, int count)
{
    const mm_gemm_params *most = call->params;
    const int64_t mr = mr_of(call), length = call->kernel->vector_length,
                  first = share_start(call->m, length, rank, count),
                  end = share_start(call->m, length, rank + 1, count);
    block at;
    for (at.j = 0; at.j < call->n; at.j += at.n) {
        at.n = next_part(at.j, call->n, most->nc);
        for (at.p = 0; at.p < call->k; at.p += at.k) {
            at.k = next_part(at.p, call->k, most->kc);
            at.beta = at.p == 0 ? call->beta : 1;
            if (count > 1)
                pack_share_of_B(call, &at, packed->B, rank, count);
            mm_team_meet(count);
            for (at.i = first; at.i < end; at.i += at.m) {
                at.m = least(round_up(next_part(at.i, end, most->mc), mr), end - at.i);
                multiply_block(call, &at, packed, count == 1 && at.i == first);
            }
            mm_team_meet(count); /* nobody overwrites the block of B while another reads it */
        }
    }
}

/* --- Threads and memory. */

typedef struct product {
    const gemm_call *call;
    bool shares_columns;
    char *memory;
    size_t a_bytes, b_bytes; /* of one packed block each */
} product;

static void work(void *context, int rank, int count)
{
    const product *whole = context;
    const size_t blocks_of_B = whole->shares_columns ? (size_t)count : 1;
    char *A = whole->memory + blocks_of_B * whole->b_bytes + (size_t)rank * whole->a_bytes;
    if (!whole->shares_columns) {
        multiply(whole->call, &(blocks){(real *)A, (real *)whole->memory}, rank, count);
        return;
    }
    const int64_t nr = whole->call->params->nr, j = share_start(whole->call->n, nr, rank, count);
    gemm_call mine = *whole->call;
    mine.n = share_start(mine.n, nr, rank + 1, count) - j;
    mine.B += mine.trans_b ? j : j * mine.ldb;
    mine.C += j * mine.ldc;
    multiply(&mine, &(blocks){(real *)A, (real *)(whole->memory + (size_t)rank * whole->b_bytes)}, 0, 1);
}

/* A thread is worth its waking from a product of 64 x 64 x 64 on. */
static int threads_worth(const gemm_call *call)
{
    const double products = (double)call->m * (double)call->n * (double)call->k / (64.0 * 64 * 64);
    return products < call->threads ? (products > 1 ? (int)products : 1) : call->threads;
}

mm_status MM_NAME(gemm_blocked)(const gemm_call *call, mm_error *err)
{
    const mm_gemm_params *most = call->params;
    const int64_t k = least(most->kc, call->k), m = round_up(least(most->mc, call->m), mr_of(call));
    const int count = mm_team_take(threads_worth(call));
    product whole = {
        .call = call,
        .shares_columns = count > 1 && call->n > 2 * call->m,
        .a_bytes = (size_t)round_up(m * k * (int64_t)sizeof(real), 4096),
        .b_bytes = (size_t)round_up(least(most->nc, call->n) * k * (int64_t)sizeof(real), 4096),
    };
    const size_t blocks_of_B = whole.shares_columns ? (size_t)count : 1;
    void *memory;
    mm_status status =
        mm_gemm_workspace((size_t)count * whole.a_bytes + blocks_of_B * whole.b_bytes, &memory, err);
    if (status == MM_OK) {
        whole.memory = memory;
        mm_team_run(count, work, &whole);
    }
    mm_team_release(count);
    return status;
}
