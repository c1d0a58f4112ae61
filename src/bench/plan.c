#include "bench/plan.h"

#include <math.h>
#include <stdlib.h>

#include "core/cleanup.h"

/* The warm-up is one call, and a second one for methods faster than a sample. */
enum { WARM_UP_CALLS = 2 };

/* Verification, shuffles, files: what is not in the tasks' cost. */
static const double USABLE_SHARE = 0.9;

/* Where times were made to fill what is available, the rounding of their sum must not shut one out. */
static const double ROUNDING = 1 + 1e-9;

/* The slow first tasks may have this much of it. */
static const double FIRSTS_SHARE = 0.5;

static int by_precedence(const void *left, const void *right)
{
    const mm_task *a = *(mm_task *const *)left, *b = *(mm_task *const *)right;
    if (a->is_first != b->is_first)
        return a->is_first ? -1 : 1;
    return (a->call_s > b->call_s) - (a->call_s < b->call_s);
}

static double cost_s(const mm_task *task, double min_time_s)
{
    return task->call_s * WARM_UP_CALLS + fmax(min_time_s, task->call_s * task->reps);
}

static bool is_slow(const mm_task *task, int min_reps, double min_time_s)
{
    return task->call_s * min_reps > min_time_s;
}

/* The repetitions that let all slow first tasks, each with as many, fit into their share of the time. */
static int reps_of_slow_firsts(mm_task *const *tasks, int count, double share_s, int min_reps,
                               double min_time_s)
{
    double round_s = 0;
    for (int i = 0; i < count; i++)
        if (tasks[i]->is_first && is_slow(tasks[i], min_reps, min_time_s))
            round_s += tasks[i]->call_s;
    if (round_s * (WARM_UP_CALLS + min_reps) <= share_s)
        return min_reps;
    return (int)fmax(1, floor(share_s / round_s) - WARM_UP_CALLS);
}

/* The minimum time that lets all quick tasks fit beside the slow ones that come first. */
static double shortened(mm_task *const *tasks, int count, double usable_s, int min_reps, double min_time_s)
{
    double fixed_s = 0;
    int quick = 0;
    for (int i = 0; i < count; i++) {
        bool slow = is_slow(tasks[i], min_reps, min_time_s);
        quick += !slow;
        if (!slow)
            fixed_s += tasks[i]->call_s * WARM_UP_CALLS;
        else if (tasks[i]->is_first)
            fixed_s += cost_s(tasks[i], min_time_s);
    }
    if (quick == 0 || quick * min_time_s + fixed_s <= usable_s)
        return min_time_s;
    return fmax(0, (usable_s - fixed_s) / quick);
}

/* Walks the tasks in order of precedence and admits what fits. */
static void admit(mm_task **order, int count, double usable_s, double min_time_s)
{
    double spent_s = 0;
    qsort(order, (size_t)count, sizeof *order, by_precedence);
    for (int i = 0; i < count; i++) {
        double needed_s = cost_s(order[i], min_time_s);
        order[i]->admitted = spent_s + needed_s <= usable_s * ROUNDING;
        if (order[i]->admitted) /* otherwise a later one may be cheaper */
            spent_s += needed_s;
    }
}

void mm_plan(mm_task *const *tasks, int count, double available_s, int min_reps, double *min_time_s)
{
    bool bounded = !isinf(available_s);
    double usable_s = available_s * USABLE_SHARE;
    mm_task **order MM_FREED = malloc((size_t)(count + 1) * sizeof *order);
    int slow_reps = reps_of_slow_firsts(tasks, count, usable_s * FIRSTS_SHARE, min_reps, *min_time_s);
    for (int i = 0; i < count; i++) {
        bool cut = tasks[i]->is_first && is_slow(tasks[i], min_reps, *min_time_s);
        tasks[i]->admitted = !bounded;
        tasks[i]->reps = bounded && cut ? slow_reps : min_reps;
        if (order)
            order[i] = tasks[i];
    }
    if (!order || !bounded)
        return;
    *min_time_s = shortened(tasks, count, usable_s, min_reps, *min_time_s);
    admit(order, count, usable_s, *min_time_s);
}
