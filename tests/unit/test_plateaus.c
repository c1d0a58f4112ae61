/* Plateaus in made-up sweeps, whose steps are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "measure/plateaus.h"

#define KIB 1024.0
#define MIB (1024 * KIB)

typedef struct step {
    double upto_bytes, gbytes_per_s;
} step;

typedef struct sweep {
    int count;
    mm_sweep_point points[MM_SWEEP_MAX];
} sweep;

/* The rate at a size: constant on each step, and falling from one to the next within `passage` doublings. */
static double rate_at(const step *steps, int count, double bytes, double passage)
{
    int s = 0;
    while (s < count - 1 && bytes > steps[s].upto_bytes)
        s++;
    if (s == 0 || passage <= 0)
        return steps[s].gbytes_per_s;
    double done = log2(bytes / steps[s - 1].upto_bytes) / passage;
    if (done >= 1)
        return steps[s].gbytes_per_s;
    return steps[s - 1].gbytes_per_s * pow(steps[s].gbytes_per_s / steps[s - 1].gbytes_per_s, done);
}

/* Four points a doubling from 4 KiB to `largest`, each off by up to the share `noise`. */
static sweep make(const step *steps, int count, double largest, double passage, double noise, unsigned seed)
{
    sweep made = {0};
    mm_random random = mm_random_new(seed);
    for (double bytes = 4 * KIB; bytes <= largest; bytes *= exp2(0.25)) {
        double off = 1 + noise * (2 * mm_random_double(&random) - 1);
        double rate = off * rate_at(steps, count, bytes, passage);
        made.points[made.count++] = (mm_sweep_point){(int64_t)bytes, rate, rate};
    }
    return made;
}

/* Each plateau ends within `tolerance` doublings of the step, and has its level within 10 %. */
static void expect_steps(const sweep *s, const step *steps, int count, double tolerance)
{
    mm_plateau found[MM_PLATEAUS_MAX];
    int plateaus = mm_plateaus_find(s->points, s->count, found);
    assert_int_equal(plateaus, count);
    for (int i = 0; i < count; i++) {
        double end = (double)s->points[found[i].last].working_set_bytes;
        double largest = (double)s->points[s->count - 1].working_set_bytes;
        if (fabs(log2(end / fmin(steps[i].upto_bytes, largest))) > tolerance)
            fail_msg("plateau %d ends at %g, expected %g", i, end, steps[i].upto_bytes);
        if (fabs(found[i].gbytes_per_s / steps[i].gbytes_per_s - 1) > 0.1)
            fail_msg("plateau %d is at %g, expected %g", i, found[i].gbytes_per_s, steps[i].gbytes_per_s);
    }
}

static const step four[] = {{48 * KIB, 500}, {1 * MIB, 150}, {32 * MIB, 100}, {INFINITY, 40}};

static void sharp_steps_are_found(void **state)
{
    (void)state;
    sweep s = make(four, 4, 256 * MIB, 0, 0, 1);
    expect_steps(&s, four, 4, 0.25);
    static const step two[] = {{32 * KIB, 90}, {INFINITY, 10}};
    s = make(two, 2, 32 * MIB, 0, 0, 1);
    expect_steps(&s, two, 2, 0.25);
    static const step close[] = {{48 * KIB, 100}, {1 * MIB, 75}, {INFINITY, 55}};
    s = make(close, 3, 64 * MIB, 0, 0, 1);
    expect_steps(&s, close, 3, 0.25);
}

static void noise_does_not_matter(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 200; seed++) {
        sweep s = make(four, 4, 256 * MIB, 0, 0.08, seed);
        expect_steps(&s, four, 4, 0.5);
    }
}

static void single_disturbed_points_do_not_matter(void **state)
{
    (void)state;
    for (int at = 0; at < 64; at += 5) {
        sweep s = make(four, 4, 256 * MIB, 0, 0.03, 7);
        s.points[at].gbytes_per_s /= 3;
        expect_steps(&s, four, 4, 0.5);
    }
}

static void passages_are_no_plateaus(void **state)
{
    (void)state;
    static const double doublings[] = {0.5, 1, 1.5, 2};
    for (size_t i = 0; i < sizeof doublings / sizeof *doublings; i++)
        for (unsigned seed = 0; seed < 20; seed++) {
            sweep s = make(four, 4, 1024 * MIB, doublings[i], 0.03, seed);
            expect_steps(&s, four, 4, 0.6 + doublings[i] / 2);
        }
}

static void one_level_is_one_plateau(void **state)
{
    (void)state;
    static const step one[] = {{INFINITY, 20}};
    for (unsigned seed = 0; seed < 100; seed++) {
        sweep s = make(one, 1, 64 * MIB, 0, 0.1, seed);
        expect_steps(&s, one, 1, 0.01);
    }
}

static void a_brief_piece_between_two_levels_is_none(void **state)
{
    (void)state;
    static const step with_brief[] = {{48 * KIB, 500}, {1 * MIB, 150}, {1.7 * MIB, 85}, {INFINITY, 40}};
    static const step without[] = {{48 * KIB, 500}, {1 * MIB, 150}, {INFINITY, 40}};
    sweep s = make(with_brief, 4, 256 * MIB, 0, 0, 1);
    expect_steps(&s, without, 3, 0.25);
}

static void a_slight_step_is_none(void **state)
{
    (void)state;
    static const step slight[] = {{1 * MIB, 100}, {INFINITY, 91}};
    sweep s = make(slight, 2, 256 * MIB, 0, 0, 1);
    mm_plateau found[MM_PLATEAUS_MAX];
    assert_int_equal(mm_plateaus_find(s.points, s.count, found), 1);
    assert_int_equal(found[0].last, s.count - 1);
}

static void a_steady_fall_has_none(void **state)
{
    (void)state;
    sweep s = {0};
    for (; s.count < 60; s.count++)
        s.points[s.count] =
            (mm_sweep_point){(int64_t)(4 * KIB * exp2(s.count / 4.0)), 500 * exp2(-s.count / 6.0), 1};
    mm_plateau found[MM_PLATEAUS_MAX];
    assert_int_equal(mm_plateaus_find(s.points, s.count, found), 0);
}

static void few_and_many_points_are_fine(void **state)
{
    (void)state;
    sweep s = make(four, 4, 256 * MIB, 0, 0, 1);
    mm_plateau found[MM_PLATEAUS_MAX];
    for (int count = 0; count < MM_PLATEAU_POINTS_MIN; count++)
        assert_int_equal(mm_plateaus_find(s.points, count, found), 0);
    assert_int_equal(mm_plateaus_find(s.points, MM_PLATEAU_POINTS_MIN, found), 1);
    for (int i = 0; i < MM_SWEEP_MAX; i++) /* more levels than there is room for */
        s.points[i] = (mm_sweep_point){(int64_t)(4 * KIB * exp2(i / 6.0)), exp2(30 - 2 * (i / 12)), 1};
    assert_int_equal(mm_plateaus_find(s.points, MM_SWEEP_MAX, found), MM_PLATEAUS_MAX);
}

/* --- Names. */

static mm_cpu cpu_with_l3(double l3_bytes)
{
    return (mm_cpu){.cache_count = 4,
                    .caches = {{1, "Data", 48 * 1024},
                               {1, "Instruction", 32 * 1024},
                               {2, "Unified", 1024 * 1024},
                               {3, "Unified", (int64_t)l3_bytes}}};
}

static void expect_names(const mm_cpu *cpu, double largest, const char *const names[4])
{
    sweep s = make(four, 4, largest, 0, 0, 1);
    mm_plateau found[MM_PLATEAUS_MAX];
    int count = mm_plateaus_find(s.points, s.count, found);
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++) {
        mm_plateau_label label;
        mm_plateau_name(s.points, s.count, found, count, i, cpu, &label);
        assert_string_equal(label.text, names[i]);
        assert_int_equal(label.text[0] == '\0', label.reason[0] != '\0');
    }
}

static void plateaus_are_named_after_caches(void **state)
{
    (void)state;
    const mm_cpu cpu = cpu_with_l3(32 * MIB), host = cpu_with_l3(300 * MIB), none = {0};
    expect_names(&cpu, 256 * MIB, (const char *const[]){"L1d", "L2", "L3", "memory"});
    /* A virtual machine that reports its host's cache: the sweep went far beyond it, so its last plateau is
     * memory. */
    expect_names(&host, 1024 * MIB, (const char *const[]){"L1d", "L2", "L3", "memory"});
    /* It did not: then what is last may be that cache. */
    expect_names(&host, 256 * MIB, (const char *const[]){"L1d", "L2", "L3", "L3"});
    expect_names(&none, 256 * MIB, (const char *const[]){"", "", "", ""});
    mm_cpu small = cpu;
    small.cache_count = 3; /* no L3 is reported: the third plateau is not the end, and has no cache */
    expect_names(&small, 256 * MIB, (const char *const[]){"L1d", "L2", "", "memory"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sharp_steps_are_found),
        cmocka_unit_test(noise_does_not_matter),
        cmocka_unit_test(single_disturbed_points_do_not_matter),
        cmocka_unit_test(passages_are_no_plateaus),
        cmocka_unit_test(one_level_is_one_plateau),
        cmocka_unit_test(a_brief_piece_between_two_levels_is_none),
        cmocka_unit_test(a_slight_step_is_none),
        cmocka_unit_test(a_steady_fall_has_none),
        cmocka_unit_test(few_and_many_points_are_fine),
        cmocka_unit_test(plateaus_are_named_after_caches),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("plateaus", tests, NULL, NULL);
}
