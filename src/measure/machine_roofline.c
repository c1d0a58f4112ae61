#include "measure/machine_roofline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/clock.h"
#include "measure/environment_internal.h"
#include "measure/threads.h"

/* How the time is shared out; the rest goes into filling memory and bringing cores up to speed. */
static const double PEAKS_SHARE = 0.35, CLOCK_SHARE = 0.03, SWEEP_SHARE = 0.4, TRIADS_SHARE = 0.08;

enum {
    /* Each point is measured so often, with all others between: a disturbance rarely hits both. */
    SWEEP_ROUNDS = 2,
    POINTS_A_DOUBLING = 4,
};

static const double SMALLEST_BYTES = 4096;
/* The largest working set, for each second there is, since filling it takes its time; and in any case. */
static const double BYTES_A_SECOND = 100e6, LEAST_BYTES = 32 << 20;

typedef struct measurement {
    const mm_machine_roofline_options *options;
    mm_machine_roofline *roofline;
    double start_s;
} measurement;

static mm_status go_on(const measurement *m, const char *what, mm_error *err)
{
    char line[160];
    if (m->options->interrupted && m->options->interrupted())
        return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
    snprintf(line, sizeof line, "%5.0f s  %s", mm_clock_s() - m->start_s, what);
    if (m->options->progress)
        m->options->progress(line);
    return MM_OK;
}

/* --- The clock and the peaks. */

static mm_status measure_clock(measurement *m, mm_error *err)
{
    mm_status status = go_on(m, "estimating the clock", err);
    if (status == MM_OK)
        status = mm_clock_rate_measure(CLOCK_SHARE * m->options->seconds_s, &m->roofline->clock, err);
    m->roofline->has_clock = status == MM_OK;
    return status;
}

/* Keeps the better of two measurements of the same peak. */
static void keep_peak(mm_machine_roofline *roofline, const mm_peak *peak)
{
    for (int i = 0; i < roofline->peak_count; i++) {
        mm_peak *kept = &roofline->peaks[i];
        if (kept->isa != peak->isa || kept->dtype != peak->dtype || kept->threads != peak->threads)
            continue;
        if (peak->gflops > kept->gflops)
            *kept = *peak;
        return;
    }
    roofline->peaks[roofline->peak_count++] = *peak;
}

static mm_status measure_peak(measurement *m, mm_isa isa, mm_dtype dtype, int threads, double seconds_s,
                              mm_error *err)
{
    char what[80];
    mm_peak peak;
    snprintf(what, sizeof what, "peak of %s, %s, %d thread%s", mm_isa_label(isa), mm_dtype_name(dtype),
             threads, threads > 1 ? "s" : "");
    mm_status status = go_on(m, what, err);
    if (status == MM_OK)
        status = mm_peak_measure(isa, dtype, threads, seconds_s, &peak, err);
    if (status == MM_OK)
        keep_peak(m->roofline, &peak);
    return status;
}

static mm_status measure_peaks_once(measurement *m, double seconds_s, mm_error *err)
{
    const mm_machine_roofline_options *options = m->options;
    mm_status status = MM_OK;
    for (int dtype = MM_F32; dtype <= MM_F64; dtype++)
        for (int isa = 0; isa < MM_ISA_COUNT && options->dtypes[dtype]; isa++) {
            if (!mm_isa_usable((mm_isa)isa))
                continue;
            if (status == MM_OK)
                status = measure_peak(m, (mm_isa)isa, (mm_dtype)dtype, 1, seconds_s, err);
            if (status == MM_OK && options->threads > 1)
                status = measure_peak(m, (mm_isa)isa, (mm_dtype)dtype, options->threads, seconds_s, err);
        }
    return status;
}

/* In rounds, of which the best counts: another program's burst then spoils no peak for good. */
static mm_status measure_peaks(measurement *m, mm_error *err)
{
    enum { ROUNDS = 3 };
    const mm_machine_roofline_options *options = m->options;
    int usable = 0;
    for (int isa = 0; isa < MM_ISA_COUNT; isa++)
        usable += mm_isa_usable((mm_isa)isa);
    int count = usable * (options->dtypes[MM_F32] + options->dtypes[MM_F64]) * (options->threads > 1 ? 2 : 1);
    double seconds_s = PEAKS_SHARE * options->seconds_s / (count > 0 ? count : 1) / ROUNDS;
    mm_status status = MM_OK;
    for (int round = 0; round < ROUNDS && status == MM_OK; round++)
        status = measure_peaks_once(m, seconds_s, err);
    return status;
}

/* --- The sweep. */

/* The largest working set: what shows the memory, but no more than the time and half of mm_bandwidth's share
 * of the memory allow, since the arrays of all streams take nearly twice as much. 0: there is too little. */
static int64_t largest_working_set(const measurement *m)
{
    int64_t available = mm_memory_available_bytes("");
    int64_t bytes = mm_bandwidth_largest_bytes(mm_cpu_last_cache_bytes(&m->roofline->cpu),
                                               available < 0 ? available : available / 2);
    double by_time = fmax(LEAST_BYTES, BYTES_A_SECOND * m->options->seconds_s);
    if ((double)bytes > by_time)
        bytes = (int64_t)by_time;
    if ((double)bytes >= LEAST_BYTES)
        return bytes;
    snprintf(
        m->roofline->sweeps_reason, sizeof m->roofline->sweeps_reason,
        "too little memory: working sets of %.0f MiB are needed, an eighth of what is available is %lld MiB",
        LEAST_BYTES / 0x1p20, (long long)(available >> 23));
    return 0;
}

static int sweep_sizes(int64_t largest_bytes, int64_t *sizes)
{
    int count = 0;
    for (double bytes = SMALLEST_BYTES; bytes <= (double)largest_bytes && count < MM_SWEEP_MAX;
         bytes *= exp2(1.0 / POINTS_A_DOUBLING))
        sizes[count++] = (int64_t)bytes;
    return count;
}

/* Measures one point again and keeps the better. */
static mm_status measure_point(measurement *m, mm_bandwidth_memory *memory, mm_stream stream, int64_t bytes,
                               double seconds_s, mm_sweep_point *point, mm_error *err)
{
    mm_bandwidth bandwidth;
    mm_status status = mm_bandwidth_measure(memory, stream, bytes, seconds_s, &bandwidth, err);
    if (status != MM_OK)
        return status;
    m->roofline->stream_sums_checked += bandwidth.sums_checked;
    if (bandwidth.gbytes_per_s > point->gbytes_per_s)
        *point = (mm_sweep_point){bandwidth.working_set_bytes, bandwidth.gbytes_per_s,
                                  bandwidth.median_gbytes_per_s};
    return MM_OK;
}

static mm_status sweep(measurement *m, mm_bandwidth_memory *memory, int64_t largest_bytes, mm_error *err)
{
    int64_t sizes[MM_SWEEP_MAX];
    int count = sweep_sizes(largest_bytes, sizes);
    double seconds_s = SWEEP_SHARE * m->options->seconds_s / (count * MM_STREAM_COUNT * SWEEP_ROUNDS);
    mm_status status = MM_OK;
    for (int round = 0; round < SWEEP_ROUNDS; round++)
        for (int i = 0; i < count; i++) {
            char what[80];
            snprintf(what, sizeof what, "bandwidth, round %d of %d: working set of %.4g KiB", round + 1,
                     (int)SWEEP_ROUNDS, (double)sizes[i] / 1024);
            status = go_on(m, what, err);
            for (int s = 0; s < MM_STREAM_COUNT && status == MM_OK; s++) {
                status = measure_point(m, memory, (mm_stream)s, sizes[i], seconds_s,
                                       &m->roofline->sweeps[s][i], err);
                if (status == MM_OK && round == 0)
                    m->roofline->sweep_count[s] = i + 1;
            }
            if (status != MM_OK)
                return status;
        }
    return MM_OK;
}

/* --- The levels. */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median rate of a sweep's points within the level; 0 where there is none. */
static double rate_within(const mm_sweep_point *points, int count, const mm_level *level)
{
    double rates[MM_SWEEP_MAX];
    int within = 0;
    for (int i = 0; i < count; i++)
        if (points[i].working_set_bytes >= level->from_bytes &&
            points[i].working_set_bytes <= level->to_bytes)
            rates[within++] = points[i].gbytes_per_s;
    qsort(rates, (size_t)within, sizeof *rates, compare);
    return within > 0 ? (rates[(within - 1) / 2] + rates[within / 2]) / 2 : 0;
}

static void find_levels(mm_machine_roofline *roofline)
{
    const mm_sweep_point *loads = roofline->sweeps[MM_STREAM_LOAD];
    int count = roofline->sweep_count[MM_STREAM_LOAD];
    mm_plateau plateaus[MM_PLATEAUS_MAX];
    roofline->level_count = mm_plateaus_find(loads, count, plateaus);
    for (int i = 0; i < roofline->level_count; i++) {
        mm_level *level = &roofline->levels[i];
        *level = (mm_level){.from_bytes = loads[plateaus[i].first].working_set_bytes,
                            .to_bytes = loads[plateaus[i].last].working_set_bytes};
        mm_plateau_name(loads, count, plateaus, roofline->level_count, i, &roofline->cpu, &level->label);
        for (int s = 0; s < MM_STREAM_COUNT; s++)
            level->gbytes_per_s[s] = rate_within(roofline->sweeps[s], roofline->sweep_count[s], level);
    }
    if (roofline->level_count == 0)
        snprintf(roofline->levels_reason, sizeof roofline->levels_reason, "%s",
                 count == 0 ? "there is no sweep to find them in" : "the sweep has no level stretch");
}

/* --- Memory. */

static mm_status measure_triad(measurement *m, int64_t bytes, int threads, mm_error *err)
{
    char what[80];
    mm_bandwidth_memory *memory = NULL;
    snprintf(what, sizeof what, "triad from memory, %d thread%s", threads, threads > 1 ? "s" : "");
    mm_status status = go_on(m, what, err);
    if (status == MM_OK)
        status = mm_bandwidth_memory_new(bytes, threads, &memory, err);
    if (status == MM_OK)
        status =
            mm_bandwidth_measure(memory, MM_STREAM_TRIAD, bytes, TRIADS_SHARE / 2 * m->options->seconds_s,
                                 &m->roofline->triads[m->roofline->triad_count], err);
    if (status == MM_OK)
        m->roofline->stream_sums_checked += m->roofline->triads[m->roofline->triad_count++].sums_checked;
    mm_bandwidth_memory_free(memory);
    return status;
}

static void free_memory(mm_bandwidth_memory **memory)
{
    mm_bandwidth_memory_free(*memory);
    *memory = NULL;
}

static mm_status measure_bandwidth(measurement *m, mm_error *err)
{
    __attribute__((cleanup(free_memory))) mm_bandwidth_memory *memory = NULL; /* Ctrl-C in Octave unwinds */
    int64_t bytes = largest_working_set(m);
    if (bytes == 0)
        return MM_OK;
    mm_status status = go_on(m, "filling memory", err);
    if (status == MM_OK)
        status = mm_bandwidth_memory_new(bytes, 1, &memory, err);
    if (status == MM_OK)
        status = sweep(m, memory, bytes, err);
    free_memory(&memory);
    if (status == MM_OK)
        status = measure_triad(m, bytes, 1, err);
    if (status == MM_OK && m->options->threads > 1)
        status = measure_triad(m, bytes, m->options->threads, err);
    return status;
}

/* --- All of it. */

static void say_why(char reason[MM_REASON_SIZE], bool whole, const char *why)
{
    if (!whole && !*reason)
        snprintf(reason, MM_REASON_SIZE, "%.200s", why);
}

/* The parts come in this order: one that has a part after it is whole. */
static void finish(const mm_machine_roofline_options *options, mm_machine_roofline *roofline, bool whole,
                   const char *why)
{
    bool triads_whole = roofline->triad_count == (options->threads > 1 ? 2 : 1);
    bool sweeps_whole = whole || roofline->triad_count > 0;
    find_levels(roofline);
    say_why(roofline->clock_reason, roofline->has_clock, why);
    say_why(roofline->peaks_reason, whole || roofline->sweep_count[MM_STREAM_LOAD] > 0, why);
    say_why(roofline->sweeps_reason, sweeps_whole, why);
    say_why(roofline->levels_reason, sweeps_whole, why);
    say_why(roofline->triads_reason, triads_whole, *roofline->sweeps_reason ? roofline->sweeps_reason : why);
}

void mm_machine_roofline_stopped(const mm_machine_roofline_options *options, mm_machine_roofline *roofline)
{
    finish(options, roofline, false, "the run was stopped before its end");
}

mm_status mm_machine_roofline_measure(const mm_machine_roofline_options *options,
                                      mm_machine_roofline *roofline, mm_error *err)
{
    mm_error own = {0};
    mm_fact why;
    measurement m = {.options = options, .roofline = roofline, .start_s = mm_clock_s()};
    *roofline = (mm_machine_roofline){.threads = options->threads, .isa = mm_isa_best()};
    mm_cpu_read(&roofline->cpu);
    roofline->clock_system_ghz = mm_clock_rate_system_ghz(&why);
    if (roofline->clock_system_ghz <= 0)
        snprintf(roofline->clock_system_reason, MM_REASON_SIZE, "%s", why.reason);
    mm_status status = measure_clock(&m, &own);
    if (status == MM_OK)
        status = measure_peaks(&m, &own);
    if (status == MM_OK)
        status = measure_bandwidth(&m, &own);
    if (status == MM_INTERRUPTED)
        mm_machine_roofline_stopped(options, roofline);
    else
        finish(options, roofline, status == MM_OK, own.text);
    bool tolerable =
        status == MM_IO || status == MM_UNAVAILABLE; /* no memory, no thread: a reason, not an end */
    return status == MM_OK || tolerable ? MM_OK : mm_fail(err, status, own.id, "%s", own.text);
}

double mm_level_roof_gbytes_per_s(const mm_level *level)
{
    return level->gbytes_per_s[mm_level_best_stream(level)];
}

mm_stream mm_level_best_stream(const mm_level *level)
{
    mm_stream best = MM_STREAM_LOAD;
    for (int s = 1; s < MM_STREAM_COUNT; s++)
        if (level->gbytes_per_s[s] > level->gbytes_per_s[best])
            best = (mm_stream)s;
    return best;
}

const mm_peak *mm_machine_roofline_peak(const mm_machine_roofline *roofline, mm_isa isa, mm_dtype dtype,
                                        int threads)
{
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *peak = &roofline->peaks[i];
        if (peak->isa == isa && peak->dtype == dtype && peak->threads == threads)
            return peak;
    }
    return NULL;
}

const mm_level *mm_machine_roofline_level(const mm_machine_roofline *roofline, const char *label)
{
    for (int i = 0; i < roofline->level_count; i++)
        if (strcmp(roofline->levels[i].label.text, label) == 0)
            return &roofline->levels[i];
    return NULL;
}
