/* __mm_report__ (dir, experiment): see octave/mm_report.m. */
#include "mm_mex.h"
#include "report/experiment.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    (void)plhs;
    mm_mex_count(nrhs, 1, 2, "(dir) or (dir, experiment)");
    const char *dir = mm_mex_text(prhs[0], "dir");
    mm_error err;
    mm_experiment experiment = MM_EXPERIMENT_LAB;
    if (nrhs > 1 && mm_experiment_parse(mm_mex_text(prhs[1], "experiment"), &experiment, &err) != MM_OK)
        mm_mex_raise(&err);
    if (mm_experiment_report(dir, experiment, &err) != MM_OK)
        mm_mex_raise(&err);
}
