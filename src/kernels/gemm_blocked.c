/* The five loops around the micro-kernel:
 *
 *   for jc: nc columns of C and B                          a block of B, kc x nc, packed: L3 cache
 *     for pc: kc of the inner dimension
 *       for ic: mc rows of C and A                         a block of A, mc x kc, packed: L2 cache
 *         for jr: nr columns of the block                  a panel of B, kc x nr:         L1 cache
 *           for ir: mr rows                                a tile of C, mr x nr:          registers
 *
 * Each level meets what the level within it holds so often that fetching it is paid for. */
#include "kernels/gemm_kernel.h"
#include "kernels/gemm_workspace.h"

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

/* All tiles of one panel of B. With the block's first panel of B, j = 0, the panels of A are packed. */
static void multiply_panel(const gemm_call *call, const block *at, int64_t j, int64_t width, const real *B,
                           real *packed_A)
{
    const gemm_kernel *kernel = call->kernel;
    const int64_t length = kernel->vector_length, mr = call->params->mr_vectors * length;
    real *C = call->C + at->i + (at->j + j) * call->ldc;
    for (int64_t i = 0; i < at->m; i += mr) {
        const int64_t rows = least(mr, at->m - i), vectors = (rows + length - 1) / length;
        real *panel = packed_A + i * at->k;
        if (j == 0 && !call->trans_a && vectors == 2 && width == kernel->columns[1]) {
            const real *A = call->A + at->i + i + at->p * call->lda;
            kernel->copying_by_rows(at->k, A, call->lda, B, width, C + i, call->ldc, rows, call->alpha,
                                    at->beta, panel);
            continue;
        }
        if (j == 0)
            pack_panel_of_A(call, at, i, rows, vectors * length, panel);
        kernel->by_rows[vectors - 1][width - 1](at->k, panel, vectors * length, B, width, C + i, call->ldc,
                                                rows, call->alpha, at->beta);
    }
}

static void multiply_block(const gemm_call *call, const block *at, const blocks *packed)
{
    for (int64_t j = 0, width; j < at->n; j += width) {
        real *B = packed->B + j * at->k;
        width = next_part(j, at->n, call->params->nr);
        if (at->i == 0)
            pack_panel_of_B(call, at, j, width, B);
        multiply_panel(call, at, j, width, B, packed->A);
    }
}

static void multiply(const gemm_call *call, const blocks *packed)
{
    const mm_gemm_params *most = call->params;
    block at;
    for (at.j = 0; at.j < call->n; at.j += at.n) {
        at.n = next_part(at.j, call->n, most->nc);
        for (at.p = 0; at.p < call->k; at.p += at.k) {
            at.k = next_part(at.p, call->k, most->kc);
            at.beta = at.p == 0 ? call->beta : 1;
            for (at.i = 0; at.i < call->m; at.i += at.m) {
                at.m = least(most->mc, call->m - at.i);
                multiply_block(call, &at, packed);
            }
        }
    }
}

mm_status MM_NAME(gemm_blocked)(const gemm_call *call, mm_error *err)
{
    const mm_gemm_params *most = call->params;
    const int64_t k = least(most->kc, call->k),
                  m = round_up(least(most->mc, call->m), call->kernel->vector_length),
                  n = least(most->nc, call->n);
    const size_t a_bytes = (size_t)round_up(m * k * (int64_t)sizeof(real), 4096),
                 b_bytes = (size_t)(k * n) * sizeof(real);
    void *memory;
    mm_status status = mm_gemm_workspace(a_bytes + b_bytes, &memory, err);
    if (status != MM_OK)
        return status;
    const blocks packed = {.A = memory, .B = (real *)((char *)memory + a_bytes)};
    multiply(call, &packed);
    return MM_OK;
}
