#include "bench/contest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/contest_state.h"
#include "measure/clock.h"
#include "record/file.h"

static const double ROOFLINE_S = 1, PEAK_S = 0.3;

static void show_progress(const mm_contest_state *run, const char *what)
{
    char line[200];
    if (!run->contest->progress)
        return;
    snprintf(line, sizeof line, "%5.0f s  %.180s", mm_clock_s() - run->start_s, what);
    run->contest->progress(line);
}

static void show_case(const mm_contest_state *run)
{
    const mm_contest_case *now = &run->contest->cases[run->case_at];
    char text[MM_SHAPE_TEXT_SIZE], what[120];
    mm_shape_format(&now->shape, text);
    snprintf(what, sizeof what, "%s op %c%c (%d of %d)", text, now->trans_a, now->trans_b, run->case_at + 1,
             run->contest->case_count);
    show_progress(run, what);
}

static void sample_peak(mm_contest_state *run, mm_peak_when when)
{
    show_progress(run, "measuring the peak");
    if (run->results->has_roofline)
        mm_roofline_sample_peak(&run->results->roofline, when, PEAK_S, NULL); /* one sample less is no harm */
}

/* The peak of two threads over that of one: 2 where each has a core; 0 where it could not be had. */
static double peak_on_two_threads(mm_dtype dtype)
{
    mm_peak one, two;
    if (mm_peak_measure(mm_isa_best(), dtype, 1, PEAK_S, &one, NULL) != MM_OK ||
        mm_peak_measure(mm_isa_best(), dtype, 2, PEAK_S, &two, NULL) != MM_OK)
        return 0;
    return two.median_gflops /
           one.median_gflops; /* the best samples might be those with one thread at work */
}

/* Without the memory for a triad there are no percentages, but there is a contest. */
static void measure_roofline(mm_contest_state *run)
{
    mm_results *results = run->results;
    mm_error err = {0};
    show_progress(run, "measuring the roofline");
    results->has_roofline =
        mm_roofline_measure(run->contest->dtype, ROOFLINE_S, &results->roofline, &err) == MM_OK;
    if (!results->has_roofline)
        snprintf(results->roofline_reason, sizeof results->roofline_reason, "%.250s", err.text);
    run->peak_on_two_threads = peak_on_two_threads(run->contest->dtype);
}

static void add_left_out(mm_contest_state *run)
{
    for (int i = 0; i < run->rivals.left_out_count; i++) {
        mm_check check = {.id = "rival-left-out"};
        snprintf(check.message, sizeof check.message, "%.400s", run->rivals.left_out[i].line);
        snprintf(check.fix, sizeof check.fix,
                 "nothing for this comparison; do not force this kernel or library here");
        mm_results_add_check(run->results, &check);
    }
}

static mm_status save(mm_contest_state *run, bool completed, mm_error *err)
{
    const mm_contest *contest = run->contest;
    mm_manifest_end(run->manifest);
    run->manifest->interrupted = !completed;
    run->results->check_count = 0;
    run->results->roofline.valid = mm_results_roof_holds(run->results);
    mm_standing_checks(run->results, contest->dtype, run->peak_on_two_threads);
    add_left_out(run);
    mm_results_sort(run->results);
    return contest->out_dir ? mm_record_write(contest->out_dir, run->results, run->manifest, err) : MM_OK;
}

static bool needs_two_threads(const mm_contest *contest)
{
    for (int i = 0; i < contest->case_count; i++)
        if (contest->cases[i].on_two_threads)
            return true;
    return false;
}

static mm_status enter_rivals(mm_contest_state *run, mm_error *err)
{
    const mm_contest *contest = run->contest;
    const mm_rivals_options options = {.program = contest->program,
                                       .dtype = contest->dtype,
                                       .threads_max = needs_two_threads(contest) ? 2 : 1,
                                       .only = contest->only,
                                       .patience_s = contest->patience_s,
                                       .interrupted = contest->interrupted,
                                       .progress = contest->progress};
    mm_status status = mm_rivals_start(&options, &run->rivals, err);
    if (status != MM_OK)
        return status;
    run->contestants = calloc((size_t)run->rivals.count + 1, sizeof *run->contestants);
    if (!run->contestants)
        return mm_fail_memory(err, (double)run->rivals.count * sizeof *run->contestants);
    for (int i = 0; i < run->rivals.count; i++)
        run->contestants[i] = (mm_contestant){.run = run, .contender = &run->rivals.contenders[i]};
    return MM_OK;
}

static mm_status run_cases(mm_contest_state *run, mm_error *err)
{
    mm_status status = MM_OK;
    for (; run->case_at < run->contest->case_count && status == MM_OK; run->case_at++) {
        if (run->case_at == run->contest->case_count / 2)
            sample_peak(run, MM_PEAK_MIDDLE);
        show_case(run);
        status = mm_contest_round(run, err);
        mm_status saved = save(run, false, status == MM_OK ? err : NULL);
        status = status != MM_OK ? status : saved;
    }
    return status;
}

/* Ours alone may not be wrong. */
static mm_status verdict_of(const mm_results *results, mm_error *err)
{
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (!*row->provider && row->status == MM_ROW_FAILED)
            return mm_fail(err, MM_FINDING, "wrongResult", "%s at %lldx%lldx%lld failed: %s", row->method,
                           (long long)row->m, (long long)row->n, (long long)row->k, row->reason);
    }
    return MM_OK;
}

mm_status mm_contest_run(const mm_contest *contest, mm_results *results, mm_manifest *manifest, mm_error *err)
{
    mm_contest_state run = {
        .contest = contest, .results = results, .manifest = manifest, .start_s = mm_clock_s()};
    bool made_folder;
    mm_status status = mm_folder_prepare(contest->out_dir, &made_folder, err);
    if (status != MM_OK)
        return status;
    mm_manifest_begin(manifest, contest->command_line, contest->seed, 1);
    measure_roofline(&run);
    status = enter_rivals(&run, err);
    if (status == MM_OK)
        status = run_cases(&run, err);
    if (status == MM_OK) {
        sample_peak(&run, MM_PEAK_END);
        status = save(&run, true, err);
    }
    mm_rivals_end(&run.rivals);
    free(run.contestants);
    return status != MM_OK ? status : verdict_of(results, err);
}
