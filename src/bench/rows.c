#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/rivals.h"
#include "bench/run.h"
#include "measure/clock.h"
#include "measure/statistics.h"

void mm_row_start(const mm_run *run, mm_cell *c)
{
    const mm_method *method = c->entry->method;
    c->row = (mm_row){.dtype = run->bench->dtype,
                      .m = c->shape->m,
                      .n = c->shape->n,
                      .k = c->shape->k,
                      .threads = c->entry->threads,
                      .status = MM_ROW_SKIPPED};
    snprintf(c->row.frontend, sizeof c->row.frontend, "%s", method->frontend);
    snprintf(c->row.method, sizeof c->row.method, "%s", method->name);
    if (c->entry->served) {
        snprintf(c->row.provider, sizeof c->row.provider, "%s", c->entry->served->label);
        snprintf(c->row.kernel, sizeof c->row.kernel, "%s", c->entry->served->kernel);
    } else if (method->uses_blas) {
        snprintf(c->row.provider, sizeof c->row.provider, "%s", run->manifest->blas.provider);
        snprintf(c->row.kernel, sizeof c->row.kernel, "%s", run->manifest->blas.kernel);
    }
}

void mm_row_fail(mm_cell *c, const char *reason)
{
    c->row.status = MM_ROW_FAILED;
    snprintf(c->row.reason, sizeof c->row.reason, "%.250s", reason);
}

void mm_row_verdict(mm_cell *c, const mm_verdict *verdict, const char *where)
{
    c->row.verified = true;
    c->row.verified_ok = verdict->ok;
    c->row.max_error = verdict->max_error;
    c->row.error_bound = verdict->error_bound;
    if (verdict->ok)
        return;
    char reason[200];
    snprintf(reason, sizeof reason, "wrong result %s: error %.3g, allowed %.3g; not timed", where,
             verdict->max_error, verdict->error_bound);
    mm_row_fail(c, reason);
}

/* Samples become a row; what was cut short says so. */
static void measured_row(const mm_run *run, mm_cell *c, mm_series *series, bool stopped)
{
    mm_summary summary;
    if (series->count == 0 || !mm_summarise(series->samples_s, series->count, &summary))
        return;
    mm_row *row = &c->row;
    row->status = MM_ROW_MEASURED;
    row->reason[0] = '\0';
    row->reps = series->count;
    row->calls_per_rep = series->calls_per_sample;
    row->median_s = summary.median;
    row->min_s = summary.min;
    memcpy(row->ci95_s, summary.ci95, sizeof row->ci95_s);
    row->samples_s = series->samples_s;
    if (series->count < run->bench->min_reps || series->measured_s < run->bench->min_time_s)
        snprintf(row->reason, sizeof row->reason, "cut short %s: %d of %d repetitions, %.3g of %.3g s",
                 stopped && !series->finished ? "as the run was stopped" : "by the budget", series->count,
                 run->bench->min_reps, series->measured_s, run->bench->min_time_s);
    *series = (mm_series){0}; /* the row owns the samples; a later shape must not take them for its own */
}

/* The largest measured smaller shape of the same method scales with its operations: T(N) = 8 T(N/2). */
static void extrapolate(const mm_cell *from, mm_cell *c, const char *why)
{
    double ratio = mm_shape_flop(c->shape) / fmax(1, mm_shape_flop(from->shape));
    char text[MM_SHAPE_TEXT_SIZE];
    mm_row *row = &c->row;
    mm_shape_format(from->shape, text);
    row->status = MM_ROW_EXTRAPOLATED;
    row->median_s = from->row.median_s * ratio;
    /* The interpreter takes as long for each multiply-add at any size; a compiled loop does not, once its
     * operands leave a cache: there the interval would promise what nobody knows. */
    for (int i = 0; i < 2 && c->entry->method->interpreted; i++)
        row->ci95_s[i] = from->row.ci95_s[i] * ratio;
    row->extrapolated_from[0] = from->shape->m;
    row->extrapolated_from[1] = from->shape->n;
    row->extrapolated_from[2] = from->shape->k;
    snprintf(row->reason, sizeof row->reason, "%s: extrapolated from %s by T(N) = 8 T(N/2)", why, text);
}

static const mm_cell *largest_measured(const mm_run *run, int entry)
{
    for (int s = run->shape_at - 1; s >= 0; s--) {
        const mm_cell *c = mm_run_cell(run, s, entry);
        if (c->exists && c->row.status == MM_ROW_MEASURED)
            return c;
    }
    return NULL;
}

void mm_row_collect(mm_run *run, bool stopped)
{
    const char *why_missing = stopped                   ? "the run was stopped before it"
                              : run->bench->verify_only ? "verified, not timed"
                                                        : "does not fit the budget";
    for (int e = 0; e < run->bench->entry_count; e++) {
        mm_cell *c = mm_run_cell(run, run->shape_at, e);
        if (!c->exists || c->recorded)
            continue;
        if (c->row.status == MM_ROW_SKIPPED)
            measured_row(run, c, &run->series[e], stopped);
        const mm_cell *from = largest_measured(run, e);
        if (c->row.status == MM_ROW_SKIPPED && from)
            extrapolate(from, c, why_missing);
        else if (c->row.status == MM_ROW_SKIPPED)
            snprintf(c->row.reason, sizeof c->row.reason,
                     run->bench->verify_only ? "%s"
                                             : "%s, and nothing smaller was measured to extrapolate from",
                     why_missing);
        c->recorded = mm_results_add_row(run->results, &c->row) != NULL;
        c->row.samples_s = NULL; /* the results own them now */
    }
}
