/* __mm_report__ (dir, experiment, lang): see octave/mm_report.m. experiment is "" for that of the data. */
#include "mm_mex.h"
#include "report/experiment.h"

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    (void)plhs;
    mm_mex_count(nrhs, 3, 3, "(dir, experiment, lang)");
    const char *dir = mm_mex_text(prhs[0], "dir");
    mm_error err;
    const char *name = mm_mex_text(prhs[1], "experiment");
    mm_experiment experiment = MM_EXPERIMENT_OF_DATA;
    const mm_language *language;
    if ((*name && mm_experiment_parse(name, &experiment, &err) != MM_OK) ||
        mm_language_parse(mm_mex_text(prhs[2], "lang"), &language, &err) != MM_OK ||
        mm_experiment_report(dir, experiment, language, &err) != MM_OK)
        mm_mex_raise(&err);
}
