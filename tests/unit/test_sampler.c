/* The sampler, on a clock of the test's own: time passes only while a fake method says so, hence every count
 * and every sample is known exactly. All durations are sums of powers of two, so that no addition rounds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/clock.h"
#include "measure/sampler.h"

/* --- The clock. It takes the place of measure/clock.c, which the linker then leaves in the library. */

static const double TICK_S = 0x1p-20;
static double now_s;

double mm_clock_s(void)
{
    return now_s;
}

double mm_clock_tick_s(void)
{
    return TICK_S;
}

/* --- Methods that take the time they are told. */

enum { LOG_MAX = 4096 };
static int call_log[LOG_MAX], log_count; /* whose call it was, in order */

typedef struct method {
    int name;
    double call_s, first_call_s, growth_s; /* each call takes growth_s longer than the last */
    int calls, fails_at;                   /* fails_at: the number of the call, from 1; 0: never */
} method;

static mm_status run(void *context, mm_error *err)
{
    method *m = context;
    m->calls++;
    if (log_count < LOG_MAX)
        call_log[log_count++] = m->name;
    now_s += m->calls == 1 && m->first_call_s > 0 ? m->first_call_s : m->call_s;
    m->call_s += m->growth_s;
    return m->calls == m->fails_at ? mm_fail(err, MM_FINDING, "broke", "call %d broke", m->calls) : MM_OK;
}

static int begin(void **state)
{
    (void)state;
    now_s = 1000;
    log_count = 0;
    return 0;
}

static mm_series series_of(method *m)
{
    return (mm_series){.run = run, .context = m};
}

/* A series that is warmed up, so that samples are single calls. Its warm-up is not counted. */
static mm_series warm_series(method *m)
{
    mm_series series = series_of(m);
    series.calls_per_sample = 1;
    return series;
}

/* --- Warm-up. */

static mm_series warmed_up(method *m, double min_time_s)
{
    mm_sampler sampler = {.min_reps = 5, .min_time_s = min_time_s, .deadline_s = INFINITY};
    mm_series series = series_of(m);
    assert_int_equal(mm_sampler_warm_up(&sampler, &series, NULL), MM_OK);
    assert_int_equal(series.count, 0);
    assert_true(series.measured_s == 0 && !series.finished);
    return series;
}

static void test_slow_method_is_called_once(void **state)
{
    (void)state;
    method m = {.call_s = 0.25};
    mm_series series = warmed_up(&m, 1);
    assert_int_equal(m.calls, 1);
    assert_true(series.warm_up_s == 0.25);
    assert_int_equal(series.calls_per_sample, 1);
}

/* A sample lasts 1000 ticks at least, and a fiftieth of the minimum time. */
static void test_quick_method_is_called_many_times_a_sample(void **state)
{
    (void)state;
    static const struct {
        double call_ticks, min_time_ticks;
        int64_t calls;
    } known[] = {
        {1, 0, 1000},   {1, 50000, 1000}, {1, 100000, 2000}, {4, 0, 250},       {3, 0, 334},
        {0.5, 0, 1000}, /* shorter than the clock can tell: a tick */
        {999, 0, 2},    {1000, 0, 1},     {1001, 0, 1},      {2000, 100000, 1}, {1999, 100000, 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        method m = {.call_s = known[i].call_ticks * TICK_S};
        mm_series series = warmed_up(&m, known[i].min_time_ticks * TICK_S);
        if (series.calls_per_sample != known[i].calls)
            fail_msg("case %zu: %lld calls a sample instead of %lld", i, (long long)series.calls_per_sample,
                     (long long)known[i].calls);
        assert_int_equal(m.calls, 2);
    }
}

/* A first call that paid for page faults or a start does not make samples of one quick call each. */
static void test_slow_first_call_does_not_size_the_samples(void **state)
{
    (void)state;
    static const double first_s[] = {0x1p-12, 0x1p-10, 0x1p-5}; /* below and above the length of a sample */
    for (int i = 0; i < 3; i++) {
        method m = {.call_s = TICK_S, .first_call_s = first_s[i]};
        mm_series series = warmed_up(&m, 0);
        assert_true(series.warm_up_s == first_s[i]);
        assert_int_equal(series.calls_per_sample, 1000);
    }
}

static void test_failing_warm_up(void **state)
{
    (void)state;
    for (int fails_at = 1; fails_at <= 2; fails_at++) {
        method m = {.call_s = TICK_S, .fails_at = fails_at};
        mm_sampler sampler = {.min_reps = 5, .deadline_s = INFINITY};
        mm_series series = series_of(&m);
        mm_error err = {0};
        assert_int_equal(mm_sampler_warm_up(&sampler, &series, &err), MM_FINDING);
        assert_string_equal(err.id, "broke");
        assert_int_equal(m.calls, fails_at);
    }
}

/* A series that is timed elsewhere is believed: its own count of the seconds, a thousandth of the fake
 * clock's. */
static mm_status time_elsewhere(void *context, int64_t calls, double *elapsed_s, mm_error *err)
{
    method *m = context;
    m->calls += (int)calls;
    now_s += (double)calls * m->call_s;
    *elapsed_s = (double)calls * m->call_s / 1024;
    return m->fails_at > 0 && m->calls >= m->fails_at ? mm_fail(err, MM_FINDING, "broke", "it broke") : MM_OK;
}

static void test_series_timed_elsewhere(void **state)
{
    (void)state;
    method m = {.call_s = 0x1p-6};
    mm_sampler sampler = {.min_reps = 3, .deadline_s = INFINITY};
    mm_series series = {.time = time_elsewhere, .context = &m};
    assert_int_equal(mm_sampler_warm_up(&sampler, &series, NULL), MM_OK);
    assert_int_equal(m.calls, 2);
    assert_int_equal(series.calls_per_sample, 63); /* 1000 ticks of 2^-20 s, a call 2^-16 s */
    assert_int_equal(mm_sampler_rounds(&sampler, &series, 1, NULL), MM_OK);
    assert_int_equal(m.calls, 2 + 3 * 63);
    assert_true(series.count == 3 && series.samples_s[0] == 0x1p-16);
    m.fails_at = m.calls + 63;
    series.finished = false;
    assert_int_equal(mm_sampler_rounds(&sampler, &series, 1, NULL), MM_FINDING);
    assert_int_equal(series.count, 3);
    mm_series_free(&series);
}

/* --- Rounds. */

static void test_repetitions_and_time_are_both_reached(void **state)
{
    (void)state;
    static const struct {
        int min_reps;
        double min_time_s, call_s;
        int count;
    } known[] = {
        {5, 0, 0.25, 5},  {1, 0, 0.25, 1},    {1, 1, 0.25, 4}, {5, 1, 0.25, 5},
        {1, 1, 0.375, 3}, {3, 100, 0.5, 200}, {5, 1, 8, 5},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        method m = {.call_s = known[i].call_s};
        mm_sampler sampler = {
            .min_reps = known[i].min_reps, .min_time_s = known[i].min_time_s, .deadline_s = INFINITY};
        mm_series series = warm_series(&m);
        assert_int_equal(mm_sampler_rounds(&sampler, &series, 1, NULL), MM_OK);
        assert_true(series.finished);
        assert_int_equal(series.count, known[i].count);
        assert_int_equal(m.calls, known[i].count);
        assert_true(series.measured_s == known[i].count * known[i].call_s);
        for (int s = 0; s < series.count; s++)
            assert_true(series.samples_s[s] == known[i].call_s);
        mm_series_free(&series);
        assert_null(series.samples_s);
        assert_int_equal(series.count, 0);
    }
}

/* A sample is the mean of its calls, and samples stand in the order taken. */
static void test_samples_are_means_in_order(void **state)
{
    (void)state;
    method m = {.call_s = 0x1p-10, .growth_s = 0x1p-16};
    mm_sampler sampler = {.min_reps = 100, .deadline_s = INFINITY};
    mm_series series = series_of(&m);
    series.calls_per_sample = 4;
    assert_int_equal(mm_sampler_rounds(&sampler, &series, 1, NULL), MM_OK);
    assert_int_equal(series.count, 100);
    assert_int_equal(m.calls, 400);
    for (int s = 0; s < series.count; s++) /* calls 4 s to 4 s + 3: in the middle, 4 s + 1.5 */
        assert_true(series.samples_s[s] == 0x1p-10 + (4 * s + 1.5) * 0x1p-16);
    mm_series_free(&series);
}

enum { SERIES = 3 };

static void begin_series(method m[SERIES], mm_series series[SERIES], const double call_s[SERIES])
{
    for (int i = 0; i < SERIES; i++) {
        m[i] = (method){.name = i, .call_s = call_s[i]};
        series[i] = warm_series(&m[i]);
    }
}

static void free_series(mm_series series[SERIES])
{
    for (int i = 0; i < SERIES; i++)
        mm_series_free(&series[i]);
}

/* Each round samples each unfinished series once: the quickest, which needs most samples, ends up alone. */
static void test_a_round_takes_one_sample_of_each_unfinished_series(void **state)
{
    (void)state;
    static const double call_s[SERIES] = {0.125, 0.25, 0.5};
    static const int samples[SERIES] = {8, 4, 2};
    method m[SERIES];
    mm_series series[SERIES];
    mm_sampler sampler = {.min_reps = 1, .min_time_s = 1, .deadline_s = INFINITY, .shuffle_seed = 1};
    begin_series(m, series, call_s);
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_OK);
    int at = 0;
    for (int round = 0; at < log_count; round++) {
        bool seen[SERIES] = {false};
        for (int i = 0; i < SERIES; i++) {
            if (round >= samples[i])
                continue;
            assert_true(at < log_count);
            assert_false(seen[call_log[at]]);
            assert_true(round < samples[call_log[at]]);
            seen[call_log[at++]] = true;
        }
    }
    assert_int_equal(at, 8 + 4 + 2);
    for (int i = 0; i < SERIES; i++)
        assert_true(series[i].count == samples[i] && series[i].finished);
    free_series(series);
}

/* The order of a long run of rounds with this seed. */
static void record_order(uint64_t seed, int *order, int rounds)
{
    static const double call_s[SERIES] = {1, 1, 1};
    method m[SERIES];
    mm_series series[SERIES];
    mm_sampler sampler = {.min_reps = rounds, .deadline_s = INFINITY, .shuffle_seed = seed};
    log_count = 0;
    begin_series(m, series, call_s);
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_OK);
    assert_int_equal(log_count, rounds * SERIES);
    memcpy(order, call_log, (size_t)log_count * sizeof *order);
    free_series(series);
}

static void test_order_is_shuffled_and_reproducible(void **state)
{
    (void)state;
    enum { ROUNDS = 120, ORDERS = 6 };
    int first[ROUNDS * SERIES], again[ROUNDS * SERIES], other[ROUNDS * SERIES], seen[SERIES * SERIES] = {0};
    record_order(42, first, ROUNDS);
    record_order(42, again, ROUNDS);
    record_order(43, other, ROUNDS);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    for (int round = 0; round < ROUNDS; round++) /* an order is told by its first two */
        seen[first[round * SERIES] * SERIES + first[round * SERIES + 1]]++;
    int orders = 0;
    for (int i = 0; i < SERIES * SERIES; i++) {
        orders += seen[i] > 0;
        assert_true(seen[i] < 2 * ROUNDS / ORDERS); /* none stands out */
    }
    assert_int_equal(orders, ORDERS);
}

/* --- What ends the rounds early. */

static void test_error_stops_and_keeps_samples(void **state)
{
    (void)state;
    static const double call_s[SERIES] = {1, 1, 1};
    method m[SERIES];
    mm_series series[SERIES];
    mm_sampler sampler = {.min_reps = 10, .deadline_s = INFINITY};
    mm_error err = {0};
    begin_series(m, series, call_s);
    m[1].fails_at = 4;
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, &err), MM_FINDING);
    assert_string_equal(err.text, "call 4 broke");
    assert_int_equal(call_log[log_count - 1], 1); /* nothing was called after it */
    assert_int_equal(series[1].count, 3);
    for (int i = 0; i < SERIES; i += 2)
        assert_true((series[i].count == 3 || series[i].count == 4) && series[i].count == m[i].calls);
    free_series(series);
}

static int polls_left;

static bool interrupted(void)
{
    return polls_left-- == 0;
}

static void test_interrupt_stops_and_keeps_samples(void **state)
{
    (void)state;
    static const double call_s[SERIES] = {1, 1, 1};
    for (int polls = 0; polls < 8; polls++) {
        method m[SERIES];
        mm_series series[SERIES];
        mm_sampler sampler = {.min_reps = 5, .deadline_s = INFINITY, .interrupted = interrupted};
        polls_left = polls;
        begin_series(m, series, call_s);
        assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_INTERRUPTED);
        assert_int_equal(series[0].count + series[1].count + series[2].count, polls); /* asked before each */
        for (int i = 0; i < SERIES; i++)
            assert_false(series[i].finished);
        free_series(series);
    }
}

static void test_deadline_stops_and_keeps_samples(void **state)
{
    (void)state;
    static const struct {
        double after_s;
        int count;
    } known[] = {{-1, 0}, {0, 0}, {0.5, 1}, {1, 1}, {2.25, 3}, {100, 6}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        method m = {.call_s = 1};
        mm_sampler sampler = {.min_reps = 6, .deadline_s = now_s + known[i].after_s};
        mm_series series = warm_series(&m);
        assert_int_equal(mm_sampler_rounds(&sampler, &series, 1, NULL), MM_OK);
        assert_int_equal(series.count, known[i].count);
        assert_int_equal(series.finished, known[i].count == 6);
        mm_series_free(&series);
    }
}

/* --- The rest of the contract. */

static void count_round(void *context)
{
    (*(int *)context)++;
}

static void test_progress_after_each_round(void **state)
{
    (void)state;
    static const double call_s[SERIES] = {1, 1, 1};
    int rounds = 0;
    method m[SERIES];
    mm_series series[SERIES];
    mm_sampler sampler = {
        .min_reps = 7, .deadline_s = INFINITY, .progress = count_round, .progress_context = &rounds};
    begin_series(m, series, call_s);
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_OK);
    assert_int_equal(rounds, 7);
    free_series(series);
}

static void test_finished_series_are_left_alone(void **state)
{
    (void)state;
    static const double call_s[SERIES] = {1, 1, 1};
    method m[SERIES];
    mm_series series[SERIES];
    mm_sampler sampler = {.min_reps = 2, .deadline_s = INFINITY};
    begin_series(m, series, call_s);
    series[1] = (mm_series){.finished = true}; /* with nothing to call */
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_OK);
    assert_true(series[0].count == 2 && series[1].count == 0 && series[2].count == 2);
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_OK); /* all are finished now */
    assert_int_equal(log_count, 4);
    assert_int_equal(mm_sampler_rounds(&sampler, NULL, 0, NULL), MM_OK);
    free_series(series);
}

/* Where the calls are another process's, and that is gone: this series drops out, the others go on. */
static mm_status time_elsewhere_or_fail(void *context, int64_t calls, double *elapsed_s, mm_error *err)
{
    method *m = context;
    if (++m->calls == m->fails_at)
        return mm_fail(err, MM_UNAVAILABLE, "crashed", "crashed at %d", m->calls);
    *elapsed_s = m->call_s * (double)calls;
    return MM_OK;
}

static void test_a_lost_process_is_only_its_series(void **state)
{
    (void)state;
    static const double call_s[SERIES] = {1, 1, 1};
    method m[SERIES];
    mm_series series[SERIES];
    mm_sampler sampler = {.min_reps = 10, .deadline_s = INFINITY};
    begin_series(m, series, call_s);
    for (int i = 0; i < SERIES; i++)
        series[i].time = time_elsewhere_or_fail;
    m[1].calls = 0;
    m[1].fails_at = 4;
    assert_int_equal(mm_sampler_rounds(&sampler, series, SERIES, NULL), MM_OK);
    assert_true(series[1].failed && series[1].finished);
    assert_string_equal(series[1].failure.text, "crashed at 4");
    assert_int_equal(series[1].count, 3);
    for (int i = 0; i < SERIES; i += 2)
        assert_true(!series[i].failed && series[i].count == 10);
    free_series(series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_slow_method_is_called_once, begin),
        cmocka_unit_test_setup(test_quick_method_is_called_many_times_a_sample, begin),
        cmocka_unit_test_setup(test_slow_first_call_does_not_size_the_samples, begin),
        cmocka_unit_test_setup(test_failing_warm_up, begin),
        cmocka_unit_test_setup(test_series_timed_elsewhere, begin),
        cmocka_unit_test_setup(test_repetitions_and_time_are_both_reached, begin),
        cmocka_unit_test_setup(test_samples_are_means_in_order, begin),
        cmocka_unit_test_setup(test_a_round_takes_one_sample_of_each_unfinished_series, begin),
        cmocka_unit_test_setup(test_order_is_shuffled_and_reproducible, begin),
        cmocka_unit_test_setup(test_error_stops_and_keeps_samples, begin),
        cmocka_unit_test_setup(test_a_lost_process_is_only_its_series, begin),
        cmocka_unit_test_setup(test_interrupt_stops_and_keeps_samples, begin),
        cmocka_unit_test_setup(test_deadline_stops_and_keeps_samples, begin),
        cmocka_unit_test_setup(test_progress_after_each_round, begin),
        cmocka_unit_test_setup(test_finished_series_are_left_alone, begin),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("sampler", tests, NULL, NULL);
}
