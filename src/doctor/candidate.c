/* Libraries in child processes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rival_environment.h"
#include "bench/trial.h"
#include "core/cleanup.h"
#include "doctor/exam.h"
#include "measure/clock.h"
#include "measure/sampler.h"
#include "measure/statistics.h"

static const double SAMPLE_S = 0.003; /* long against the clock's tick and a switch of processes */
static const double RACE_S = 8; /* that a race may take after the budget is used up: it is then cut short */
static const double SLOWEST_FLOPS = 1e8; /* of a product that still makes headway */
enum { SAMPLES_OF_MIN_TIME = 50, SETTINGS_MAX = 16, RACERS_MAX = 4 };

bool mm_is_late(mm_exam *exam)
{
    bool late = mm_clock_s() > exam->deadline_s;
    exam->was_late = exam->was_late || late;
    return late;
}

bool mm_is_fatal(mm_status status)
{
    return status == MM_INTERRUPTED || status == MM_IO;
}

/* The settings, and before them one thread where that is asked for: a setting may say otherwise. */
static char **make_environment(const mm_subject *subject, const char *path, const char *const *settings,
                               int threads)
{
    char *MM_FREED folder =
        mm_environment_library_path(path, mm_environment_value(subject->environment, "LD_LIBRARY_PATH"));
    char ones[SETTINGS_MAX][32];
    const char *all[2 * SETTINGS_MAX] = {folder};
    int count = strchr(path, '/') ? 1 : 0; /* a plain name is for the loader to find */
    if (!folder)
        return NULL;
    for (int i = 0; threads == 1 && mm_thread_variables[i]; i++) {
        snprintf(ones[i], sizeof ones[i], "%s=1", mm_thread_variables[i]);
        all[count++] = ones[i];
    }
    for (int i = 0; settings && settings[i] && i < SETTINGS_MAX; i++)
        all[count++] = settings[i];
    all[count] = NULL;
    return mm_environment_with(subject->environment, all);
}

static mm_status launch(mm_exam *exam, const mm_subject *subject, const char *const *settings, int threads,
                        mm_contender *c, mm_error *err)
{
    char *argv[] = {exam->options->worker ? (char *)exam->options->worker : "/proc/self/exe",
                    "worker",
                    "--library",
                    c->path,
                    threads == 1 ? "--threads" : NULL,
                    "1",
                    NULL};
    char **environment = make_environment(subject, c->path, settings, threads);
    if (!environment)
        return mm_fail_memory(err, sizeof *environment);
    c->process.interrupted = exam->options->interrupted;
    mm_status status =
        mm_rival_start(&c->process, argv, environment, exam->room.memory, exam->options->patience_s, err);
    mm_rival_environment_free(environment);
    return status;
}

mm_status mm_candidate_verify(mm_exam *exam, mm_contender *candidate, mm_dtype dtype, mm_error *err)
{
    const mm_rivals_options options = {.dtype = dtype,
                                       .try_empty = true,
                                       .patience_s = exam->options->patience_s,
                                       .interrupted = exam->options->interrupted};
    if (!candidate->process.hello.has_dtype[dtype])
        return MM_OK;
    mm_status status = mm_trial(&exam->room, candidate, &options, err);
    if (status == MM_OK)
        status = mm_trial_end(candidate, options.patience_s, err);
    if (status != MM_OK)
        mm_rival_end(&candidate->process);
    return status;
}

mm_status mm_candidate_start(mm_exam *exam, const mm_subject *subject, const char *path,
                             const char *const *settings, int threads, mm_contender *candidate, mm_error *err)
{
    const mm_answer *hello = &candidate->process.hello;
    *candidate = (mm_contender){.threads = threads};
    snprintf(candidate->path, sizeof candidate->path, "%s", path);
    mm_status status = launch(exam, subject, settings, threads, candidate, err);
    if (status != MM_OK)
        return status;
    snprintf(candidate->provider, sizeof candidate->provider, "%s", hello->blas.provider);
    snprintf(candidate->kernel, sizeof candidate->kernel, "%s", hello->blas.kernel);
    return mm_candidate_verify(exam, candidate, hello->has_dtype[MM_F32] ? MM_F32 : MM_F64, err);
}

/* --- Timing. */

typedef struct racer {
    mm_contender *candidate;
    mm_timed *timed;
    mm_series series;
    double limit_s;
    bool by_cpu_time; /* of one thread: it does not grow when other programs want the CPU */
} racer;

static mm_status give_up(racer *r, const mm_error *why, mm_error *err)
{
    if (mm_is_fatal(why->code))
        return mm_fail(err, why->code, why->id, "%s", why->text);
    snprintf(r->timed->reason, sizeof r->timed->reason, "%.250s", why->text);
    snprintf(r->candidate->why, sizeof r->candidate->why, "%.250s", why->text);
    mm_rival_end(&r->candidate->process);
    r->series.finished = true;
    return MM_OK;
}

static mm_status time_racer(void *context, int64_t calls, double *elapsed_s, mm_error *err)
{
    racer *r = context;
    const mm_request request = {.kind = MM_REQUEST_TIME, .calls = calls};
    mm_answer answer = {0};
    mm_status status =
        mm_rival_ask(&r->candidate->process, &request, r->limit_s * (double)calls, &answer, err);
    *elapsed_s = status != MM_OK ? 0 : r->by_cpu_time ? answer.cpu_seconds : answer.seconds;
    return status;
}

static mm_status prepare(mm_exam *exam, racer *r, const mm_product_case *product, const mm_matrix *A,
                         const mm_matrix *B, const mm_reference *reference, mm_error *err)
{
    const mm_sampler sizing = {.min_time_s = SAMPLE_S * SAMPLES_OF_MIN_TIME};
    mm_verdict verdict;
    mm_error why = {0};
    r->series = (mm_series){.time = time_racer, .context = r};
    mm_status status =
        mm_trial_product(&exam->room, r->candidate, r->limit_s, product, A, B, reference, &verdict, &why);
    if (status == MM_OK && !verdict.ok)
        status = mm_fail(&why, MM_FINDING, "wrongResult", "wrong product at N=%lld: error %.3g, allowed %.3g",
                         (long long)product->shape.m, verdict.max_error, verdict.error_bound);
    if (status == MM_OK)
        status = mm_sampler_warm_up(&sizing, &r->series, &why);
    return status == MM_OK ? MM_OK : give_up(r, &why, err);
}

/* Rounds until all have their samples; one that fails drops out, and the others go on. */
static mm_status run_rounds(mm_exam *exam, racer *racers, int count, int rounds, mm_error *err)
{
    const double end_s = fmax(exam->deadline_s, mm_clock_s() + RACE_S);
    const mm_sampler sampler = {.min_reps = rounds,
                                .deadline_s = end_s,
                                .shuffle_seed = 1,
                                .interrupted = exam->options->interrupted};
    mm_series series[RACERS_MAX];
    for (int i = 0; i < count; i++)
        series[i] = racers[i].series;
    mm_status status = mm_sampler_rounds(&sampler, series, count, err);
    for (int i = 0; i < count; i++)
        racers[i].series = series[i];
    exam->was_late = exam->was_late || mm_clock_s() > end_s;
    if (status == MM_INTERRUPTED)
        return mm_fail(err, status, "interrupted", "interrupted");
    for (int i = 0; i < count && status == MM_OK; i++)
        if (racers[i].series.failed)
            status = give_up(&racers[i], &racers[i].series.failure, err);
    return status;
}

static void collect(racer *r, double flop)
{
    mm_timed *timed = r->timed;
    mm_summary summary;
    int count = r->series.count < MM_ROUNDS_MAX ? r->series.count : MM_ROUNDS_MAX;
    if (!*timed->reason && count > 0 && mm_summarise(r->series.samples_s, count, &summary)) {
        timed->count = count;
        memcpy(timed->samples_s, r->series.samples_s, (size_t)count * sizeof *timed->samples_s);
        timed->gflops = 1e-9 * flop / summary.median;
        timed->best_gflops = 1e-9 * flop / summary.min;
    }
    mm_series_free(&r->series);
}

/* A denormal, and B large, so that sums and products are normal: only loads of A meet what is slow. */
static void fade(mm_matrix *A, mm_matrix *B)
{
    double tiny = A->dtype == MM_F32 ? 1e-40 : 1e-310, large = A->dtype == MM_F32 ? 1e20 : 1e100;
    for (int64_t j = 0; j < A->cols; j++)
        for (int64_t i = 0; i < A->rows; i++) {
            mm_matrix_set(A, i, j, tiny * mm_matrix_get(A, i, j));
            mm_matrix_set(B, i, j, large * mm_matrix_get(B, i, j));
        }
}

mm_status mm_candidates_time(mm_exam *exam, mm_contender *const *candidates, int count, const mm_race *race,
                             mm_timed *timed, mm_error *err)
{
    const mm_product_case product = {race->dtype, {race->n, race->n, race->n}, 'N', 'N'};
    const double flop = mm_shape_flop(&product.shape);
    mm_matrix A = {0}, B = {0};
    mm_reference reference = {0};
    racer racers[RACERS_MAX] = {0};
    bool is_one_thread = true;
    for (int i = 0; i < count; i++)
        is_one_thread = is_one_thread && candidates[i]->threads == 1;
    mm_status status = mm_random_inputs(42, race->dtype, race->n, race->n, race->n, &A, &B, err);
    if (status == MM_OK && race->is_denormal)
        fade(&A, &B);
    if (status == MM_OK)
        status = mm_reference_make(&A, &B, 42, &reference, err);
    for (int i = 0; i < count && status == MM_OK; i++) {
        timed[i] = (mm_timed){0};
        racers[i] = (racer){.candidate = candidates[i],
                            .timed = &timed[i],
                            .by_cpu_time = is_one_thread,
                            .limit_s = exam->options->patience_s + flop / SLOWEST_FLOPS};
        status = prepare(exam, &racers[i], &product, &A, &B, &reference, err);
    }
    mm_reference_free(&reference);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    if (status == MM_OK)
        status = run_rounds(exam, racers, count, race->rounds, err);
    for (int i = 0; i < count; i++)
        if (racers[i].candidate)
            collect(&racers[i], flop);
    return status;
}

mm_status mm_candidate_measure(mm_exam *exam, mm_contender *candidate, mm_race *race, mm_timed *timed,
                               mm_error *err)
{
    static const double FAST_GFLOPS = 8;
    mm_contender *alone[] = {candidate};
    *race = (mm_race){.dtype = MM_F32, .n = 256, .rounds = 6};
    if (!candidate->process.hello.has_dtype[MM_F32])
        race->dtype = MM_F64;
    mm_status status = mm_candidates_time(exam, alone, 1, race, timed, err);
    if (status != MM_OK || timed->gflops < FAST_GFLOPS)
        return status;
    race->n = 512;
    race->rounds = 9;
    return mm_candidates_time(exam, alone, 1, race, timed, err);
}

mm_gain mm_gain_of(const mm_timed *now, const mm_timed *after)
{
    double ratios[MM_ROUNDS_MAX];
    mm_summary summary;
    int count = now->count < after->count ? now->count : after->count;
    for (int i = 0; i < count; i++)
        ratios[i] = now->samples_s[i] / after->samples_s[i];
    if (count == 0 || !mm_summarise(ratios, count, &summary))
        return (mm_gain){0};
    return (mm_gain){.ratio = summary.median,
                     .ci95 = {summary.has_ci95 ? summary.ci95[0] : 0, summary.has_ci95 ? summary.ci95[1] : 0},
                     .now_gflops = now->gflops,
                     .after_gflops = after->gflops};
}

bool mm_is_unsure(const mm_gain *gain)
{
    return gain->ratio > MM_CLEAR_GAIN && !mm_is_clear(gain);
}

bool mm_is_clear(const mm_gain *gain)
{
    return gain->ci95[0] > MM_CLEAR_GAIN;
}
