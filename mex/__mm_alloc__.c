/* C = __mm_alloc__ (A, B): checks A and B as the products do, and makes a C of their product's size, whose
 * content is arbitrary. With a third argument C is freed and not returned, so that what returning it costs
 * can be told. */
#include "mm_mex.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_count(nrhs, 2, 3, "(A, B) or (A, B, whatever)");
    mxArray *C;
    mm_mex_product_new(prhs, &C);
    if (nrhs == 2)
        plhs[0] = C;
    else
        mxDestroyArray(C);
}
