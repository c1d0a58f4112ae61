#include "bench/plan.h"

#include <math.h>
#include <stdlib.h>

#include "core/cleanup.h"

/* The warm-up is one call, and a second one for methods faster than a sample. */
enum { WARM_UP_CALLS = 2 };

/* Verification, shuffles, files: what is not in the tasks' cost. */
static const double USABLE_SHARE = 0.9;

static int by_precedence(const void *left, const void *right)
{
    const mm_task *a = *(mm_task *const *)left, *b = *(mm_task *const *)right;
    if (a->is_first != b->is_first)
        return a->is_first ? -1 : 1;
    return (a->call_s > b->call_s) - (a->call_s < b->call_s);
}

static double cost_s(const mm_task *task, int min_reps, double min_time_s)
{
    return task->call_s * WARM_UP_CALLS + fmax(min_time_s, task->call_s * min_reps);
}

/* The minimum time that lets all quick tasks fit beside the slow ones that come first. */
static double shortened(mm_task *const *tasks, int count, double usable_s, int min_reps, double min_time_s)
{
    double fixed_s = 0;
    int quick = 0;
    for (int i = 0; i < count; i++) {
        bool is_quick = tasks[i]->call_s * min_reps <= min_time_s;
        quick += is_quick;
        if (is_quick)
            fixed_s += tasks[i]->call_s * WARM_UP_CALLS;
        else if (tasks[i]->is_first)
            fixed_s += cost_s(tasks[i], min_reps, min_time_s);
    }
    if (quick == 0 || quick * min_time_s + fixed_s <= usable_s)
        return min_time_s;
    return fmax(0, (usable_s - fixed_s) / quick);
}

void mm_plan(mm_task *const *tasks, int count, double available_s, int min_reps, double *min_time_s)
{
    bool bounded = !isinf(available_s);
    double usable_s = available_s * USABLE_SHARE, spent_s = 0;
    mm_task **order MM_FREED = malloc((size_t)(count + 1) * sizeof *order);
    for (int i = 0; i < count; i++) {
        tasks[i]->admitted = !bounded;
        if (order)
            order[i] = tasks[i];
    }
    if (!order || !bounded)
        return;
    *min_time_s = shortened(tasks, count, usable_s, min_reps, *min_time_s);
    qsort(order, (size_t)count, sizeof *order, by_precedence);
    for (int i = 0; i < count; i++) {
        double needed_s = cost_s(order[i], min_reps, *min_time_s);
        if (spent_s + needed_s > usable_s)
            continue; /* a later one may be cheaper */
        order[i]->admitted = true;
        spent_s += needed_s;
    }
}
