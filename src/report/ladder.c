#include "report/ladder.h"

#include <string.h>

static bool is_on_rung(const mm_row *row, const mm_rung *rung)
{
    return (row->threads > 1) == rung->all_threads && strcmp(row->frontend, rung->method->frontend) == 0 &&
           strcmp(row->method, rung->method->name) == 0;
}

/* The rung's row; of several on more than one thread, that with the most. */
static const mm_row *find_row(const mm_results *results, mm_dtype dtype, int64_t n, const mm_rung *rung)
{
    const mm_row *best = NULL;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (row->m != n || row->n != n || row->k != n || row->dtype != dtype || !mm_row_has_time(row) ||
            !is_on_rung(row, rung))
            continue;
        if (!best || row->threads > best->threads)
            best = row;
    }
    return best;
}

static mm_ratio ratio_of(const mm_row *from, const mm_row *to)
{
    mm_ratio ratio = {.value = from->median_s / to->median_s};
    if (from->ci95_s[0] > 0 && to->ci95_s[0] > 0) {
        ratio.low = from->ci95_s[0] / to->ci95_s[1];
        ratio.high = from->ci95_s[1] / to->ci95_s[0];
    }
    return ratio;
}

static mm_step step_between(const mm_ladder *ladder, int from, int to)
{
    const mm_row *slow = ladder->rungs[from].row, *fast = ladder->rungs[to].row;
    mm_step step = {.from = from, .to = to, .factor = ratio_of(slow, fast)};
    step.extrapolated = slow->status == MM_ROW_EXTRAPOLATED || fast->status == MM_ROW_EXTRAPOLATED;
    step.slower = (step.factor.high > 0 ? step.factor.high : step.factor.value) < 1;
    return step;
}

void mm_ladder_build(const mm_results *results, mm_dtype dtype, int64_t n, mm_ladder *ladder)
{
    *ladder = (mm_ladder){.dtype = dtype, .n = n, .product = 1};
    mm_rung rungs[MM_RUNGS_MAX];
    ladder->rung_count = mm_method_rungs(rungs);
    int first = -1, last = -1;
    for (int r = 0; r < ladder->rung_count; r++) {
        ladder->rungs[r] = (mm_ladder_rung){rungs[r], find_row(results, dtype, n, &rungs[r])};
        if (!ladder->rungs[r].row) {
            ladder->missing_count++;
            continue;
        }
        if (first < 0)
            first = r;
        else
            ladder->steps[ladder->step_count++] = step_between(ladder, last, r);
        last = r;
    }
    for (int s = 0; s < ladder->step_count; s++) {
        ladder->product *= ladder->steps[s].factor.value;
        ladder->extrapolated |= ladder->steps[s].extrapolated;
    }
    if (ladder->step_count > 0)
        ladder->total = step_between(ladder, first, last);
}

int64_t mm_ladder_next_size(const mm_results *results, mm_dtype dtype, int64_t n)
{
    int64_t next = 0;
    for (int i = 0; i < results->row_count; i++) {
        int64_t size = results->rows[i].n;
        if (size <= n || (next > 0 && size >= next))
            continue;
        mm_ladder ladder;
        mm_ladder_build(results, dtype, size, &ladder);
        if (ladder.step_count > 0)
            next = size;
    }
    return next;
}

void mm_ladder_rung_name(const mm_ladder_rung *rung, char name[MM_RUNG_NAME_SIZE])
{
    const mm_method *method = rung->rung.method;
    int length = snprintf(name, MM_RUNG_NAME_SIZE, "%s:%s", method->frontend, method->name);
    if (rung->rung.all_threads && rung->row)
        snprintf(name + length, MM_RUNG_NAME_SIZE - (size_t)length, " T=%d", rung->row->threads);
    else if (rung->rung.all_threads)
        snprintf(name + length, MM_RUNG_NAME_SIZE - (size_t)length, " T>1");
}
