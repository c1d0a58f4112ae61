/* One product: which kernel, and which way. */
#include "kernels/gemm_kernel.h"
#include "kernels/gemm_typed.h"

static const gemm_kernel *kernel_of(mm_isa isa)
{
#if defined(__x86_64__)
    if (isa == MM_ISA_AVX512)
        return &MM_NAME(gemm_avx512);
    if (isa == MM_ISA_AVX2)
        return &MM_NAME(gemm_avx2);
#else
    (void)isa;
#endif
    return &MM_NAME(gemm_generic);
}

/* C = beta C; beta = 0 stores zeros over whatever there was. */
static void scale(const gemm_call *call)
{
    for (int64_t j = 0; j < call->n; j++) {
        real *c = call->C + j * call->ldc;
        for (int64_t i = 0; i < call->m; i++)
            c[i] = call->beta == 0 ? 0 : call->beta * c[i];
    }
}

mm_status MM_NAME(gemm_run)(const mm_gemm_problem *problem, mm_error *err)
{
    const mm_matrix *A = problem->A, *B = problem->B, *C = problem->C;
    const gemm_call call = {.kernel = kernel_of(problem->isa),
                            .params = problem->params,
                            .trans_a = problem->trans_a,
                            .trans_b = problem->trans_b,
                            .m = C->rows,
                            .n = C->cols,
                            .k = problem->trans_a ? A->rows : A->cols,
                            .alpha = (real)problem->alpha,
                            .beta = (real)problem->beta,
                            .A = A->data,
                            .B = B->data,
                            .C = C->data,
                            .lda = A->ld,
                            .ldb = B->ld,
                            .ldc = C->ld,
                            .threads = problem->threads};
    if (call.m == 0 || call.n == 0)
        return MM_OK;
    if (call.k == 0 || call.alpha == 0) {
        scale(&call);
        return MM_OK;
    }
    if (MM_NAME(gemm_is_line)(&call)) {
        MM_NAME(gemm_line)(&call);
        return MM_OK;
    }
    if (!MM_NAME(gemm_is_small)(&call))
        return MM_NAME(gemm_blocked)(&call, err);
    MM_NAME(gemm_small)(&call);
    return MM_OK;
}
