/* C = __mm_blas__ (A, B, name, value...): see octave/mm_blas.m. */
#include "blas/blas.h"
#include "mm_mex_gemm.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_gemm gemm = mm_mex_gemm_read(nrhs, prhs, false, &plhs[0]);
    mm_mex_product *p = &gemm.product;
    mm_blas_gemm(gemm.trans_a, gemm.trans_b, gemm.alpha, &p->A, &p->B, gemm.beta, &p->C);
}
