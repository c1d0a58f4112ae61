/* What fits a budget: the planner's rules, and that its promises add up for any tasks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/plan.h"
#include "core/random.h"

enum { TASKS_MAX = 64 };

typedef struct plan_case {
    int count, min_reps;
    double available_s, min_time_s;
    mm_task tasks[TASKS_MAX];
} plan_case;

/* Plans; returns the minimum time that came out. */
static double plan(plan_case *c)
{
    mm_task *pointers[TASKS_MAX];
    double min_time_s = c->min_time_s;
    for (int i = 0; i < c->count; i++)
        pointers[i] = &c->tasks[i];
    mm_plan(pointers, c->count, c->available_s, c->min_reps, &min_time_s);
    return min_time_s;
}

/* Warm-up, a second call for the length of samples, and the repetitions: plan.h. */
static double cost_s(const mm_task *task, double min_time_s)
{
    return (task->call_s < 0.05 ? 2 : 1) * task->call_s + fmax(task->reps * task->call_s, min_time_s);
}

static void assert_admitted(const plan_case *c, const char *expected)
{
    for (int i = 0; i < c->count; i++)
        if (c->tasks[i].admitted != (expected[i] == 'y'))
            fail_msg("task %d of %g s is %sadmitted", i, c->tasks[i].call_s,
                     c->tasks[i].admitted ? "" : "not ");
}

static void test_no_bound_admits_all(void **state)
{
    (void)state;
    plan_case c = {3, 5, INFINITY, 1, {{1e-6, true, false, 0}, {1e9, false, false, 0}, {0, false, false, 0}}};
    assert_true(plan(&c) == 1);
    assert_admitted(&c, "yyy");
}

static void test_no_time_admits_nothing(void **state)
{
    (void)state;
    static const double none[] = {0, -1, -1e9};
    for (int i = 0; i < 3; i++) {
        plan_case c = {2, 5, none[i], 1, {{1e-6, true, true, 0}, {3, false, true, 0}}};
        double min_time_s = plan(&c);
        assert_true(min_time_s >= 0 && min_time_s <= 1);
        assert_admitted(&c, "nn");
    }
    plan_case empty = {.available_s = 1, .min_time_s = 1, .min_reps = 5};
    assert_true(plan(&empty) == 1);
}

/* A curve's first point of 3 s (one repetition) comes before a cheaper second point of another curve, for
 * which nothing is left. */
static void test_firsts_come_before_others(void **state)
{
    (void)state;
    plan_case c = {2, 5, 5, 0, {{0.5, false, false, 0}, {1, true, false, 0}}};
    plan(&c);
    assert_admitted(&c, "ny");
    c.tasks[1].is_key =
        false; /* among equals, the cheaper one comes first: 3.5 s, and 7 s do not fit beside it */
    plan(&c);
    assert_admitted(&c, "yn");
}

static void test_cheapest_come_first(void **state)
{
    (void)state;
    /* Costs of 12, 3, 6 and 9 s. */
    plan_case c = {4,
                   1,
                   11,
                   0,
                   {{4, false, false, 0}, {1, false, false, 0}, {2, false, false, 0}, {3, false, false, 0}}};
    plan(&c);
    assert_admitted(&c, "nyyn");
    for (int i = 0; i < c.count; i++)
        c.tasks[i].is_key = true;
    plan(&c);
    assert_admitted(&c, "nyyn");
}

/* A first point that does not fit leaves its time to the others. */
static void test_what_does_not_fit_does_not_block(void **state)
{
    (void)state;
    plan_case c = {3, 1, 10, 0, {{100, true, false, 0}, {1, true, false, 0}, {0.1, false, false, 0}}};
    plan(&c);
    assert_admitted(&c, "nyy");
}

/* Ten quick tasks of a second each do not fit in five: all are kept, each for a shorter time. */
static void test_minimum_time_is_shortened(void **state)
{
    (void)state;
    plan_case c = {10, 5, 5, 1, {{0, false, false, 0}}};
    for (int i = 0; i < c.count; i++)
        c.tasks[i] = (mm_task){.call_s = 0.001, .is_key = i % 2};
    double min_time_s = plan(&c);
    assert_admitted(&c, "yyyyyyyyyy");
    assert_true(min_time_s > 0.4 && min_time_s < 0.5); /* and most of the time is put to use */
    c.available_s = 20;
    assert_true(plan(&c) == 1); /* where they fit, nothing is shortened */
    assert_admitted(&c, "yyyyyyyyyy");
}

/* A slow first point has its time set aside before the quick ones share the rest. */
static void test_shortened_beside_a_slow_first(void **state)
{
    (void)state;
    plan_case c = {3, 5, 10, 4, {{0.001, true, false, 0}, {1, true, false, 0}, {0.001, false, false, 0}}};
    double min_time_s = plan(&c);
    assert_admitted(&c, "yyy");
    assert_true(min_time_s > 0 && 2 * min_time_s + cost_s(&c.tasks[1], min_time_s) <= 10);
}

/* Two slow key points share two thirds of the time: fewer repetitions, and room for the quick ones. */
static void test_slow_firsts_take_fewer_repetitions(void **state)
{
    (void)state;
    plan_case c = {3, 6, 20, 0.5, {{1, true, false, 0}, {1, true, false, 0}, {0.001, true, false, 0}}};
    double min_time_s = plan(&c);
    assert_admitted(&c, "yyy");
    assert_true(min_time_s == 0.5);
    assert_int_equal(c.tasks[0].reps, 5); /* 1 + 5 s each: the 12 s that are two thirds of what is usable */
    assert_int_equal(c.tasks[1].reps, 5);
    assert_int_equal(c.tasks[2].reps, 6);
    c.available_s = 40;
    plan(&c);
    assert_int_equal(c.tasks[0].reps, 6); /* 14 s of 24 */
    c.available_s = 8;
    plan(&c);
    assert_admitted(&c, "yyy");
    assert_int_equal(c.tasks[0].reps, 1); /* never none */
    /* A quick one leaves what it does not need of its part to a slower one. */
    plan_case uneven = {2, 6, 30, 0.5, {{0.5, true, false, 0}, {3, true, false, 0}}};
    plan(&uneven);
    assert_int_equal(uneven.tasks[0].reps, 6); /* 3.5 s of 9 */
    assert_int_equal(uneven.tasks[1].reps, 3); /* 3 + 3 * 3 s of 14.5, where an even part would allow 2 */
}

/* --- Any tasks at all. */

static plan_case random_case(mm_random *random)
{
    plan_case c = {.count = (int)(mm_random_uint64(random) % TASKS_MAX),
                   .min_reps = 1 + (int)(mm_random_uint64(random) % 10),
                   .available_s = 100 * mm_random_double(random),
                   .min_time_s = 2 * mm_random_double(random)};
    for (int i = 0; i < c.count; i++)
        c.tasks[i] = (mm_task){.call_s = exp2(-20 + 24 * mm_random_double(random)),
                               .is_key = mm_random_uint64(random) % 3 == 0,
                               .admitted = mm_random_uint64(random) & 1};
    return c;
}

static bool comes_before(const mm_task *a, const mm_task *b)
{
    return a->is_key != b->is_key ? a->is_key : a->call_s < b->call_s;
}

static void check_promises(const plan_case *c, double min_time_s)
{
    double all_s = 0;
    assert_true(min_time_s >= 0 && min_time_s <= c->min_time_s);
    for (int i = 0; i < c->count; i++)
        all_s += c->tasks[i].admitted ? cost_s(&c->tasks[i], min_time_s) : 0;
    assert_true(all_s <= c->available_s);
    for (int i = 0; i < c->count; i++) { /* who is left out would not have fitted after those before it */
        double before_s = cost_s(&c->tasks[i], min_time_s);
        if (c->tasks[i].admitted)
            continue;
        for (int j = 0; j < c->count; j++)
            if (c->tasks[j].admitted && comes_before(&c->tasks[j], &c->tasks[i]))
                before_s += cost_s(&c->tasks[j], min_time_s);
        assert_true(before_s > 0.8 * c->available_s); /* a part may be kept back for what is not measured */
    }
}

static void test_promises_hold_for_any_tasks(void **state)
{
    (void)state;
    mm_random random = mm_random_new(1);
    int admitted = 0, all = 0;
    for (int round = 0; round < 2000; round++) {
        plan_case c = random_case(&random);
        check_promises(&c, plan(&c));
        for (int i = 0; i < c.count; i++)
            admitted += c.tasks[i].admitted;
        all += c.count;
    }
    assert_true(admitted > all / 10 && admitted < all - all / 10); /* both outcomes were seen, often */
}

/* The order in which tasks are handed over decides nothing. */
static void test_order_does_not_matter(void **state)
{
    (void)state;
    mm_random random = mm_random_new(2);
    for (int round = 0; round < 200; round++) {
        plan_case c = random_case(&random), reversed = c;
        for (int i = 0; i < c.count; i++)
            reversed.tasks[i] = c.tasks[c.count - 1 - i];
        assert_true(fabs(plan(&c) - plan(&reversed)) <= 1e-9); /* the order of summation may show */
        for (int i = 0; i < c.count; i++)
            assert_int_equal(c.tasks[i].admitted, reversed.tasks[c.count - 1 - i].admitted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_bound_admits_all),
        cmocka_unit_test(test_no_time_admits_nothing),
        cmocka_unit_test(test_firsts_come_before_others),
        cmocka_unit_test(test_cheapest_come_first),
        cmocka_unit_test(test_what_does_not_fit_does_not_block),
        cmocka_unit_test(test_minimum_time_is_shortened),
        cmocka_unit_test(test_shortened_beside_a_slow_first),
        cmocka_unit_test(test_slow_firsts_take_fewer_repetitions),
        cmocka_unit_test(test_promises_hold_for_any_tasks),
        cmocka_unit_test(test_order_does_not_matter),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
