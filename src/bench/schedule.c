#include <math.h>
#include <stdlib.h>

#include "bench/run.h"
#include "core/cleanup.h"
#include "measure/clock.h"

static const double PLANNED_SHARE =
    0.88; /* the rest is for predictions that were too good: the last shape would pay */

void mm_schedule_predict(mm_run *run, int entry, const mm_shape *shape, double call_s)
{
    for (int s = 0; s < run->bench->shape_count; s++) {
        mm_cell *c = mm_run_cell(run, s, entry);
        c->task.call_s = call_s * fmax(1, mm_shape_flop(c->shape)) / fmax(1, mm_shape_flop(shape));
    }
}

/* Is this the first shape at which the entry can be measured, nothing smaller having been? */
static bool is_first(const mm_run *run, int shape, int entry)
{
    for (int s = 0; s < shape; s++) {
        const mm_cell *c = mm_run_cell(run, s, entry);
        if (c->exists && (s >= run->shape_at || c->row.status == MM_ROW_MEASURED))
            return false;
    }
    return true;
}

/* Key tasks, as plan.h has them: a compiled loop's largest shape must be measured, an interpreted one's need
 * not. */
static bool is_key(const mm_run *run, int shape, int entry)
{
    bool is_largest = shape == run->bench->shape_count - 1;
    return is_first(run, shape, entry) || (is_largest && !run->bench->entries[entry].method->interpreted);
}

double mm_schedule_shape(mm_run *run)
{
    int count = 0;
    double min_time_s = run->bench->min_time_s;
    mm_task **tasks MM_FREED =
        malloc(((size_t)run->bench->entry_count * (size_t)run->bench->shape_count + 1) * sizeof *tasks);
    for (int s = run->shape_at; tasks && s < run->bench->shape_count; s++)
        for (int e = 0; e < run->bench->entry_count; e++) {
            mm_cell *c = mm_run_cell(run, s, e);
            c->task.is_key = is_key(run, s, e);
            if (c->exists && c->row.status != MM_ROW_FAILED)
                tasks[count++] = &c->task;
        }
    if (tasks)
        mm_plan(tasks, count, (run->deadline_s - mm_clock_s()) * PLANNED_SHARE, run->bench->min_reps,
                &min_time_s);
    return min_time_s;
}

bool mm_schedule_is_due(const mm_cell *c)
{
    return c->exists && c->task.admitted && c->row.status != MM_ROW_FAILED;
}

bool mm_schedule_has_work(const mm_run *run)
{
    for (int e = 0; e < run->bench->entry_count; e++)
        if (mm_schedule_is_due(mm_run_cell(run, run->shape_at, e)))
            return true;
    return false;
}
