#include "measure/roofline.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "measure/clock.h"
#include "measure/environment_internal.h"
#include "measure/roofline_internal.h"

enum { SAMPLES_MIN = 5, SAMPLES_MAX = 1000 };

/* Long against the clock's tick and a core's switch to its AVX frequency, short against an interruption. */
static const double peak_sample_s = 0.01;

typedef void step_function(void *context);

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double time_step(step_function *step, void *context)
{
    double start_s = mm_clock_s();
    step(context);
    return mm_clock_s() - start_s;
}

/* Times the step again and again for seconds_s, and at least SAMPLES_MIN times: the shortest time and the
 * median. */
static void time_steps(step_function *step, void *context, double seconds_s, double *min_s, double *median_s)
{
    double samples_s[SAMPLES_MAX];
    double end_s = mm_clock_s() + seconds_s;
    int count = 0;
    while (count < SAMPLES_MIN || (count < SAMPLES_MAX && mm_clock_s() < end_s))
        samples_s[count++] = time_step(step, context);
    qsort(samples_s, (size_t)count, sizeof *samples_s, compare);
    *min_s = samples_s[0];
    *median_s = (samples_s[(count - 1) / 2] + samples_s[count / 2]) / 2;
}

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

typedef struct peak_step {
    const mm_peak_loop *loop;
    int64_t iterations;
    double sum; /* where the result goes; the loop is in another file, so the call stays */
} peak_step;

static void run_peak(void *context)
{
    peak_step *step = context;
    step->sum = step->loop->run(step->iterations);
}

void mm_peak_measure(mm_isa isa, mm_dtype dtype, double seconds_s, mm_peak *peak)
{
    double sample_s = seconds_s / SAMPLES_MAX > peak_sample_s ? seconds_s / SAMPLES_MAX : peak_sample_s;
    peak_step step = {.loop = mm_peak_loop_of(isa, dtype), .iterations = 1000};
    double once_s;
    while ((once_s = time_step(run_peak, &step)) < sample_s / 2) /* also brings the core up to speed */
        step.iterations *= 2;
    step.iterations = (int64_t)((double)step.iterations * sample_s / once_s) + 1;

    double min_s, median_s;
    time_steps(run_peak, &step, seconds_s, &min_s, &median_s);
    double gflop = 2e-9 * (double)step.iterations * step.loop->accumulators * step.loop->lanes;
    *peak = (mm_peak){.isa = isa, .dtype = dtype, .gflops = gflop / min_s, .median_gflops = gflop / median_s};
}

int64_t mm_triad_working_set_bytes(int64_t last_level_cache_bytes, int64_t available_bytes)
{
    const int64_t smallest = INT64_C(256) << 20, largest = INT64_C(1) << 30;
    int64_t wanted = last_level_cache_bytes > largest / 4 ? largest : 4 * last_level_cache_bytes;
    if (wanted < smallest) /* the cache may be larger than a virtual machine tells, or unknown */
        wanted = smallest;
    if (available_bytes >= 0 && wanted > available_bytes / 4)
        wanted = available_bytes / 4;
    return wanted;
}

static int64_t last_level_cache_bytes(void)
{
    mm_cpu cpu;
    mm_cpu_read(&cpu);
    int64_t largest = 0;
    for (int i = 0; i < cpu.cache_count; i++)
        if (cpu.caches[i].size_bytes > largest)
            largest = cpu.caches[i].size_bytes;
    return largest;
}

typedef struct triad_step {
    mm_isa isa;
    double *a, *b, *c;
    int64_t count; /* elements of each */
} triad_step;

static const double triad_s = 3;

static void run_triad(void *context)
{
    const triad_step *step = context;
    mm_triad_run(step->isa, step->a, step->b, triad_s, step->c, step->count);
}

/* Small integers, so that the result is exact whether or not the multiply-add is fused. */
static double b_at(int64_t i)
{
    return (double)(i & 1023);
}

/* Also the first touch, which brings the pages in before anything is timed. */
static void fill_arrays(const triad_step *step)
{
    for (int64_t i = 0; i < step->count; i++) {
        step->a[i] = 0;
        step->b[i] = b_at(i);
        step->c[i] = 1;
    }
}

static mm_status check_result(const triad_step *step, mm_error *err)
{
    for (int64_t i = 0; i < step->count; i++)
        if (step->a[i] != b_at(i) + triad_s)
            return mm_fail(err, MM_FINDING, "wrongTriad",
                           "the triad gave a(%lld) = %g instead of %g: suspect the memory or the compiler",
                           (long long)i, step->a[i], b_at(i) + triad_s);
    return MM_OK;
}

mm_status mm_triad_measure(double seconds_s, mm_triad *triad, mm_error *err)
{
    const int64_t least = INT64_C(32) << 20, huge_page = INT64_C(2) << 20;
    int64_t available = mm_memory_available_bytes("");
    int64_t bytes = mm_triad_working_set_bytes(last_level_cache_bytes(), available) / huge_page * huge_page;
    if (bytes < least)
        return mm_fail(
            err, MM_UNAVAILABLE, "noMemory",
            "the memory bandwidth needs %lld MiB of memory and takes a quarter of what is available, "
            "%lld MiB: free some, or raise the control group's limit",
            (long long)(least >> 20), (long long)(available >> 20));
    double *arrays = aligned_alloc((size_t)huge_page, (size_t)bytes);
    if (!arrays)
        return mm_fail_memory(err, (double)bytes);
    /* Huge pages, where the system gives them, keep TLB misses out of the figure: a roof is a maximum. */
    madvise(arrays, (size_t)bytes, MADV_HUGEPAGE);

    const int64_t vector = MM_TRIAD_VECTOR_BYTES / (int64_t)sizeof(double);
    int64_t count = bytes / (3 * MM_TRIAD_VECTOR_BYTES) * vector;
    triad_step step = {mm_isa_best(), arrays, arrays + count, arrays + 2 * count, count};
    fill_arrays(&step);
    double min_s, median_s;
    time_steps(run_triad, &step, seconds_s, &min_s, &median_s);
    mm_status status = check_result(&step, err);
    double gbytes = 24e-9 * (double)count;
    *triad = (mm_triad){.gbytes_per_s = gbytes / min_s,
                        .median_gbytes_per_s = gbytes / median_s,
                        .working_set_bytes = 24 * count};
    free(arrays);
    return status;
}

mm_status mm_roofline_measure(mm_dtype dtype, double seconds_s, mm_roofline *roofline, mm_error *err)
{
    mm_peak_measure(mm_isa_best(), dtype, seconds_s / 2, &roofline->peak);
    mm_status status = mm_triad_measure(seconds_s / 2, &roofline->triad, err);
    if (status)
        return status;
    roofline->ridge_flop_per_byte = roofline->peak.gflops / roofline->triad.gbytes_per_s;
    return MM_OK;
}
