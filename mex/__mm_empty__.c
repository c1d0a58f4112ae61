/* __mm_empty__ (...): does nothing. What calling it costs, every MEX function pays. */
#include "mm_mex.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs, (void)plhs, (void)nrhs, (void)prhs;
}
