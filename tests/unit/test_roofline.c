/* The roof: loops that compute what arithmetic says, and figures that hang together. No absolute rates. */
#include <math.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "measure/machine_roofline.h"
#include "measure/peak_loop.h"
#include "measure/roofline.h"
#include "measure/streams.h"
#include "measure/threads.h"

static const mm_dtype dtypes[] = {MM_F32, MM_F64};

static void each_usable(void (*check)(mm_isa isa, mm_dtype dtype))
{
    for (int isa = 0; isa < MM_ISA_COUNT; isa++)
        for (size_t t = 0; t < 2 && mm_isa_usable((mm_isa)isa); t++)
            check((mm_isa)isa, dtypes[t]);
}

/* Accumulator i starts at i + 1, and each iteration takes x to -1 - x: peak.h. The sum shows that every lane
 * of every accumulator was there and was stepped an odd or even number of times. */
static void check_sum(mm_isa isa, mm_dtype dtype)
{
    const mm_peak_loop *loop = mm_peak_loop_of(isa, dtype);
    double even = 0, odd = 0;
    for (int i = 0; i < loop->accumulators; i++) {
        even += loop->lanes * (i + 1.0);
        odd += loop->lanes * (-1 - (i + 1.0));
    }
    static const int64_t iterations[] = {0, 1, 2, 3, 10, 1001, 100000};
    for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++) {
        double expected = iterations[i] % 2 ? odd : even;
        assert_true(loop->run(iterations[i]) == expected);
        assert_true(mm_peak_loop_sum(loop, iterations[i]) == expected);
    }
}

static void test_sum_is_exact(void **state)
{
    (void)state;
    each_usable(check_sum);
}

static void check_lanes(mm_isa isa, mm_dtype dtype)
{
    static const size_t register_bytes[MM_ISA_COUNT] = {
        [MM_ISA_SSE2] = 16, [MM_ISA_AVX2] = 32, [MM_ISA_AVX512] = 64};
    size_t lanes = isa == MM_ISA_SCALAR ? 1 : register_bytes[isa] / mm_dtype_bytes(dtype);
    assert_int_equal(mm_peak_loop_of(isa, dtype)->lanes, lanes);
}

static void test_lanes_are_the_register_width(void **state)
{
    (void)state;
    each_usable(check_lanes);
}

static void check_peak(mm_isa isa, mm_dtype dtype)
{
    mm_peak peak;
    assert_int_equal(mm_peak_measure(isa, dtype, 1, 0.01, &peak, NULL), MM_OK);
    assert_int_equal(peak.isa, isa);
    assert_int_equal(peak.threads, 1);
    assert_true(peak.sums_checked >= 5); /* every sample's sum, and the calibration's */
    assert_int_equal(peak.dtype, dtype);
    assert_true(isfinite(peak.gflops) && peak.median_gflops > 0);
    assert_true(peak.gflops >= peak.median_gflops);
}

static void test_peak_of_every_isa(void **state)
{
    (void)state;
    each_usable(check_peak);
}

/* At least four times as many operations an instruction: if the wider one is not faster, one loop is not what
 * it says.
 */
static void test_wider_is_faster(void **state)
{
    (void)state;
    if (mm_isa_best() == MM_ISA_SCALAR)
        skip();
    mm_peak scalar, wide;
    assert_int_equal(mm_peak_measure(MM_ISA_SCALAR, MM_F32, 1, 0.1, &scalar, NULL), MM_OK);
    assert_int_equal(mm_peak_measure(mm_isa_best(), MM_F32, 1, 0.1, &wide, NULL), MM_OK);
    assert_true(wide.gflops > scalar.gflops);
}

/* --- Teams. */

enum { TEAM_MAX = 5, ROUNDS = 200 };

typedef struct tally {
    int rounds_of[TEAM_MAX];
} tally;

static void count_round(void *context, int thread)
{
    ((tally *)context)->rounds_of[thread]++;
}

/* Each thread does each round once, and stopping right after a round leaves nobody behind. */
static void test_a_team_works_in_rounds(void **state)
{
    (void)state;
    for (int threads = 1; threads <= TEAM_MAX; threads++) {
        tally t = {{0}};
        mm_threads *team;
        assert_int_equal(mm_threads_start(threads, count_round, &t, &team, NULL), MM_OK);
        assert_int_equal(mm_threads_size(team), threads);
        for (int round = 1; round <= ROUNDS; round++) {
            assert_true(mm_threads_round(team) >= 0);
            for (int i = 0; i < TEAM_MAX; i++)
                assert_int_equal(t.rounds_of[i], i < threads ? round : 0);
        }
        mm_threads_stop(team);
    }
    mm_threads_stop(NULL);
}

/* All that are compared run on the same CPUs, as many as they have threads. */
static void test_processes_are_kept_to_the_same_last_cpus(void **state)
{
    (void)state;
    cpu_set_t allowed, child_has;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    const int all = CPU_COUNT(&allowed);
    size_t last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(last, &allowed))
        last--;
    const pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    for (int cpus = 1; cpus <= all + 1; cpus++) {
        mm_threads_pin(child, cpus);
        assert_int_equal(sched_getaffinity(child, sizeof child_has, &child_has), 0);
        assert_int_equal(CPU_COUNT(&child_has), cpus < all ? cpus : all);
        assert_true(CPU_ISSET(last, &child_has));
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void test_a_peak_of_two_threads(void **state)
{
    (void)state;
    mm_peak peak;
    assert_int_equal(mm_peak_measure(mm_isa_best(), MM_F64, 2, 0.01, &peak, NULL), MM_OK);
    assert_int_equal(peak.threads, 2);
    assert_true(peak.sums_checked >= 10 && peak.sums_checked % 2 == 0); /* both threads' */
    assert_true(peak.gflops >= peak.median_gflops && peak.median_gflops > 0);
}

/* --- Streams. */

enum { COUNT = 3 * MM_STREAM_MULTIPLE, GUARD = MM_STREAM_MULTIPLE, TOTAL = 3 * (COUNT + GUARD) };

static void check_streams(mm_isa isa, double *memory)
{
    mm_streams streams = {memory, memory + COUNT + GUARD, memory + 2 * (COUNT + GUARD)};
    for (int stream = 0; stream < MM_STREAM_COUNT; stream++) {
        mm_stream_loop *loop = mm_stream_loop_of((mm_stream)stream, isa);
        double sum = 0;
        for (int i = 0; i < TOTAL; i++)
            memory[i] = i;
        for (int i = 0; i < COUNT; i++)
            sum += streams.b[i];
        for (int passes = 0; passes <= 3; passes++)
            assert_true(loop(&streams, -0.5, COUNT, passes) == (stream == MM_STREAM_LOAD ? passes * sum : 0));
        for (int i = 0; i < TOTAL; i++) {
            bool written = i < COUNT && stream != MM_STREAM_LOAD;
            double s = stream == MM_STREAM_TRIAD ? -0.5 : 0;
            assert_true(memory[i] == (written ? streams.b[i] + s * streams.c[i] : i));
        }
    }
}

static void test_streams_compute_what_they_say(void **state)
{
    (void)state;
    double *memory = aligned_alloc(64, TOTAL * sizeof *memory);
    assert_non_null(memory);
    for (int isa = 0; isa < MM_ISA_COUNT; isa++)
        if (mm_isa_usable((mm_isa)isa))
            check_streams((mm_isa)isa, memory);
    free(memory);
}

static void test_bandwidth_of_every_stream(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 4096, 100000, INT64_C(4) << 20, INT64_C(1) << 40};
    for (int threads = 1; threads <= 3; threads++) {
        mm_bandwidth_memory *memory;
        assert_int_equal(mm_bandwidth_memory_new(INT64_C(4) << 20, threads, &memory, NULL), MM_OK);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int stream = 0; stream < MM_STREAM_COUNT; stream++) {
                mm_bandwidth b;
                assert_int_equal(mm_bandwidth_measure(memory, (mm_stream)stream, sizes[i], 0, &b, NULL),
                                 MM_OK);
                assert_int_equal(b.threads, threads);
                assert_true(isfinite(b.gbytes_per_s) && b.gbytes_per_s >= b.median_gbytes_per_s);
                assert_true(b.working_set_bytes <= sizes[i] || sizes[i] < 3 * 3 * 8 * MM_STREAM_MULTIPLE);
                assert_true(b.working_set_bytes <= INT64_C(4) << 20 && b.sums_checked > 0);
            }
        mm_bandwidth_memory_free(memory);
    }
}

static void test_working_set(void **state)
{
    (void)state;
    const int64_t mib = INT64_C(1) << 20;
    static const struct {
        int64_t cache_mib, available_mib, expected_mib;
    } cases[] = {
        {0, -1, 256},        /* nothing known */
        {32, 16000, 256},    /* small cache: the least that leaves a larger, hidden one */
        {100, 16000, 400},   /* four times the cache */
        {300, 16000, 1024},  /* a host's cache: no more than 1 GiB */
        {300, 2000, 500},    /* a quarter of the memory */
        {32, 0, 0},          /* none left */
        {1 << 30, -1, 1024}, /* nonsense does not overflow */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t available = cases[i].available_mib < 0 ? -1 : cases[i].available_mib * mib;
        assert_int_equal(mm_bandwidth_largest_bytes(cases[i].cache_mib * mib, available),
                         cases[i].expected_mib * mib);
    }
}

static void test_roofline(void **state)
{
    (void)state;
    mm_roofline roofline;
    mm_error err;
    mm_status status = mm_roofline_measure(MM_F64, 0.1, &roofline, &err);
    if (status == MM_UNAVAILABLE)
        skip(); /* too little memory */
    assert_int_equal(status, MM_OK);
    assert_int_equal(roofline.peak.isa, mm_isa_best());
    assert_int_equal(roofline.peak.dtype, MM_F64);
    assert_true(isfinite(roofline.triad.gbytes_per_s) && roofline.triad.median_gbytes_per_s > 0);
    assert_true(roofline.triad.gbytes_per_s >= roofline.triad.median_gbytes_per_s);
    assert_true(roofline.triad.working_set_bytes > INT64_C(30) << 20);
    assert_true(roofline.triad.working_set_bytes <= INT64_C(1) << 30);
    assert_true(roofline.ridge_flop_per_byte == roofline.peak.gflops / roofline.triad.gbytes_per_s);
    assert_true(roofline.peak_samples_gflops[MM_PEAK_START] == roofline.peak.gflops && roofline.valid);
    assert_true(roofline.peak_samples_gflops[MM_PEAK_MIDDLE] == 0);
}

static void test_the_best_sample_is_the_roof(void **state)
{
    (void)state;
    mm_roofline roofline = {.triad = {.gbytes_per_s = 10}};
    const double gflops[] = {100, 120, 90}, best[] = {100, 120, 120};
    for (int when = 0; when < MM_PEAK_WHEN_COUNT; when++) {
        const mm_peak peak = {.gflops = gflops[when], .median_gflops = gflops[when] - 1};
        mm_roofline_add_peak(&roofline, (mm_peak_when)when, &peak);
        assert_true(roofline.peak.gflops == best[when]);
        assert_true(roofline.peak.median_gflops == best[when] - 1);
        assert_true(roofline.ridge_flop_per_byte == best[when] / 10);
        assert_true(roofline.peak_samples_gflops[when] == gflops[when]);
    }
}

static void test_clock(void **state)
{
    (void)state;
    mm_clock_rate clock;
    mm_fact why = {.reason = ""};
    assert_int_equal(mm_clock_rate_measure(0.01, &clock, NULL), MM_OK);
    assert_true(isfinite(clock.ghz) && clock.ghz >= clock.median_ghz && clock.median_ghz > 0);
    assert_true(clock.sums_checked >= 5);
    assert_true(mm_clock_rate_system_ghz(&why) > 0 || why.reason[0]);
}

/* --- The whole. */

static void test_machine_roofline(void **state)
{
    (void)state;
    mm_machine_roofline r;
    const mm_machine_roofline_options options = {.dtypes = {true, false}, .threads = 1, .seconds_s = 0};
    assert_int_equal(mm_machine_roofline_measure(&options, &r, NULL), MM_OK);
    int usable = 0;
    for (int isa = 0; isa < MM_ISA_COUNT; isa++) {
        bool has = mm_isa_usable((mm_isa)isa);
        usable += has;
        assert_true((mm_machine_roofline_peak(&r, (mm_isa)isa, MM_F32, 1) != NULL) == has);
        assert_null(mm_machine_roofline_peak(&r, (mm_isa)isa, MM_F64, 1));
    }
    assert_int_equal(r.peak_count, usable);
    assert_true(r.has_clock);
    if (r.sweeps_reason[0])
        skip(); /* too little memory */
    assert_int_equal(r.triad_count, 1);
    for (int s = 0; s < MM_STREAM_COUNT; s++) {
        assert_true(r.sweep_count[s] > 40); /* 13 doublings from 4 KiB to 32 MiB */
        for (int i = 1; i < r.sweep_count[s]; i++)
            assert_true(r.sweeps[s][i].working_set_bytes >= r.sweeps[s][i - 1].working_set_bytes);
    }
    assert_true(r.stream_sums_checked > 0);
    assert_true(r.level_count > 0 || r.levels_reason[0]);
}

static int questions;

static bool stop_at_the_third(void)
{
    return ++questions >= 3;
}

static void test_what_was_stopped_keeps_what_it_has(void **state)
{
    (void)state;
    mm_machine_roofline r;
    mm_error err;
    const mm_machine_roofline_options options = {
        .dtypes = {true, true}, .threads = 1, .seconds_s = 0, .interrupted = stop_at_the_third};
    questions = 0;
    assert_int_equal(mm_machine_roofline_measure(&options, &r, &err), MM_INTERRUPTED);
    assert_true(r.has_clock);
    assert_int_equal(r.peak_count, 1);
    assert_true(r.peaks_reason[0] && r.sweeps_reason[0] && r.levels_reason[0] && r.triads_reason[0]);
    assert_true(!r.clock_reason[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sum_is_exact),
        cmocka_unit_test(test_lanes_are_the_register_width),
        cmocka_unit_test(test_peak_of_every_isa),
        cmocka_unit_test(test_wider_is_faster),
        cmocka_unit_test(test_a_team_works_in_rounds),
        cmocka_unit_test(test_processes_are_kept_to_the_same_last_cpus),
        cmocka_unit_test(test_a_peak_of_two_threads),
        cmocka_unit_test(test_streams_compute_what_they_say),
        cmocka_unit_test(test_bandwidth_of_every_stream),
        cmocka_unit_test(test_working_set),
        cmocka_unit_test(test_roofline),
        cmocka_unit_test(test_the_best_sample_is_the_roof),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_machine_roofline),
        cmocka_unit_test(test_what_was_stopped_keeps_what_it_has),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("roofline", tests, NULL, NULL);
}
