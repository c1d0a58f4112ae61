/* s = __mm_config__ (): what the C side knows of the set-up; octave/mm_config.m adds Octave's own words. */
#include <stdio.h>

#include "bench/survey.h"
#include "core/isa.h"
#include "measure/cpu.h"
#include "mm_mex.h"
#include "version.h"

static mxArray *new_struct(void)
{
    return mxCreateStructMatrix(1, 1, 0, NULL);
}

static void set_text(mxArray *structure, const char *name, const char *text)
{
    mm_mex_set_field(structure, name, mxCreateString(text));
}

static void set_number(mxArray *structure, const char *name, double number)
{
    mm_mex_set_field(structure, name, mxCreateDoubleScalar(number));
}

/* What a trial of its threads has shown; [] and a reason where there was none. */
static void describe_trial(mxArray *out, const mm_thread_trial *trial)
{
    char text[sizeof trial->reason + 64];
    if (trial->asked > 0)
        snprintf(text, sizeof text, "asked for %d, %.2f worked, %.2f CPUs busy; asked for one, %.2f",
                 trial->asked, trial->working, trial->busy_cpus, trial->alone);
    else
        snprintf(text, sizeof text, "not tried: %s", trial->reason);
    mm_mex_set_field(out, "threads_obeyed",
                     trial->asked > 0 ? mxCreateLogicalScalar(trial->took_effect)
                                      : mxCreateDoubleMatrix(0, 0, mxREAL));
    set_text(out, "threads_trial", text);
}

static mxArray *describe_blas(void)
{
    mm_error err = {0};
    mm_provider provider;
    if (mm_survey_linked(&provider, &err) != MM_OK)
        mm_mex_raise(&err);
    const mm_blas *blas = &provider.blas;
    mxArray *out = new_struct();
    set_text(out, "provider", blas->provider);
    set_text(out, "path", blas->path);
    set_text(out, "engine", *blas->engine ? blas->engine : blas->path);
    set_text(out, "package", provider.owner.package);
    set_text(out, "package_version", provider.owner.version);
    set_text(out, "version", blas->version);
    set_text(out, "config", blas->config);
    set_text(out, "kernel", blas->kernel);
    set_number(out, "integer_bits", blas->integer_bits);
    set_text(out, "threading", blas->threading);
    set_number(out, "threads", blas->threads);
    set_number(out, "threads_max", blas->threads_max);
    describe_trial(out, &provider.threads);
    return out;
}

static mxArray *describe_cpu(void)
{
    mm_cpu cpu;
    mm_cpu_read(&cpu);
    mxArray *out = new_struct();
    set_text(out, "model", cpu.model);
    set_text(out, "architecture", cpu.architecture);
    set_text(out, "best_isa", mm_isa_name(mm_isa_best()));
    set_number(out, "logical_cpus", cpu.logical_cpus);
    return out;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    (void)prhs;
    mm_mex_count(nrhs, 0, 0, "()");
    mxArray *gemmlab = new_struct();
    set_text(gemmlab, "version", MM_VERSION);
    set_text(gemmlab, "commit", MM_COMMIT);
    plhs[0] = new_struct();
    mm_mex_set_field(plhs[0], "gemmlab", gemmlab);
    mm_mex_set_field(plhs[0], "blas", describe_blas());
    mm_mex_set_field(plhs[0], "cpu", describe_cpu());
}
