#include "bench/plan.h"

#include <math.h>
#include <stdlib.h>

#include "core/cleanup.h"

/* The warm-up is one call, and a second one for calls as brief as those of the sampler's that need it. */
static const double BRIEF_CALL_S = 0.05;

/* Verification, shuffles, files: what is not in the tasks' cost. */
static const double USABLE_SHARE = 0.9;

/* The slow key tasks may have this much of it. */
static const double KEY_SHARE = 2.0 / 3;

/* Where times were made to fill what is available, the rounding of their sum must not shut one out. */
static const double ROUNDING = 1 + 1e-9;

static int by_precedence(const void *left, const void *right)
{
    const mm_task *a = *(mm_task *const *)left, *b = *(mm_task *const *)right;
    if (a->is_key != b->is_key)
        return a->is_key ? -1 : 1;
    return (a->call_s > b->call_s) - (a->call_s < b->call_s);
}

static double warm_up_s(const mm_task *task)
{
    return task->call_s * (task->call_s < BRIEF_CALL_S ? 2 : 1);
}

static double cost_s(const mm_task *task, double min_time_s)
{
    return warm_up_s(task) + fmax(min_time_s, task->call_s * task->reps);
}

static bool is_slow(const mm_task *task, int min_reps, double min_time_s)
{
    return task->call_s * min_reps > min_time_s;
}

/* Cuts the repetitions of the slow key tasks so that they fit share_s. `order` has the key tasks first and
 * the quicker ones before the slower: what one leaves of its even part goes to those after it. */
static void cut_reps(mm_task *const *order, int count, double share_s, int min_reps, double min_time_s)
{
    int slow = 0;
    for (int i = 0; i < count && order[i]->is_key; i++)
        slow += is_slow(order[i], min_reps, min_time_s);
    for (int i = 0; i < count && order[i]->is_key; i++) {
        mm_task *task = order[i];
        if (!is_slow(task, min_reps, min_time_s))
            continue;
        double part_s = share_s / slow--;
        double fitting = floor((part_s - warm_up_s(task)) / task->call_s * ROUNDING);
        task->reps = (int)fmax(1, fmin(min_reps, fitting));
        share_s = fmax(0, share_s - cost_s(task, min_time_s));
    }
}

/* The minimum time that lets all quick tasks fit beside the slow key ones. */
static double shortened(mm_task *const *tasks, int count, double usable_s, int min_reps, double min_time_s)
{
    double fixed_s = 0;
    int quick = 0;
    for (int i = 0; i < count; i++) {
        bool slow = is_slow(tasks[i], min_reps, min_time_s);
        quick += !slow;
        if (!slow)
            fixed_s += warm_up_s(tasks[i]);
        else if (tasks[i]->is_key)
            fixed_s += cost_s(tasks[i], min_time_s);
    }
    if (quick == 0 || quick * min_time_s + fixed_s <= usable_s)
        return min_time_s;
    return fmax(0, (usable_s - fixed_s) / quick);
}

/* Walks the tasks in order of precedence and admits what fits. */
static void admit(mm_task *const *order, int count, double usable_s, double min_time_s)
{
    double spent_s = 0;
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
    for (int i = 0; i < count; i++) {
        tasks[i]->admitted = !bounded;
        tasks[i]->reps = min_reps;
        if (order)
            order[i] = tasks[i];
    }
    if (!order || !bounded)
        return;
    qsort(order, (size_t)count, sizeof *order, by_precedence);
    cut_reps(order, count, usable_s * KEY_SHARE, min_reps, *min_time_s);
    *min_time_s = shortened(order, count, usable_s, min_reps, *min_time_s);
    admit(order, count, usable_s, *min_time_s);
}
