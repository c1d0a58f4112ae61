/* C = __mm_einsum__ (spec, A, B): see octave/mm_einsum.m. */
#include <string.h>

#include <octave/quit.h>

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

/* The loop, with Ctrl-C answered between slices of a few million multiply-adds. */
static void loop(const mm_einsum_plan *plan, mm_matrix *C)
{
    const double slice_madds = 4e6; /* milliseconds, also where each misses the caches */
    const double step_madds = (double)plan->extent[2] * (double)plan->extent[3];
    const int64_t slice = (int64_t)(slice_madds / (step_madds + 1)) + 1;
    const int64_t steps = plan->extent[0] * plan->extent[1];
    memset(C->data, 0, (size_t)C->rows * (size_t)C->cols * mm_dtype_bytes(C->dtype));
    for (int64_t first = 0; first < steps; first += slice) {
        OCTAVE_QUIT;
        mm_einsum_slice(plan, first, steps - first < slice ? steps - first : slice, C->data);
    }
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
    if (plan.is_gemm)
        mm_einsum_execute(&plan, C.data, mm_blas_gemm);
    else
        loop(&plan, &C);
}
