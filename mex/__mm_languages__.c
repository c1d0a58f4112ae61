/* codes = __mm_languages__ (): the languages that mm_report knows, as a cell array of texts. */
#include "mm_mex.h"
#include "report/language.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    (void)prhs;
    mm_mex_count(nrhs, 0, 0, "()");
    plhs[0] = mxCreateCellMatrix(1, MM_LANGUAGE_COUNT);
    for (int i = 0; i < MM_LANGUAGE_COUNT; i++)
        mxSetCell(plhs[0], i, mxCreateString(mm_languages[i].code));
}
