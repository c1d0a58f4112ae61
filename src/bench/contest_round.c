/* One case of a contest: every contender's product verified, then all timed in rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/contest_state.h"
#include "bench/trial.h"
#include "bench/verify.h"
#include "measure/statistics.h"

static const double BRIEF_CALL_S = 0.05; /* a first call this brief also paid for start-up */

/* A rival that was under half of the best at one size will not be the best at the next larger one; where a
 * call takes long, its time is better spent. */
static const double HOPELESS_SHARE = 0.5, LONG_FLOP = 2e8;

/* What a worker's call may take, beside its patience: the rate of a compiled triple loop that misses the
 * cache. */
static const double SLOWEST_FLOPS = 2e8;

static const mm_contest_case *case_now(const mm_contest_state *run)
{
    return &run->contest->cases[run->case_at];
}

static void start_row(mm_contestant *c)
{
    const mm_contest_case *now = case_now(c->run);
    const mm_contender *contender = c->contender;
    c->row = (mm_row){.dtype = c->run->contest->dtype,
                      .m = now->shape.m,
                      .n = now->shape.n,
                      .k = now->shape.k,
                      .threads = contender->threads,
                      .status = MM_ROW_SKIPPED};
    snprintf(c->row.frontend, sizeof c->row.frontend, "cli");
    mm_standing_method(contender->ours, now->trans_a, now->trans_b, c->row.method);
    snprintf(c->row.provider, sizeof c->row.provider, "%s", contender->provider);
    snprintf(c->row.kernel, sizeof c->row.kernel, "%s", contender->kernel);
    c->failed = false;
    c->seconds = c->cpu_seconds = 0;
}

/* A worker that fails is out of this contest; the others go on. */
static mm_status fail(mm_contestant *c, const char *why, mm_error *err)
{
    c->row.status = MM_ROW_FAILED;
    snprintf(c->row.reason, sizeof c->row.reason, "%.250s", why);
    c->failed = true;
    return mm_rivals_leave_out(&c->run->rivals, c->contender, why, err);
}

static double best_rate(const mm_contest_state *run, int threads)
{
    double best = 0;
    for (int i = 0; i < run->rivals.count; i++)
        if (run->contestants[i].contender->threads == threads)
            best = fmax(best, run->contestants[i].rate);
    return best;
}

/* Is this contender part of the case? Says in its row why not, where that is of interest. */
static bool takes_part(mm_contestant *c)
{
    const mm_contest_case *now = case_now(c->run);
    if (c->contender->process.pid == 0 || (c->contender->threads > 1 && !now->on_two_threads))
        return false;
    double best = best_rate(c->run, c->contender->threads);
    if (c->contender->ours || c->rate == 0 || c->rate >= HOPELESS_SHARE * best ||
        mm_shape_flop(&now->shape) < LONG_FLOP)
        return true;
    snprintf(c->row.reason, sizeof c->row.reason,
             "left out to save time: it had %.0f %% of the best rate at the size before",
             100 * c->rate / best);
    return false;
}

static mm_status time_worker(void *context, int64_t calls, double *elapsed_s, mm_error *err)
{
    mm_contestant *c = context;
    const mm_request request = {.kind = MM_REQUEST_TIME, .calls = calls};
    mm_answer answer = {0};
    mm_status status = mm_rival_ask(&c->contender->process, &request, c->run->limit_s, &answer, err);
    *elapsed_s = answer.seconds;
    c->seconds += answer.seconds;
    c->cpu_seconds += answer.cpu_seconds;
    return status;
}

/* The first call, verified; its time decides how many make a sample. A failure of the rival's is in its row.
 */
static mm_status prepare(mm_contestant *c, const mm_sampler *sampler, const mm_product_case *product,
                         const mm_exchange *shared, const mm_reference *reference, mm_error *err)
{
    const mm_request request = {.kind = MM_REQUEST_PREPARE, .product = *product};
    mm_error why = {0};
    mm_verdict verdict;
    mm_answer first;
    mm_status status = mm_rival_ask(&c->contender->process, &request, c->run->limit_s, &first, &why);
    if (status == MM_INTERRUPTED)
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status != MM_OK)
        return fail(c, why.text, err);
    mm_verify_product(reference, &shared->C, &verdict);
    c->row.verified = true;
    c->row.verified_ok = verdict.ok;
    c->row.max_error = verdict.max_error;
    c->row.error_bound = verdict.error_bound;
    if (!verdict.ok) {
        char text[MM_SHAPE_TEXT_SIZE];
        mm_shape_format(&product->shape, text);
        mm_fail(&why, MM_FINDING, "wrongResult",
                "wrong product at %s (op %c%c): error %.3g, allowed %.3g; not timed", text, product->trans_a,
                product->trans_b, verdict.max_error, verdict.error_bound);
        return fail(c, why.text, err);
    }
    c->series = (mm_series){.time = time_worker, .context = c, .calls_per_sample = 1};
    if (first.seconds >= BRIEF_CALL_S)
        return MM_OK;
    status = mm_sampler_warm_up(sampler, &c->series, &why);
    if (status == MM_UNAVAILABLE)
        return fail(c, why.text, err);
    return status == MM_OK ? MM_OK : mm_fail(err, status, why.id, "%s", why.text);
}

/* Rounds until all are finished; a worker that fails on the way drops out. */
static mm_status sample(mm_contest_state *run, const mm_sampler *sampler, mm_error *err)
{
    int count = run->rivals.count;
    mm_series *series = malloc((size_t)(count + 1) * sizeof *series);
    if (!series)
        return mm_fail_memory(err, (double)count * sizeof *series);
    for (int i = 0; i < count; i++)
        series[i] = run->contestants[i].series;
    mm_status status = mm_sampler_rounds(sampler, series, count, err);
    for (int i = 0; i < count; i++) {
        mm_contestant *c = &run->contestants[i];
        c->series = series[i];
        if (c->series.failed && status == MM_OK)
            status = fail(c, c->series.failure.text, err);
    }
    free(series);
    return status;
}

/* A rate that took more CPUs than the row says is no rate of that row. */
static bool took_more_cpus(mm_contestant *c)
{
    const double cpus = c->seconds > 0 ? c->cpu_seconds / c->seconds : 0;
    if (cpus <= c->row.threads + MM_BUSY_SLACK)
        return false;
    snprintf(c->row.reason, sizeof c->row.reason, "kept %.2f CPUs busy, where it was to use %d", cpus,
             c->row.threads);
    return true;
}

static void collect(mm_contest_state *run, mm_contestant *c)
{
    mm_summary summary;
    mm_row *row = &c->row;
    if (!c->failed && c->series.count > 0 && !took_more_cpus(c) &&
        mm_summarise(c->series.samples_s, c->series.count, &summary)) {
        row->status = MM_ROW_MEASURED;
        row->reps = c->series.count;
        row->calls_per_rep = c->series.calls_per_sample;
        row->median_s = summary.median;
        row->min_s = summary.min;
        memcpy(row->ci95_s, summary.ci95, sizeof row->ci95_s);
        row->samples_s = c->series.samples_s;
        if (!c->series.finished)
            snprintf(row->reason, sizeof row->reason, "cut short as the run was stopped");
        c->series = (mm_series){0};
        if (row->m == row->n && row->n == row->k)
            c->rate = mm_row_gflops(row);
    }
    mm_series_free(&c->series);
    c->series = (mm_series){0};
    bool of_interest = row->status != MM_ROW_SKIPPED || *row->reason;
    if (!of_interest || mm_results_add_row(run->results, row) == NULL)
        free(row->samples_s);
    row->samples_s = NULL;
}

static mm_status release(mm_contest_state *run, mm_error *err)
{
    const mm_request request = {.kind = MM_REQUEST_RELEASE};
    mm_status status = MM_OK;
    for (int i = 0; i < run->rivals.count && status == MM_OK; i++) {
        mm_contestant *c = &run->contestants[i];
        mm_error why = {0};
        if (c->contender->process.pid == 0)
            continue;
        status = mm_rival_ask(&c->contender->process, &request, run->limit_s, NULL, &why);
        if (status == MM_INTERRUPTED)
            mm_fail(err, status, why.id, "%s", why.text);
        else if (status != MM_OK)
            status = mm_rivals_leave_out(&run->rivals, c->contender, why.text, err);
    }
    return status;
}

static mm_status measure_case(mm_contest_state *run, const mm_product_case *product,
                              const mm_exchange *shared, const mm_reference *reference, mm_error *err)
{
    const mm_contest *contest = run->contest;
    const mm_sampler sampler = {.min_reps = contest->min_reps,
                                .min_time_s = contest->min_time_s,
                                .deadline_s = INFINITY,
                                .shuffle_seed = (uint64_t)contest->seed + (uint64_t)run->case_at,
                                .interrupted = contest->interrupted};
    mm_status status = MM_OK;
    for (int i = 0; i < run->rivals.count; i++) {
        mm_contestant *c = &run->contestants[i];
        start_row(c);
        c->series.finished = true; /* unless it takes part */
        if (status == MM_OK && takes_part(c))
            status = prepare(c, &sampler, product, shared, reference, err);
        c->series.finished = c->series.calls_per_sample == 0 || c->failed;
    }
    if (status == MM_OK)
        status = sample(run, &sampler, err);
    for (int i = 0; i < run->rivals.count; i++)
        collect(run, &run->contestants[i]);
    return status != MM_OK ? status : release(run, err);
}

mm_status mm_contest_round(mm_contest_state *run, mm_error *err)
{
    const mm_contest_case *now = case_now(run);
    const mm_product_case product = {run->contest->dtype, now->shape, now->trans_a, now->trans_b};
    mm_matrix A = {0}, B = {0};
    mm_reference reference = {0};
    mm_exchange shared;
    run->limit_s = run->contest->patience_s + mm_shape_flop(&now->shape) / SLOWEST_FLOPS;
    mm_status status = mm_random_inputs(run->contest->seed, product.dtype, now->shape.m, now->shape.n,
                                        now->shape.k, &A, &B, err);
    if (status == MM_OK)
        status = mm_reference_make(&A, &B, run->contest->seed, &reference, err);
    if (status == MM_OK)
        status = mm_rivals_lay(&run->rivals, &product, &A, &B, &shared, err);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    if (status == MM_OK)
        status = measure_case(run, &product, &shared, &reference, err);
    mm_reference_free(&reference);
    return status;
}
