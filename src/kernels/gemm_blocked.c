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

static void pack_A(const gemm_call *call, int64_t i0, int64_t m, int64_t p0, int64_t k, real *packed)
{
    const int64_t length = call->kernel->vector_length, mr = call->params->mr_vectors * length;
    for (int64_t i = 0; i < m; i += mr) {
        const int64_t rows = least(mr, m - i);
        const real *A = call->A + (call->trans_a ? p0 + (i0 + i) * call->lda : i0 + i + p0 * call->lda);
        (call->trans_a ? call->kernel->transposed
                       : call->kernel->copied)(rows, k, A, call->lda, packed + i * k, round_up(rows, length));
    }
}

static void pack_B(const gemm_call *call, int64_t j0, int64_t n, int64_t p0, int64_t k, real *packed)
{
    for (int64_t j = 0, width; j < n; j += width) {
        width = next_part(j, n, call->params->nr);
        const real *B = call->B + (call->trans_b ? j0 + j + p0 * call->ldb : p0 + (j0 + j) * call->ldb);
        (call->trans_b ? call->kernel->copied : call->kernel->transposed)(width, k, B, call->ldb,
                                                                          packed + j * k, width);
    }
}

/* C = alpha A B + beta C for packed blocks, m x k and k x n. */
static void multiply_blocks(const gemm_call *call, int64_t m, int64_t n, int64_t k, const blocks *packed,
                            real *C, real beta)
{
    const int64_t length = call->kernel->vector_length, mr = call->params->mr_vectors * length;
    for (int64_t j = 0, width; j < n; j += width) {
        width = next_part(j, n, call->params->nr);
        for (int64_t i = 0; i < m; i += mr) {
            const int64_t rows = least(mr, m - i), vectors = (rows + length - 1) / length;
            call->kernel->by_rows[vectors - 1][width - 1](k, packed->A + i * k, vectors * length,
                                                          packed->B + j * k, width, C + i + j * call->ldc,
                                                          call->ldc, rows, call->alpha, beta);
        }
    }
}

static void multiply(const gemm_call *call, const blocks *packed)
{
    const mm_gemm_params *most = call->params;
    for (int64_t jc = 0, n; jc < call->n; jc += n) {
        n = next_part(jc, call->n, most->nc);
        for (int64_t pc = 0, k; pc < call->k; pc += k) {
            k = next_part(pc, call->k, most->kc);
            pack_B(call, jc, n, pc, k, packed->B);
            for (int64_t ic = 0, m; ic < call->m; ic += m) {
                m = least(most->mc, call->m - ic);
                pack_A(call, ic, m, pc, k, packed->A);
                multiply_blocks(call, m, n, k, packed, call->C + ic + jc * call->ldc,
                                pc == 0 ? call->beta : 1);
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
