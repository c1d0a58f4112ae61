#include "measure/bandwidth.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "core/isa.h"
#include "measure/repeat.h"
#include "measure/streams.h"
#include "measure/threads.h"

/* A row each, indexed by mm_stream; the loops themselves are in streams.c. */
static const struct {
    const char *name;
    int arrays; /* so many times 8 bytes an element */
} streams[MM_STREAM_COUNT] = {
    [MM_STREAM_LOAD] = {"load", 1},
    [MM_STREAM_COPY] = {"copy", 2},
    [MM_STREAM_TRIAD] = {"triad", 3},
};

enum {
    HUGE_PAGE_BYTES = 2 << 20,
    APART =
        5 * 64 / sizeof(double), /* between arrays, lest their elements meet in the same sets of a cache */
    SAMPLES = 8,                 /* about so many, where the time allows */
    PERIOD = 1024,               /* of the values in b */
};
static const double SAMPLE_MIN_S = 1e-4, SAMPLE_MAX_S = 1e-3;

struct mm_bandwidth_memory {
    int64_t bytes; /* the largest working set */
    int threads;
    double *block;
    mm_streams arrays;
};

const char *mm_stream_name(mm_stream stream)
{
    return streams[stream].name;
}

int64_t mm_bandwidth_largest_bytes(int64_t last_level_cache_bytes, int64_t available_bytes)
{
    const int64_t smallest = INT64_C(256) << 20, largest = INT64_C(1) << 30;
    int64_t wanted = last_level_cache_bytes > largest / 4 ? largest : 4 * last_level_cache_bytes;
    if (wanted < smallest)
        wanted = smallest;
    if (available_bytes >= 0 && wanted > available_bytes / 4)
        wanted = available_bytes / 4;
    return wanted;
}

/* Elements of one array in a working set, for each thread. */
static int64_t elements(mm_stream stream, int64_t working_set_bytes, int threads)
{
    int64_t count = working_set_bytes / (8 * streams[stream].arrays * threads);
    count -= count % MM_STREAM_MULTIPLE;
    return count > 0 ? count : MM_STREAM_MULTIPLE;
}

static double b_at(int64_t i)
{
    return (double)(i % PERIOD);
}

static double sum_of_b(int64_t first, int64_t count)
{
    double sum = 0;
    for (int64_t i = first; i < first + count % PERIOD; i++)
        sum += b_at(i);
    return sum + (double)(count / PERIOD) * (PERIOD * (PERIOD - 1.0) / 2);
}

/* --- The memory. The arrays have the length that the largest working set of one, two or three of them needs.
 */

static int64_t length(const mm_bandwidth_memory *memory, int arrays)
{
    return elements((mm_stream)(arrays - 1), memory->bytes, memory->threads) * memory->threads;
}

/* A thread's part of what three arrays have, and of what two or one have more. */
static void fill(void *context, int thread)
{
    const mm_bandwidth_memory *memory = context;
    const mm_streams *to = &memory->arrays;
    for (int arrays = 3; arrays >= 1; arrays--) {
        int64_t done = arrays < 3 ? length(memory, arrays + 1) : 0;
        int64_t part = (length(memory, arrays) - done) / memory->threads;
        for (int64_t i = done + part * thread; i < done + part * (thread + 1); i++) {
            to->b[i] = b_at(i);
            if (arrays >= 2)
                to->a[i] = NAN;
            if (arrays == 3)
                to->c[i] = 1;
        }
    }
}

static mm_status fill_all(mm_bandwidth_memory *memory, mm_error *err)
{
    mm_threads *team;
    mm_status status = mm_threads_start(memory->threads, fill, memory, &team, err);
    if (status == MM_OK)
        mm_threads_round(team);
    mm_threads_stop(team);
    return status;
}

mm_status mm_bandwidth_memory_new(int64_t bytes, int threads, mm_bandwidth_memory **memory, mm_error *err)
{
    mm_bandwidth_memory *made = calloc(1, sizeof *made);
    *memory = NULL;
    if (!made)
        return mm_fail_memory(err, sizeof *made);
    *made = (mm_bandwidth_memory){.bytes = bytes, .threads = threads};
    int64_t a = length(made, 2) + APART, b = length(made, 1) + APART, c = length(made, 3);
    size_t size =
        ((size_t)(a + b + c) * sizeof(double) + HUGE_PAGE_BYTES) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    made->block = aligned_alloc(HUGE_PAGE_BYTES, size);
    if (!made->block) {
        free(made);
        return mm_fail_memory(err, (double)size);
    }
    madvise(made->block, size, MADV_HUGEPAGE);
    made->arrays = (mm_streams){made->block, made->block + a, made->block + a + b};
    mm_status status = fill_all(made, err);
    if (status == MM_OK)
        *memory = made;
    else
        mm_bandwidth_memory_free(made);
    return status;
}

void mm_bandwidth_memory_free(mm_bandwidth_memory *memory)
{
    if (memory)
        free(memory->block);
    free(memory);
}

/* --- One measurement. */

typedef struct stream_round {
    mm_bandwidth_memory *memory;
    mm_stream stream;
    mm_stream_loop *loop;
    mm_threads *team;
    int64_t count; /* elements a thread */
    long long passes;
    double s;
    double *sums; /* a thread each */
    int right, wrong;
} stream_round;

static mm_streams part_of(const stream_round *r, int thread)
{
    const mm_streams *whole = &r->memory->arrays;
    int64_t first = r->count * thread;
    return (mm_streams){whole->a + first, whole->b + first, whole->c + first};
}

static void run_loop(void *context, int thread)
{
    const stream_round *r = context;
    mm_streams part = part_of(r, thread);
    r->sums[thread] = r->loop(&part, r->s, r->count, r->passes);
}

static double run_round(void *context)
{
    stream_round *r = context;
    double seconds_s = mm_threads_round(r->team);
    for (int t = 0; t < r->memory->threads && r->stream == MM_STREAM_LOAD; t++) {
        bool right = r->sums[t] == (double)r->passes * sum_of_b(r->count * t, r->count);
        r->right += right;
        r->wrong += !right;
    }
    return seconds_s;
}

/* Copy and triad must have written every element; before, none has the right value. */
static void check_written(stream_round *r)
{
    int64_t all = r->count * r->memory->threads, right = 0;
    double s = r->stream == MM_STREAM_TRIAD ? r->s : 0;
    for (int64_t i = 0; i < all; i++)
        right += r->memory->arrays.a[i] == b_at(i) + s;
    r->right += right == all;
    r->wrong += right != all;
}

static void measure(stream_round *r, double seconds_s, mm_bandwidth *out)
{
    bool writes = r->stream != MM_STREAM_LOAD;
    int64_t all = r->count * r->memory->threads;
    mm_repeated repeated;
    for (int64_t i = 0; writes && i < all; i++)
        r->memory->arrays.a[i] = NAN;
    mm_repeat_calibrate(run_round, r, fmin(SAMPLE_MAX_S, fmax(SAMPLE_MIN_S, seconds_s / SAMPLES)),
                        &r->passes);
    mm_repeat(run_round, r, seconds_s, &repeated);
    if (writes)
        check_written(r);
    out->working_set_bytes = all * 8 * streams[r->stream].arrays;
    double gbytes = 1e-9 * (double)out->working_set_bytes * (double)r->passes;
    out->gbytes_per_s = gbytes / repeated.min_s;
    out->median_gbytes_per_s = gbytes / repeated.median_s;
    out->sums_checked = r->right;
}

mm_status mm_bandwidth_measure(mm_bandwidth_memory *memory, mm_stream stream, int64_t working_set_bytes,
                               double seconds_s, mm_bandwidth *bandwidth, mm_error *err)
{
    if (working_set_bytes > memory->bytes)
        working_set_bytes = memory->bytes;
    *bandwidth = (mm_bandwidth){.stream = stream, .threads = memory->threads};
    stream_round r = {.memory = memory,
                      .stream = stream,
                      .loop = mm_stream_loop_of(stream, mm_isa_best()),
                      .count = elements(stream, working_set_bytes, memory->threads),
                      .s = 3,
                      .sums = calloc((size_t)memory->threads, sizeof *r.sums)};
    if (!r.sums)
        return mm_fail_memory(err, (double)memory->threads * sizeof *r.sums);
    mm_status status = mm_threads_start(memory->threads, run_loop, &r, &r.team, err);
    if (status == MM_OK)
        measure(&r, seconds_s, bandwidth);
    mm_threads_stop(r.team);
    free(r.sums);
    if (r.wrong > 0)
        status =
            mm_fail(err, MM_FINDING, "wrongStream",
                    "%d of %d results of the %s loop over %lld bytes were wrong: suspect the memory or the "
                    "compiler",
                    r.wrong, r.wrong + r.right, streams[stream].name, (long long)working_set_bytes);
    return status;
}
