/* __mm_report__ (dir, experiment, lang): see octave/mm_report.m. */
#include "mm_mex.h"
#include "report/experiment.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    (void)plhs;
    mm_mex_count(nrhs, 3, 3, "(dir, experiment, lang)");
    const char *dir = mm_mex_text(prhs[0], "dir");
    mm_error err;
    mm_experiment experiment;
    const mm_language *language;
    if (mm_experiment_parse(mm_mex_text(prhs[1], "experiment"), &experiment, &err) != MM_OK ||
        mm_language_parse(mm_mex_text(prhs[2], "lang"), &language, &err) != MM_OK ||
        mm_experiment_report(dir, experiment, language, &err) != MM_OK)
        mm_mex_raise(&err);
}
