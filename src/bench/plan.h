/* Which measurements fit a time budget. */
#ifndef MM_PLAN_H
#define MM_PLAN_H

#include <stdbool.h>

/* One (method, shape) to measure, and what the planner decided. */
typedef struct mm_task {
    double call_s; /* predicted seconds of one call */
    bool is_first; /* the method's smallest shape still to come: without it there is nothing to extrapolate
                      from */
    bool admitted; /* out: it fits */
} mm_task;

/* Admits tasks while their predicted cost fits available_s (INFINITY: all fit): first those that are a
 * method's smallest shape, then by the time of a call, so that every curve begins, and the longest calls are
 * extrapolated. A task costs its warm-up and max (min_reps calls, min_time_s). Where the tasks whose min_reps
 * calls fit into min_time_s do not fit all together, *min_time_s is shortened so that they do: every curve
 * comes before a longer sample. */
void mm_plan(mm_task *const *tasks, int count, double available_s, int min_reps, double *min_time_s);

#endif
