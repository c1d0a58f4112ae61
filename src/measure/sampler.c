#include "measure/sampler.h"

#include <math.h>
#include <stdlib.h>

#include "core/cleanup.h"
#include "core/random.h"
#include "measure/clock.h"

enum { CLOCK_TICKS_PER_SAMPLE = 1000, SAMPLES_PER_MIN_TIME = 50 };
static const double BRIEF_CALL_S = 0.05; /* start-up may be most of a first call this brief */

static bool grow(mm_series *series)
{
    if (series->count < series->capacity)
        return true;
    int capacity = series->capacity ? 2 * series->capacity : 64;
    double *samples = realloc(series->samples_s, (size_t)capacity * sizeof *samples);
    if (!samples)
        return false;
    series->samples_s = samples;
    series->capacity = capacity;
    return true;
}

static mm_status time_calls(mm_series *series, int64_t calls, double *elapsed_s, mm_error *err)
{
    if (series->time)
        return series->time(series->context, calls, elapsed_s, err);
    double start = mm_clock_s();
    for (int64_t i = 0; i < calls; i++) {
        mm_status status = series->run(series->context, err);
        if (status != MM_OK)
            return status;
    }
    *elapsed_s = mm_clock_s() - start;
    return MM_OK;
}

mm_status mm_sampler_warm_up(const mm_sampler *sampler, mm_series *series, mm_error *err)
{
    double call_s;
    mm_status status = time_calls(series, 1, &series->warm_up_s, err);
    if (status != MM_OK)
        return status;
    double sample_s =
        fmax(sampler->min_time_s / SAMPLES_PER_MIN_TIME, CLOCK_TICKS_PER_SAMPLE * mm_clock_tick_s());
    series->calls_per_sample = 1;
    if (series->warm_up_s >= fmax(sample_s, BRIEF_CALL_S))
        return MM_OK;
    /* The first call may have paid for page faults and cold caches: size the samples by a second one. */
    status = time_calls(series, 1, &call_s, err);
    if (status == MM_OK && call_s < sample_s)
        series->calls_per_sample = (int64_t)ceil(sample_s / fmax(call_s, mm_clock_tick_s()));
    return status;
}

static mm_status take_sample(const mm_sampler *sampler, mm_series *series, mm_error *err)
{
    double elapsed_s;
    if (!grow(series))
        return mm_fail_memory(err, 2.0 * series->capacity * (double)sizeof *series->samples_s);
    mm_status status = time_calls(series, series->calls_per_sample, &elapsed_s, err);
    if (status != MM_OK)
        return status;
    series->samples_s[series->count++] = elapsed_s / (double)series->calls_per_sample;
    series->measured_s += elapsed_s;
    int min_reps = series->min_reps > 0 ? series->min_reps : sampler->min_reps;
    series->finished = series->count >= min_reps && series->measured_s >= sampler->min_time_s;
    return MM_OK;
}

/* Fisher and Yates. The slight bias of the modulo is of no account here. */
static void shuffle(mm_random *random, int *order, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)(mm_random_uint64(random) % (uint64_t)(i + 1));
        int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
}

/* A sample of one; a series whose other process is gone drops out. */
static mm_status sample_or_drop(const mm_sampler *sampler, mm_series *series, mm_error *err)
{
    mm_error why = {0};
    mm_status status = take_sample(sampler, series, &why);
    if (status == MM_OK)
        return MM_OK;
    if (status != MM_UNAVAILABLE || !series->time)
        return mm_fail(err, status, why.id, "%s", why.text);
    series->failure = why;
    series->failed = series->finished = true;
    return MM_OK;
}

static int list_unfinished(const mm_series *series, int count, int *order)
{
    int unfinished = 0;
    for (int i = 0; i < count; i++)
        if (!series[i].finished)
            order[unfinished++] = i;
    return unfinished;
}

mm_status mm_sampler_rounds(const mm_sampler *sampler, mm_series *series, int count, mm_error *err)
{
    int *order MM_FREED = malloc((size_t)(count > 0 ? count : 1) * sizeof *order);
    if (!order)
        return mm_fail_memory(err, (double)count * (double)sizeof *order);
    mm_random random = mm_random_new(sampler->shuffle_seed);
    mm_status status = MM_OK;
    bool late = false;
    int unfinished;
    while (status == MM_OK && !late && (unfinished = list_unfinished(series, count, order)) > 0) {
        shuffle(&random, order, unfinished);
        for (int i = 0; i < unfinished && status == MM_OK && !late; i++) {
            late = mm_clock_s() >= sampler->deadline_s;
            if (sampler->interrupted && sampler->interrupted())
                status = MM_INTERRUPTED;
            else if (!late)
                status = sample_or_drop(sampler, &series[order[i]], err);
        }
        if (sampler->progress)
            sampler->progress(sampler->progress_context);
    }
    return status;
}

void mm_series_free(mm_series *series)
{
    free(series->samples_s);
    series->samples_s = NULL;
    series->count = series->capacity = 0;
}
