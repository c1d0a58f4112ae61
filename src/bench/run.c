#include "bench/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/checks.h"
#include "measure/clock.h"

void mm_run_show(const mm_run *run, const char *what)
{
    char line[160];
    if (!run->bench->progress)
        return;
    snprintf(line, sizeof line, "%5.0f s  %s", mm_clock_s() - run->start_s, what);
    run->bench->progress(line);
}

bool mm_run_is_interrupted(const mm_run *run)
{
    return run->bench->interrupted && run->bench->interrupted();
}

void mm_run_spoil(mm_matrix *C)
{
    memset(C->data, 0xff, (size_t)C->ld * (size_t)C->cols * mm_dtype_bytes(C->dtype)); /* all bits set: NaN */
}

mm_status mm_run_open_shape(mm_run *run, const mm_shape *shape, mm_error *err)
{
    mm_status status = mm_random_inputs(run->bench->seed, run->bench->dtype, shape->m, shape->n, shape->k,
                                        &run->A, &run->B, err);
    if (status == MM_OK)
        status = mm_matrix_new(run->bench->dtype, shape->m, shape->n, &run->C, err);
    if (status == MM_OK)
        status = mm_reference_make(&run->A, &run->B, run->bench->seed, &run->reference, err);
    return status;
}

void mm_run_close_shape(mm_run *run)
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

mm_status mm_run_save(mm_run *run, mm_error *err)
{
    mm_manifest_end(run->manifest);
    run->manifest->interrupted = !run->completed;
    mm_results_sort(run->results);
    run->results->roofline.valid = mm_results_roof_holds(run->results);
    return run->bench->out_dir ? mm_record_write(run->bench->out_dir, run->results, run->manifest, err)
                               : MM_OK;
}

mm_status mm_run_finish(mm_run *run, mm_error *err)
{
    run->saved = true;
    if (run->bench->entry_count > 0) /* a row with more threads may have come last */
        mm_blas_set_threads(run->bench->entries[0].threads);
    mm_manifest_end(run->manifest); /* the checks read it */
    mm_checks_add(run->results, run->manifest);
    mm_served_check(run->bench, run->results);
    return mm_run_save(run, err);
}

static bool has_news(const mm_run *run)
{
    return run->completed || mm_results_any_measured(run->results);
}

/* Its own status is the file's; the caller's stays what it was. */
void mm_run_close(mm_run *run)
{
    bool opened = run->cells && run->series && run->calls;
    for (; opened && !run->completed && run->shape_at < run->bench->shape_count; run->shape_at++)
        mm_row_collect(run, true);
    mm_run_close_shape(run);
    if (opened && !run->saved && has_news(run)) /* without news an older file is worth more */
        mm_run_finish(run, NULL);
    else if (run->made_folder && !run->saved)
        rmdir(run->bench->out_dir); /* if it is empty */
    for (int i = 0; run->cells && i < run->bench->entry_count * run->bench->shape_count; i++)
        free(run->cells[i].row.samples_s);
    free(run->cells);
    free(run->series);
    free(run->calls);
}

mm_status mm_run_open(mm_run *run, mm_error *err)
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
