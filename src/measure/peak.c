#include "measure/peak.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "measure/peak_loop.h"
#include "measure/repeat.h"
#include "measure/threads.h"

/* Long against the clock's tick and a core's switch to its AVX frequency, short against an interruption. */
static const double SAMPLE_MIN_S = 0.001, SAMPLE_MAX_S = 0.01;
enum { ITERATIONS_UNIT = 1000, SAMPLES = 5 };

const mm_peak_loop *mm_peak_loop_of(mm_isa isa, mm_dtype dtype)
{
    static const mm_peak_loop *const loops[MM_ISA_COUNT] = {
        [MM_ISA_SCALAR] = mm_peak_scalar,
#if defined(__x86_64__)
        [MM_ISA_SSE2] = mm_peak_sse2,
        [MM_ISA_AVX2] = mm_peak_avx2,
        [MM_ISA_AVX512] = mm_peak_avx512,
#endif
    };
    return &loops[isa][dtype];
}

double mm_peak_loop_sum(const mm_peak_loop *loop, int64_t iterations)
{
    double sum = 0;
    for (int i = 0; i < loop->accumulators; i++)
        sum += loop->lanes * (iterations % 2 ? -2.0 - i : i + 1.0);
    return sum;
}

typedef struct peak_round {
    const mm_peak_loop *loop;
    long long times; /* ITERATIONS_UNIT iterations each */
    mm_threads *team;
    double *sums; /* a thread each */
    int right, wrong;
} peak_round;

static void run_loop(void *context, int thread)
{
    const peak_round *r = context;
    r->sums[thread] = r->loop->run(r->times * ITERATIONS_UNIT);
}

static double run_round(void *context)
{
    peak_round *r = context;
    double seconds_s = mm_threads_round(r->team);
    double expected = mm_peak_loop_sum(r->loop, r->times * ITERATIONS_UNIT);
    for (int t = 0; t < mm_threads_size(r->team); t++) {
        bool right = r->sums[t] == expected;
        r->right += right;
        r->wrong += !right;
        r->sums[t] = NAN; /* so that the next sum is this thread's next */
    }
    return seconds_s;
}

static void measure(peak_round *r, double seconds_s, mm_peak *peak)
{
    mm_repeated repeated;
    mm_repeat_calibrate(run_round, r, fmin(SAMPLE_MAX_S, fmax(SAMPLE_MIN_S, seconds_s / SAMPLES)), &r->times);
    mm_repeat(run_round, r, seconds_s, &repeated);
    double gflop =
        2e-9 * (double)(r->times * ITERATIONS_UNIT) * r->loop->accumulators * r->loop->lanes * peak->threads;
    peak->gflops = gflop / repeated.min_s;
    peak->median_gflops = gflop / repeated.median_s;
    peak->sums_checked = r->right;
}

mm_status mm_peak_measure(mm_isa isa, mm_dtype dtype, int threads, double seconds_s, mm_peak *peak,
                          mm_error *err)
{
    *peak = (mm_peak){.isa = isa, .dtype = dtype, .threads = threads};
    peak_round r = {.loop = mm_peak_loop_of(isa, dtype), .sums = calloc((size_t)threads, sizeof *r.sums)};
    if (!r.sums)
        return mm_fail_memory(err, (double)threads * sizeof *r.sums);
    mm_status status = mm_threads_start(threads, run_loop, &r, &r.team, err);
    if (status == MM_OK)
        measure(&r, seconds_s, peak);
    mm_threads_stop(r.team);
    free(r.sums);
    if (r.wrong > 0)
        status = mm_fail(
            err, MM_FINDING, "wrongPeak",
            "%d of %d sums of the %s %s multiply-add loop were wrong: suspect the compiler or the CPU",
            r.wrong, r.wrong + r.right, mm_isa_label(isa), mm_dtype_name(dtype));
    return status;
}
