/* C = __mm_naive__ (A, B, madd): see octave/mm_naive.m. */
#include "kernels/kernels.h"
#include "mm_mex.h"
#include "mm_mex_madd.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_count(nrhs, 2, 3, "(A, B) or (A, B, madd)");
    mm_mex_product p = mm_mex_product_new(prhs, &plhs[0]);
    mm_mex_madd madd = mm_mex_madd_new(nrhs > 2 ? prhs[2] : NULL, p.A.dtype);
    if (p.A.dtype == MM_F32)
        mm_naive_hook_f32(p.m, p.n, p.k, p.A.data, p.A.ld, p.B.data, p.B.ld, p.C.data, p.C.ld,
                          mm_mex_madd_f32, &madd);
    else
        mm_naive_hook_f64(p.m, p.n, p.k, p.A.data, p.A.ld, p.B.data, p.B.ld, p.C.data, p.C.ld,
                          mm_mex_madd_f64, &madd);
}
