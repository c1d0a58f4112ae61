/* C = __mm_einsum__ (spec, A, B): see octave/mm_einsum.m. */
#include "blas/blas.h"
#include "kernels/einsum.h"
#include "mm_mex.h"

/* One dimension a letter; as Octave has no fewer than two, a vector is a column and a scalar is 1x1. */
static mm_matrix new_output(const mm_einsum_plan *plan, mxArray **out)
{
    mwSize dims[MM_EINSUM_LETTERS_MAX] = {1, 1, 1, 1};
    for (int i = 0; i < plan->output_letters; i++)
        dims[i] = plan->extent[i];
    mm_matrix C = mm_mex_output(plan->A.dtype, dims[0], dims[1] * dims[2] * dims[3], out);
    if (plan->output_letters > 2)
        mxSetDimensions(*out, dims, plan->output_letters);
    return C;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_count(nrhs, 3, 3, "(spec, A, B)");
    const char *spec = mm_mex_text(prhs[0], "spec");
    const mm_mex_product p = mm_mex_product_read(&prhs[1]);
    mm_einsum_plan plan;
    mm_error err;
    if (mm_einsum_plan_make(spec, &p.A, &p.B, &plan, &err))
        mm_mex_raise(&err);
    mm_matrix C = new_output(&plan, &plhs[0]);
    mm_einsum_execute(&plan, C.data, mm_blas_gemm);
}
