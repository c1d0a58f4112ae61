#include <stdio.h>

#include "bench/run.h"

/* Warms up one method and verifies what came out. */
static mm_status warm_up(mm_run *run, const mm_sampler *sampler, int entry)
{
    mm_cell *c = mm_run_cell(run, run->shape_at, entry);
    mm_error reason = {0};
    mm_verdict verdict;
    mm_call *made = &run->calls[entry];
    mm_series *series = &run->series[entry];
    mm_status status = mm_call_prepare(run, c->entry, made, &reason);
    *series = (mm_series){.run = mm_call_make,
                          .time = c->entry->served ? mm_served_time : NULL,
                          .context = made,
                          .min_reps = c->task.reps};
    mm_run_spoil(&run->C);
    if (status == MM_OK)
        status = mm_sampler_warm_up(sampler, series, &reason);
    made->keep_product = false;
    if (status == MM_INTERRUPTED)
        return status; /* nothing is known against the method */
    if (status != MM_OK) {
        mm_row_fail(c, reason.text);
        return MM_OK;
    }
    mm_verify_product(&run->reference, &run->C, &verdict);
    mm_row_verdict(c, &verdict, "at this size");
    return MM_OK;
}

static void show_rounds(void *context)
{
    const mm_run *run = context;
    char text[MM_SHAPE_TEXT_SIZE], what[128];
    int done = 0, all = 0;
    for (int e = 0; e < run->bench->entry_count; e++) {
        all += run->series[e].run != NULL;
        done += run->series[e].finished;
    }
    mm_shape_format(&run->bench->shapes[run->shape_at], text);
    snprintf(what, sizeof what, "%s (%d of %d): %d of %d methods timed", text, run->shape_at + 1,
             run->bench->shape_count, done, all);
    mm_run_show(run, what);
}

static mm_status sample_shape(mm_run *run, double min_time_s, mm_error *err)
{
    const mm_bench *bench = run->bench;
    mm_sampler sampler = {.min_reps = bench->min_reps,
                          .min_time_s = min_time_s,
                          .deadline_s = run->deadline_s,
                          .interrupted = bench->interrupted,
                          .shuffle_seed = (uint64_t)bench->seed + (uint64_t)run->shape_at,
                          .progress = show_rounds,
                          .progress_context = run};
    mm_status status = MM_OK;
    for (int e = 0; e < bench->entry_count && status == MM_OK; e++) {
        mm_cell *c = mm_run_cell(run, run->shape_at, e);
        run->series[e].finished = true; /* unless it is warmed up, verified and to be sampled */
        if (!mm_schedule_is_due(c))
            continue;
        status = mm_run_is_interrupted(run) ? MM_INTERRUPTED : warm_up(run, &sampler, e);
        run->series[e].finished = c->row.status == MM_ROW_FAILED;
    }
    if (status == MM_OK && !bench->verify_only)
        status = mm_sampler_rounds(&sampler, run->series, bench->entry_count, err);
    for (int e = 0; e < bench->entry_count; e++)
        if (run->series[e].failed)
            mm_row_fail(mm_run_cell(run, run->shape_at, e), run->series[e].failure.text);
    return status;
}

mm_status mm_run_shape(mm_run *run, int shape, mm_error *err)
{
    run->shape_at = shape;
    double min_time_s = mm_schedule_shape(run);
    mm_status status = MM_OK;
    if (mm_schedule_has_work(run)) /* otherwise its inputs and reference are not worth their time */
        status = mm_run_open_shape(run, &run->bench->shapes[shape], err);
    if (status == MM_OK && mm_schedule_has_work(run))
        status = sample_shape(run, min_time_s, err);
    if (status != MM_OK)
        return status; /* close_run collects what there is */
    mm_row_collect(run, false);
    for (int e = 0; e < run->bench->entry_count; e++) {
        const mm_cell *c = mm_run_cell(run, shape, e);
        if (c->row.status == MM_ROW_MEASURED)
            mm_schedule_predict(run, e, c->shape, c->row.median_s);
    }
    mm_run_close_shape(run);
    return mm_run_save(run, err);
}
