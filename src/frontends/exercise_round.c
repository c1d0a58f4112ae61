/* One size of the exercise: every product verified, then all timed in rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/verify.h"
#include "core/cleanup.h"
#include "frontends/exercise_state.h"
#include "measure/clock.h"
#include "record/file.h"

/* Shares of the budget: a call that is expected to take more than the first is left out; one that took more
 * than the second is its own only sample. */
static const double HOPELESS_SHARE = 1.0 / 8, ONE_SAMPLE_SHARE = 1.0 / 50;

/* What a call may take: start-up, and the rate of a compiled triple loop that misses the cache. */
static const double PATIENCE_S = 60, SLOWEST_FLOPS = 2e8;

/* A product, or a batch, of a participant at this size. */
typedef struct entry {
    const mm_exercise_run_state *run;
    mm_participant *participant;
    mm_path_timing timing;
    mm_series series;
    double limit_s;
    bool failed;
} entry;

typedef struct size_round {
    mm_exercise_run_state *run;
    int64_t n;
    mm_product_case product;
    mm_exchange shared;
    mm_reference reference;
    char file[PATH_MAX + 16];
    entry *entries;
    int count;
} size_round;

/* --- Asking. */

static mm_status ask(entry *e, const char *request, double *seconds, mm_error *err)
{
    return mm_talk_ask(&e->participant->frontend->talk, request, e->limit_s, seconds, err);
}

static mm_status time_calls(void *context, int64_t calls, double *elapsed_s, mm_error *err)
{
    entry *e = context;
    mm_participant *p = e->participant;
    char text[64];
    mm_error why = {0};
    mm_status status;
    if (p->frontend) {
        snprintf(text, sizeof text, "time\t%s\t%lld\n", e->timing.what, (long long)calls);
        status = ask(e, text, elapsed_s, &why);
    } else {
        const mm_request request = {.kind = MM_REQUEST_TIME, .calls = calls};
        mm_answer answer = {0};
        status = mm_rival_ask(&p->worker, &request, e->limit_s, &answer, &why);
        *elapsed_s = answer.seconds;
    }
    if (status == MM_OK)
        return MM_OK;
    e->failed = true;
    snprintf(e->timing.time.reason, sizeof e->timing.time.reason, "%.255s", why.text);
    return mm_fail(err, status, why.id, "%s", why.text);
}

/* --- Inputs and results. */

static void to_rows(const mm_matrix *from, float *to)
{
    for (int64_t i = 0; i < from->rows; i++)
        for (int64_t j = 0; j < from->cols; j++)
            to[i * from->cols + j] = (float)mm_matrix_get(from, i, j);
}

static mm_status write_inputs(const size_round *r, const mm_matrix *A, const mm_matrix *B, mm_error *err)
{
    size_t count = (size_t)(r->n * r->n);
    float *rows MM_FREED = malloc(2 * count * sizeof *rows);
    if (!rows)
        return mm_fail_memory(err, 2.0 * (double)count * sizeof *rows);
    to_rows(A, rows);
    to_rows(B, rows + count);
    return mm_file_write(r->file, rows, 2 * count * sizeof *rows, err);
}

/* What a front end wrote, into the shared C. */
static mm_status read_result(size_round *r, mm_error *err)
{
    char path[PATH_MAX + 32];
    char *bytes MM_FREED = NULL;
    size_t size = 0, expected = (size_t)(r->n * r->n) * sizeof(float);
    snprintf(path, sizeof path, "%s.C", r->file);
    mm_status status = mm_file_read(path, &bytes, &size, err);
    if (status != MM_OK || size != expected)
        return status != MM_OK ? status
                               : mm_fail(err, MM_UNAVAILABLE, "badAnswer",
                                         "its product has %zu bytes, expected %zu", size, expected);
    const float *rows = (const float *)(void *)bytes;
    for (int64_t i = 0; i < r->n; i++)
        for (int64_t j = 0; j < r->n; j++)
            mm_matrix_set(&r->shared.C, i, j, rows[i * r->n + j]);
    return MM_OK;
}

static mm_status multiply_first(size_round *r, entry *e, double *seconds, mm_error *err)
{
    char text[PATH_MAX + 64];
    mm_participant *p = e->participant;
    if (p->frontend) {
        snprintf(text, sizeof text, "prepare\t%lld\t%s\n", (long long)r->n, r->file);
        mm_status status = ask(e, text, seconds, err);
        return status == MM_OK ? read_result(r, err) : status;
    }
    const mm_request request = {.kind = MM_REQUEST_PREPARE, .product = r->product};
    mm_answer answer = {0};
    mm_status status = mm_rival_ask(&p->worker, &request, e->limit_s, &answer, err);
    *seconds = answer.seconds;
    return status;
}

/* --- One entry. */

static double budget_share_s(const size_round *r, double share)
{
    double budget_s = r->run->exercise->budget_s;
    return budget_s > 0 ? share * budget_s : INFINITY;
}

static void refuse(entry *e, const char *why)
{
    e->failed = true;
    snprintf(e->timing.time.reason, sizeof e->timing.time.reason, "%.255s",
             *why ? why : "it failed, and did not say why");
}

static void keep_one_sample(entry *e, double seconds)
{
    e->series.samples_s = malloc(sizeof *e->series.samples_s);
    if (!e->series.samples_s)
        return;
    e->series.samples_s[0] = seconds;
    e->series.count = e->series.capacity = 1;
    e->series.finished = true;
}

static void verify(const size_round *r, entry *e)
{
    mm_verdict verdict;
    mm_verify_product(&r->reference, &r->shared.C, &verdict);
    e->timing.verified = true;
    e->timing.verified_ok = verdict.ok;
    e->timing.max_error = verdict.max_error;
    e->timing.error_bound = verdict.error_bound;
    if (!verdict.ok)
        refuse(e, "its product is wrong; not timed");
}

/* The first call, verified; its time decides how many make a sample. What fails is in the entry's reason. */
static mm_status prepare(size_round *r, entry *e, const mm_sampler *sampler, mm_error *err)
{
    mm_participant *p = e->participant;
    mm_error why = {0};
    char text[128];
    double grown = p->call_size > 0 ? pow((double)r->n / (double)p->call_size, 3) : 0, seconds = 0;
    e->series = (mm_series){.time = time_calls, .context = e, .calls_per_sample = 1};
    if (p->call_s * grown > budget_share_s(r, HOPELESS_SHARE)) {
        snprintf(text, sizeof text, "left out to save time: from N = %lld, a call takes about %.2g s",
                 (long long)p->call_size, p->call_s * grown);
        refuse(e, text);
        return MM_OK;
    }
    mm_status status =
        *p->out ? mm_fail(&why, MM_UNAVAILABLE, "out", "%s", p->out) : multiply_first(r, e, &seconds, &why);
    if (status == MM_INTERRUPTED)
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status != MM_OK) {
        refuse(e, why.text);
        snprintf(p->out, sizeof p->out, "%.255s", why.text);
        return MM_OK;
    }
    p->call_s = seconds;
    p->call_size = r->n;
    verify(r, e);
    if (e->failed || seconds > budget_share_s(r, ONE_SAMPLE_SHARE)) {
        if (!e->failed)
            keep_one_sample(e, seconds);
        return MM_OK;
    }
    status = mm_sampler_warm_up(sampler, &e->series, err);
    return status == MM_INTERRUPTED ? status : MM_OK;
}

/* A thousand products: of the first call nothing is known but that it works. */
static mm_status prepare_many(entry *e, const mm_sampler *sampler, mm_error *err)
{
    e->series = (mm_series){.time = time_calls, .context = e, .calls_per_sample = 1};
    mm_status status = mm_sampler_warm_up(sampler, &e->series, err);
    return status == MM_INTERRUPTED ? status : MM_OK;
}

static void start_entry(size_round *r, mm_participant *p, const char *what)
{
    entry *e = &r->entries[r->count++];
    bool is_batch = strcmp(what, "batch") == 0, is_many = strcmp(what, "product") != 0;
    double products = is_many ? MM_EXERCISE_BATCH_COUNT : 1;
    mm_path_timing *t = &e->timing;
    *e = (entry){.run = r->run, .participant = p};
    snprintf(t->frontend, sizeof t->frontend, "%s", p->frontend ? p->frontend->about.name : "c");
    snprintf(t->version, sizeof t->version, "%s", p->frontend ? p->frontend->about.version : "");
    snprintf(t->what, sizeof t->what, "%s", what);
    const char *call = *p->library ? "sgemm" : "mm_gemm";
    if (p->frontend)
        call = is_batch ? p->frontend->about.batch : p->frontend->about.product;
    snprintf(t->time.call, sizeof t->time.call, "%s", call);
    snprintf(t->routine, sizeof t->routine, "%s", is_many ? "" : p->routine);
    snprintf(t->library, sizeof t->library, "%s", is_many ? "" : p->library);
    snprintf(t->provider, sizeof t->provider, "%.31s", is_many ? "" : p->provider);
    snprintf(t->kernel, sizeof t->kernel, "%s", is_many ? "" : p->kernel);
    t->time.size = r->n;
    t->time.flop = products * 2 * pow((double)r->n, 3);
    t->overhead_s = NAN;
    e->limit_s = PATIENCE_S + t->time.flop / SLOWEST_FLOPS;
}

static void start_entries(size_round *r)
{
    mm_exercise_run_state *run = r->run;
    for (int i = 0; i < run->count; i++)
        start_entry(r, &run->participants[i], "product");
    for (int i = 0; i < run->count && r->n == MM_EXERCISE_BATCH_SIZE; i++) {
        mm_participant *p = &run->participants[i];
        if (p->frontend)
            start_entry(r, p, "loop");
        if (p->frontend && *p->frontend->about.batch)
            start_entry(r, p, "batch");
    }
}

/* --- The rounds. */

/* Until all are finished; one that fails on the way drops out. */
static mm_status sample(size_round *r, const mm_sampler *sampler, mm_error *err)
{
    mm_series *series MM_FREED = malloc((size_t)r->count * sizeof *series + 1);
    mm_status status;
    bool again;
    if (!series)
        return mm_fail_memory(err, (double)r->count * sizeof *series);
    for (int i = 0; i < r->count; i++)
        series[i] = r->entries[i].series;
    do {
        status = mm_sampler_rounds(sampler, series, r->count, err);
        again = false;
        for (int i = 0; i < r->count && status == MM_UNAVAILABLE; i++)
            if (r->entries[i].failed && !series[i].finished)
                again = series[i].finished = true;
    } while (again);
    for (int i = 0; i < r->count; i++)
        r->entries[i].series = series[i];
    return status;
}

/* The least time of C with the same library, at this size. */
static double bare_min_s(const size_round *r, const char *library)
{
    for (int i = 0; i < r->count; i++) {
        const entry *e = &r->entries[i];
        if (!e->participant->frontend && strcmp(e->timing.library, library) == 0)
            return e->timing.time.min_s;
    }
    return 0;
}

static void tell_overhead(const size_round *r, mm_path_timing *t)
{
    double bare_s = *t->library ? bare_min_s(r, t->library) : 0;
    const char *reason = "";
    if (strcmp(t->frontend, "c") == 0)
        reason = "this is the bare call";
    else if (strcmp(t->what, "product") != 0)
        reason = "a thousand products have no bare call beside them";
    else if (t->time.reps == 0)
        reason = "there is no time";
    else if (!*t->library)
        reason = "no BLAS was seen to be called, so there is no bare call beside it";
    else if (bare_s <= 0)
        reason = "the bare call was not timed";
    else
        t->overhead_s = t->time.min_s - bare_s;
    snprintf(t->overhead_reason, sizeof t->overhead_reason, "%s", reason);
}

static mm_status collect(size_round *r, mm_error *err)
{
    mm_status status = MM_OK;
    for (int i = 0; i < r->count; i++) {
        entry *e = &r->entries[i];
        if (e->failed)
            e->series.count = 0;
        char reason[sizeof e->timing.time.reason];
        snprintf(reason, sizeof reason, "%s",
                 *e->timing.time.reason ? e->timing.time.reason : "the budget did not reach it");
        if (!mm_timing_take(&e->timing.time, &e->series, reason))
            status = mm_fail_memory(err, sizeof(double));
    }
    for (int i = 0; i < r->count; i++) {
        entry *e = &r->entries[i];
        tell_overhead(r, &e->timing);
        r->run->any_wrong = r->run->any_wrong || (e->timing.verified && !e->timing.verified_ok);
        if (!mm_path_map_add_timing(r->run->map, &e->timing)) {
            free(e->timing.time.samples_s);
            status = mm_fail_memory(err, sizeof e->timing);
        }
        mm_series_free(&e->series);
    }
    return status;
}

static mm_status measure(size_round *r, mm_error *err)
{
    const mm_exercise *exercise = r->run->exercise;
    const mm_frontends_options *options = r->run->frontends->options;
    const mm_sampler sampler = {.min_reps = exercise->min_reps,
                                .min_time_s = exercise->min_time_s,
                                .deadline_s =
                                    exercise->budget_s > 0 ? r->run->start_s + exercise->budget_s : INFINITY,
                                .shuffle_seed = (uint64_t)exercise->seed + (uint64_t)r->n,
                                .interrupted = options->interrupted};
    mm_status status = MM_OK;
    start_entries(r);
    for (int i = 0; i < r->count; i++) {
        entry *e = &r->entries[i];
        char line[96];
        snprintf(line, sizeof line, "N = %lld: %s %s", (long long)r->n, e->timing.frontend,
                 e->timing.version);
        if (options->progress)
            options->progress(line);
        if (status == MM_OK)
            status = strcmp(e->timing.what, "product") != 0 ? prepare_many(e, &sampler, err)
                                                            : prepare(r, e, &sampler, err);
        e->series.finished = e->series.finished || e->failed || status != MM_OK;
    }
    if (status == MM_OK)
        status = sample(r, &sampler, err);
    mm_status collected = collect(r, status == MM_OK ? err : NULL);
    return status != MM_OK ? status : collected;
}

mm_status mm_exercise_round(mm_exercise_run_state *run, int64_t n, mm_error *err)
{
    size_round r = {.run = run, .n = n, .product = {MM_F32, {n, n, n}, 'N', 'N'}};
    mm_matrix A = {0}, B = {0};
    snprintf(r.file, sizeof r.file, "%s/inputs", run->frontends->folder);
    r.entries = calloc((size_t)(3 * run->count + 1), sizeof *r.entries);
    mm_status status = r.entries ? MM_OK : mm_fail_memory(err, (double)run->count * sizeof *r.entries);
    if (status == MM_OK)
        status = mm_random_inputs(run->exercise->seed, MM_F32, n, n, n, &A, &B, err);
    if (status == MM_OK)
        status = mm_reference_make(&A, &B, run->exercise->seed, &r.reference, err);
    if (status == MM_OK)
        status = mm_rivals_lay(&run->memory, &r.product, &A, &B, &r.shared, err);
    if (status == MM_OK)
        status = write_inputs(&r, &A, &B, err);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    if (status == MM_OK)
        status = measure(&r, err);
    mm_reference_free(&r.reference);
    free(r.entries);
    return status;
}
