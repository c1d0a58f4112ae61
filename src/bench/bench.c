#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/run.h"
#include "record/file.h"

static const double ROOFLINE_S = 1, ROOFLINE_BUDGET_SHARE = 0.03;

static double roofline_s(const mm_run *run)
{
    double budget_s = run->bench->budget_s;
    return budget_s > 0 ? fmin(ROOFLINE_S, budget_s * ROOFLINE_BUDGET_SHARE) : ROOFLINE_S;
}

static void measure_roofline(mm_run *run)
{
    mm_error err = {0};
    mm_run_show(run, "measuring the roofline");
    run->results->has_roofline =
        mm_roofline_measure(run->bench->dtype, roofline_s(run), &run->results->roofline, &err) == MM_OK;
    if (!run->results->has_roofline)
        snprintf(run->results->roofline_reason, sizeof run->results->roofline_reason, "%.250s", err.text);
}

static void sample_peak(mm_run *run, mm_peak_when when)
{
    if (!run->results->has_roofline)
        return;
    mm_run_show(run, "measuring the peak again");
    mm_roofline_sample_peak(&run->results->roofline, when, roofline_s(run) / 2,
                            NULL); /* else it stays unknown */
}

static mm_status verdict_of(const mm_results *results, mm_error *err)
{
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (row->status == MM_ROW_FAILED)
            return mm_fail(err, MM_FINDING, "wrongResult", "%s:%s%s%s at %lldx%lldx%lld failed: %s",
                           row->frontend, row->method, *row->provider ? " of " : "", row->provider,
                           (long long)row->m, (long long)row->n, (long long)row->k, row->reason);
    }
    return MM_OK;
}

/* Every method must be callable before anything is measured or an older file touched. */
static mm_status check_frontends(const mm_bench *bench, mm_error *err)
{
    for (int e = 0; e < bench->entry_count; e++) {
        const mm_method *method = bench->entries[e].method;
        bool callable =
            method->run || (bench->frontend && strcmp(bench->frontend->name, method->frontend) == 0);
        if (!callable)
            return mm_fail(
                err, MM_UNAVAILABLE, "noFrontend",
                "method %s:%s is called from its own front end: use mm_bench in Octave, or mmcli lab",
                method->frontend, method->name);
    }
    return MM_OK;
}

mm_status mm_bench_run(const mm_bench *bench, mm_results *results, mm_manifest *manifest, mm_error *err)
{
    mm_run run
        __attribute__((cleanup(mm_run_close))) = {.bench = bench, .results = results, .manifest = manifest};
    mm_status status = check_frontends(bench, err);
    if (status == MM_OK)
        status = mm_folder_prepare(bench->out_dir, &run.made_folder, err);
    if (status == MM_OK)
        status = mm_run_open(&run, err);
    if (status != MM_OK)
        return status;
    if (!bench->verify_only)
        measure_roofline(&run);
    status = mm_agreement_check(&run, err);
    for (int shape = 0; shape < bench->shape_count && status == MM_OK; shape++) {
        if (shape > 0 && shape == bench->shape_count / 2)
            sample_peak(&run, MM_PEAK_MIDDLE);
        status = mm_run_shape(&run, shape, err);
    }
    if (status != MM_OK)
        return status;
    sample_peak(&run, MM_PEAK_END);
    run.completed = true;
    status = mm_run_finish(&run, err);
    return status != MM_OK ? status : verdict_of(results, err);
}
