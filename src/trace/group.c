/* Rows put together for people. */
#include <stdlib.h>
#include <string.h>

#include "trace/symbols.h"
#include "trace/trace.h"

static int compare_shape(const mm_trace_item *l, const mm_trace_item *r)
{
    mm_trace_key left = l->row.key, right = r->row.key;
    left.caller = left.library = right.caller = right.library = 0; /* numbers of one process */
    int order = memcmp(&left, &right, sizeof left);
    return order != 0 ? order : strcmp(l->library, r->library);
}

static int compare_routine(const mm_trace_item *l, const mm_trace_item *r)
{
    int left = mm_trace_symbol_at(l->row.key.symbol)->routine,
        right = mm_trace_symbol_at(r->row.key.symbol)->routine;
    return left != right ? left - right : strcmp(l->library, r->library);
}

static int compare_caller(const mm_trace_item *l, const mm_trace_item *r)
{
    int order = compare_routine(l, r);
    return order != 0 ? order : strcmp(l->caller, r->caller);
}

typedef int compare_function(const mm_trace_item *, const mm_trace_item *);
static compare_function *const compare[] = {
    [MM_TRACE_BY_SHAPE] = compare_shape,
    [MM_TRACE_BY_ROUTINE] = compare_routine,
    [MM_TRACE_BY_CALLER] = compare_caller,
};

static int by_time(const void *left, const void *right)
{
    const mm_trace_group *l = left, *r = right;
    return (l->seconds < r->seconds) - (l->seconds > r->seconds);
}

static void add_item(mm_trace_group *group, const mm_trace_item *item)
{
    group->calls += (int64_t)item->row.calls;
    group->nested += (int64_t)item->row.nested;
    group->seconds += (double)item->row.ns * 1e-9;
    group->flops += mm_trace_item_flops(item);
}

/* A sort that cannot fail and keeps no state beside: the trace has hundreds of rows, seldom thousands. */
static mm_trace_group *find_group(mm_trace_group *groups, int *count, const mm_trace_item *item,
                                  compare_function *order)
{
    int low = 0, high = *count;
    while (low < high) {
        int middle = (low + high) / 2, side = order(groups[middle].item, item);
        if (side == 0)
            return &groups[middle];
        if (side < 0)
            low = middle + 1;
        else
            high = middle;
    }
    memmove(&groups[low + 1], &groups[low], (size_t)(*count - low) * sizeof *groups);
    groups[low] = (mm_trace_group){.item = item};
    (*count)++;
    return &groups[low];
}

mm_status mm_trace_group_by(const mm_trace *trace, mm_trace_by by, mm_trace_group **groups, int *count,
                            mm_error *err)
{
    size_t bytes = ((size_t)trace->item_count + 1) * sizeof **groups;
    *count = 0;
    *groups = malloc(bytes);
    if (!*groups)
        return mm_fail_memory(err, (double)bytes);
    for (int i = 0; i < trace->item_count; i++)
        add_item(find_group(*groups, count, &trace->items[i], compare[by]), &trace->items[i]);
    qsort(*groups, (size_t)*count, sizeof **groups, by_time);
    return MM_OK;
}
