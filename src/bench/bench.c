#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/checks.h"
#include "bench/run.h"
#include "core/cleanup.h"
#include "measure/clock.h"
#include "record/file.h"

static const double PLANNED_SHARE =
    0.88; /* the rest is for predictions that were too good: the last shape would pay */
static const mm_shape AGREEMENT_SHAPE = {64, 64, 64}; /* L3 */
static const double ROOFLINE_S = 1, ROOFLINE_BUDGET_SHARE = 0.03;
static const double BRIEF_CALL_S = 0.05; /* a first call this brief is repeated: it also paid for start-up */

static void show_progress(const mm_run *run, const char *what)
{
    char line[160];
    if (!run->bench->progress)
        return;
    snprintf(line, sizeof line, "%5.0f s  %s", mm_clock_s() - run->start_s, what);
    run->bench->progress(line);
}

/* Spoils C, so that a method that writes nothing is caught. */
static void spoil(mm_matrix *C)
{
    memset(C->data, 0xff, (size_t)C->ld * (size_t)C->cols * mm_dtype_bytes(C->dtype)); /* all bits set: NaN */
}

/* --- The inputs of a shape. */

static void close_shape(mm_run *run)
{
    for (int e = 0; e < run->bench->entry_count; e++)
        if (run->calls) {
            mm_call_release(&run->calls[e]);
            mm_series_free(&run->series[e]);
            run->series[e] = (mm_series){0};
        }
    mm_reference_free(&run->reference);
    mm_matrix_free(&run->A);
    mm_matrix_free(&run->B);
    mm_matrix_free(&run->C);
}

static mm_status open_shape(mm_run *run, const mm_shape *shape, mm_error *err)
{
    mm_status status = mm_random_inputs(run->bench->seed, run->bench->dtype, shape->m, shape->n, shape->k,
                                        &run->A, &run->B, err);
    if (status == MM_OK)
        status = mm_matrix_new(run->bench->dtype, shape->m, shape->n, &run->C, err);
    if (status == MM_OK)
        status = mm_reference_make(&run->A, &run->B, run->bench->seed, &run->reference, err);
    return status;
}

/* --- The end, reached in every case: also when an exception of the front end unwinds. */

static mm_status save(mm_run *run, mm_error *err)
{
    mm_manifest_end(run->manifest);
    run->manifest->interrupted = !run->completed;
    mm_results_sort(run->results);
    run->results->roofline.valid = mm_results_roof_holds(run->results);
    return run->bench->out_dir ? mm_record_write(run->bench->out_dir, run->results, run->manifest, err)
                               : MM_OK;
}

/* The end of a run: the checks, over all rows, and the files. */
static mm_status finish(mm_run *run, mm_error *err)
{
    run->saved = true;
    if (run->bench->entry_count > 0) /* a row with more threads may have come last */
        mm_blas_set_threads(run->bench->entries[0].threads);
    mm_checks_add(run->results, run->manifest);
    mm_served_check(run->bench, run->results);
    return save(run, err);
}

static bool has_news(const mm_run *run)
{
    return run->completed || mm_results_any_measured(run->results);
}

/* Called when the run goes out of scope. Its own status is the file's; the caller's stays what it was. */
static void close_run(mm_run *run)
{
    bool opened = run->cells && run->series && run->calls;
    for (; opened && !run->completed && run->shape_at < run->bench->shape_count; run->shape_at++)
        mm_row_collect(run, true);
    close_shape(run);
    if (opened && !run->saved && has_news(run)) /* without news an older file is worth more */
        finish(run, NULL);
    else if (run->made_folder && !run->saved)
        rmdir(run->bench->out_dir); /* if it is empty */
    for (int i = 0; run->cells && i < run->bench->entry_count * run->bench->shape_count; i++)
        free(run->cells[i].row.samples_s);
    free(run->cells);
    free(run->series);
    free(run->calls);
}

static mm_status open_run(mm_run *run, mm_error *err)
{
    const mm_bench *bench = run->bench;
    size_t entries = (size_t)bench->entry_count, shapes = (size_t)bench->shape_count;
    run->start_s = mm_clock_s();
    run->deadline_s = bench->budget_s > 0 ? run->start_s + bench->budget_s : INFINITY;
    run->cells = calloc(entries * shapes + 1, sizeof *run->cells);
    run->series = calloc(entries + 1, sizeof *run->series);
    run->calls = calloc(entries + 1, sizeof *run->calls);
    if (!run->cells || !run->series || !run->calls)
        return mm_fail_memory(err, (double)(entries * shapes) * sizeof *run->cells);
    int threads = bench->entry_count > 0 ? bench->entries[0].threads : 1;
    mm_blas_set_threads(threads);
    run->threads_now = threads;
    mm_manifest_begin(run->manifest, bench->command_line, bench->seed, threads);
    run->manifest->providers = bench->providers;
    if (bench->octave_version)
        snprintf(run->manifest->octave_version, sizeof run->manifest->octave_version, "%s",
                 bench->octave_version);
    if (bench->gnuplot_version)
        snprintf(run->manifest->gnuplot_version, sizeof run->manifest->gnuplot_version, "%s",
                 bench->gnuplot_version);
    for (int s = 0; s < bench->shape_count; s++)
        for (int e = 0; e < bench->entry_count; e++) {
            mm_cell *c = mm_run_cell(run, s, e);
            *c = (mm_cell){.entry = &bench->entries[e], .shape = &bench->shapes[s]};
            c->exists = (!c->entry->largest_only || s == bench->shape_count - 1) &&
                        (!c->entry->smallest_only || s == 0);
            mm_row_start(run, c);
        }
    return MM_OK;
}

/* --- The steps. */

static double roofline_s(const mm_run *run)
{
    double budget_s = run->bench->budget_s;
    return budget_s > 0 ? fmin(ROOFLINE_S, budget_s * ROOFLINE_BUDGET_SHARE) : ROOFLINE_S;
}

static void measure_roofline(mm_run *run)
{
    mm_error err = {0};
    show_progress(run, "measuring the roofline");
    run->results->has_roofline =
        mm_roofline_measure(run->bench->dtype, roofline_s(run), &run->results->roofline, &err) == MM_OK;
    if (!run->results->has_roofline)
        snprintf(run->results->roofline_reason, sizeof run->results->roofline_reason, "%.250s", err.text);
}

static void sample_peak(mm_run *run, mm_peak_when when)
{
    if (!run->results->has_roofline)
        return;
    show_progress(run, "measuring the peak again");
    mm_roofline_sample_peak(&run->results->roofline, when, roofline_s(run) / 2,
                            NULL); /* else it stays unknown */
}

/* Sets the predicted time of a call at every shape from one that took call_s at `shape`. */
static void predict(mm_run *run, int entry, const mm_shape *shape, double call_s)
{
    for (int s = 0; s < run->bench->shape_count; s++) {
        mm_cell *c = mm_run_cell(run, s, entry);
        c->task.call_s = call_s * fmax(1, mm_shape_flop(c->shape)) / fmax(1, mm_shape_flop(shape));
    }
}

static mm_status timed_call(mm_call *c, double *call_s, mm_error *err)
{
    if (c->entry->served)
        return mm_served_time(c, 1, call_s, err);
    double start = mm_clock_s();
    mm_status status = mm_call_make(c, err);
    *call_s = mm_clock_s() - start;
    return status;
}

/* One method at 64 x 64 x 64: does it agree with the reference (L3)? Its time is the first prediction. */
static mm_status check_agreement(mm_run *run, int entry, mm_error *err)
{
    mm_call c;
    double call_s = 0;
    mm_error reason = {0};
    mm_verdict verdict = {0};
    spoil(&run->C);
    mm_status status = mm_call_prepare(run, &run->bench->entries[entry], &c, &reason);
    run->calls[entry] = c; /* so that close_shape releases it in every case */
    if (status == MM_OK)
        status = timed_call(&run->calls[entry], &call_s, &reason);
    if (status == MM_OK && call_s < BRIEF_CALL_S)
        status = timed_call(&run->calls[entry], &call_s, &reason);
    bool is_lost =
        status == MM_UNAVAILABLE && run->bench->entries[entry].served; /* the library is, not the run */
    if ((status == MM_UNAVAILABLE && !is_lost) || status == MM_INTERRUPTED)
        return mm_fail(err, status, reason.id, "%s", reason.text);
    if (status == MM_OK)
        mm_verify_agreement(&run->reference, &run->C, &verdict);
    predict(run, entry, &AGREEMENT_SHAPE, call_s);
    for (int s = 0; s < run->bench->shape_count; s++) {
        if (status != MM_OK)
            mm_row_fail(mm_run_cell(run, s, entry), reason.text);
        else if (!verdict.ok)
            mm_row_verdict(mm_run_cell(run, s, entry), &verdict, "at 64x64x64");
    }
    return MM_OK;
}

static bool is_interrupted(const mm_run *run)
{
    return run->bench->interrupted && run->bench->interrupted();
}

static mm_status check_agreements(mm_run *run, mm_error *err)
{
    show_progress(run, "checking that all methods agree at N=64");
    mm_status status = open_shape(run, &AGREEMENT_SHAPE, err);
    for (int e = 0; e < run->bench->entry_count && status == MM_OK; e++)
        status = is_interrupted(run) ? MM_INTERRUPTED : check_agreement(run, e, err);
    close_shape(run);
    return status;
}

/* Is this the first shape at which the entry can be measured, nothing smaller having been? */
static bool is_first(const mm_run *run, int shape, int entry)
{
    for (int s = 0; s < shape; s++) {
        const mm_cell *c = mm_run_cell(run, s, entry);
        if (c->exists && (s >= run->shape_at || c->row.status == MM_ROW_MEASURED))
            return false;
    }
    return true;
}

/* Key tasks, as plan.h has them: a compiled loop's largest shape must be measured, an interpreted one's need
 * not. */
static bool is_key(const mm_run *run, int shape, int entry)
{
    bool is_largest = shape == run->bench->shape_count - 1;
    return is_first(run, shape, entry) || (is_largest && !run->bench->entries[entry].method->interpreted);
}

/* Which cells of this shape fit beside all that is still to come; returns the minimum time that fits. */
static double plan_shape(mm_run *run)
{
    int count = 0;
    double min_time_s = run->bench->min_time_s;
    mm_task **tasks MM_FREED =
        malloc(((size_t)run->bench->entry_count * (size_t)run->bench->shape_count + 1) * sizeof *tasks);
    for (int s = run->shape_at; tasks && s < run->bench->shape_count; s++)
        for (int e = 0; e < run->bench->entry_count; e++) {
            mm_cell *c = mm_run_cell(run, s, e);
            c->task.is_key = is_key(run, s, e);
            if (c->exists && c->row.status != MM_ROW_FAILED)
                tasks[count++] = &c->task;
        }
    if (tasks)
        mm_plan(tasks, count, (run->deadline_s - mm_clock_s()) * PLANNED_SHARE, run->bench->min_reps,
                &min_time_s);
    return min_time_s;
}

/* Is this cell to be timed? */
static bool is_due(const mm_cell *c)
{
    return c->exists && c->task.admitted && c->row.status != MM_ROW_FAILED;
}

static bool has_work(const mm_run *run)
{
    for (int e = 0; e < run->bench->entry_count; e++)
        if (is_due(mm_run_cell(run, run->shape_at, e)))
            return true;
    return false;
}

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
    spoil(&run->C);
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
    show_progress(run, what);
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
        if (!is_due(c))
            continue;
        status = is_interrupted(run) ? MM_INTERRUPTED : warm_up(run, &sampler, e);
        run->series[e].finished = c->row.status == MM_ROW_FAILED;
    }
    if (status == MM_OK && !bench->verify_only)
        status = mm_sampler_rounds(&sampler, run->series, bench->entry_count, err);
    for (int e = 0; e < bench->entry_count; e++)
        if (run->series[e].failed)
            mm_row_fail(mm_run_cell(run, run->shape_at, e), run->series[e].failure.text);
    return status;
}

static mm_status run_shape(mm_run *run, int shape, mm_error *err)
{
    run->shape_at = shape;
    double min_time_s = plan_shape(run);
    mm_status status = MM_OK;
    if (has_work(run)) /* otherwise its inputs and reference are not worth their time */
        status = open_shape(run, &run->bench->shapes[shape], err);
    if (status == MM_OK && has_work(run))
        status = sample_shape(run, min_time_s, err);
    if (status != MM_OK)
        return status; /* close_run collects what there is */
    mm_row_collect(run, false);
    for (int e = 0; e < run->bench->entry_count; e++) {
        const mm_cell *c = mm_run_cell(run, shape, e);
        if (c->row.status == MM_ROW_MEASURED)
            predict(run, e, c->shape, c->row.median_s);
    }
    close_shape(run);
    return save(run, err);
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
        __attribute__((cleanup(close_run))) = {.bench = bench, .results = results, .manifest = manifest};
    mm_status status = check_frontends(bench, err);
    run.made_folder = bench->out_dir && access(bench->out_dir, F_OK) != 0;
    if (status == MM_OK && bench->out_dir) /* before an hour is measured that could not be kept */
        status = mm_folder_make(bench->out_dir, err);
    if (status == MM_OK && bench->out_dir)
        status = mm_folder_check_writable(bench->out_dir, err);
    if (status == MM_OK)
        status = open_run(&run, err);
    if (status != MM_OK)
        return status;
    if (!bench->verify_only)
        measure_roofline(&run);
    status = check_agreements(&run, err);
    for (int shape = 0; shape < bench->shape_count && status == MM_OK; shape++) {
        if (shape > 0 && shape == bench->shape_count / 2)
            sample_peak(&run, MM_PEAK_MIDDLE);
        status = run_shape(&run, shape, err);
    }
    if (status != MM_OK)
        return status;
    sample_peak(&run, MM_PEAK_END);
    run.completed = true;
    status = finish(&run, err);
    return status != MM_OK ? status : verdict_of(results, err);
}
