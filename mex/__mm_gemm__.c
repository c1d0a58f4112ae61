/* C = mm_gemm (A, B, name, value...): see octave/mm_gemm.m. This MEX file is also built under the user's own
 * name: a call by way of the .m costs three times that of the MEX file. */
#include "kernels/gemm.h"
#include "measure/environment.h"
#include "mm_mex_gemm.h"

/* Once: threads end before `clear` unloads this file, and a control group's quota holds. */
static void prepare_threads(void)
{
    static bool is_done;
    if (is_done)
        return;
    mexAtExit(mm_gemm_stop_threads);
    mm_gemm_limit_threads(mm_environment_quota_cpus());
    is_done = true;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_error err;
    mm_mex_gemm gemm = mm_mex_gemm_read(nrhs, prhs, true, &plhs[0]);
    mm_mex_product *p = &gemm.product;
    if (gemm.threads > 1)
        prepare_threads();
    if (mm_gemm(gemm.trans_a, gemm.trans_b, gemm.alpha, &p->A, &p->B, gemm.beta, &p->C, (int)gemm.threads,
                &err) != MM_OK)
        mm_mex_raise(&err);
}
