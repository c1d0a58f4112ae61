/* The container of timings. Writing is in timings_json.c, reading in timings_read.c. */
#include "record/timings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "measure/statistics.h"

void mm_timings_free(mm_timings *timings)
{
    for (int i = 0; i < timings->item_count; i++)
        free(timings->items[i].samples_s);
    free(timings->items);
    free(timings->derived);
    *timings = (mm_timings){0};
}

mm_timing *mm_timings_add(mm_timings *timings, const mm_timing *item)
{
    mm_timing *items =
        mm_array_room(timings->items, timings->item_count, &timings->item_capacity, sizeof *item);
    if (!items)
        return NULL;
    timings->items = items;
    items[timings->item_count] = *item;
    return &items[timings->item_count++];
}

mm_derived *mm_timings_derive(mm_timings *timings, const mm_derived *derived)
{
    mm_derived *all =
        mm_array_room(timings->derived, timings->derived_count, &timings->derived_capacity, sizeof *derived);
    if (!all)
        return NULL;
    timings->derived = all;
    all[timings->derived_count] = *derived;
    return &all[timings->derived_count++];
}

const mm_timing *mm_timings_find(const mm_timings *timings, const char *name, int64_t size)
{
    for (int i = 0; i < timings->item_count; i++) {
        const mm_timing *item = &timings->items[i];
        if (strcmp(item->name, name) == 0 && (size == 0 || item->size == size) && item->median_s > 0)
            return item;
    }
    return NULL;
}

const mm_derived *mm_timings_find_derived(const mm_timings *timings, const char *name, const char *of,
                                          int64_t size)
{
    for (int i = 0; i < timings->derived_count; i++) {
        const mm_derived *derived = &timings->derived[i];
        if (strcmp(derived->name, name) == 0 && strcmp(derived->of, of) == 0 &&
            (size == 0 || derived->size == size))
            return derived;
    }
    return NULL;
}

bool mm_timing_take(mm_timing *item, mm_series *series, const char *why_missing)
{
    mm_summary summary;
    if (series->count == 0) {
        snprintf(item->reason, sizeof item->reason, "%s", why_missing);
        return true;
    }
    if (!mm_summarise(series->samples_s, series->count, &summary))
        return false;
    item->reps = series->count;
    item->calls_per_sample = series->calls_per_sample;
    item->median_s = summary.median;
    item->min_s = summary.min;
    for (int i = 0; i < 2 && summary.has_ci95; i++)
        item->ci95_s[i] = summary.ci95[i];
    item->samples_s = series->samples_s;
    *series = (mm_series){0};
    return true;
}

double mm_timing_gflops(const mm_timing *item)
{
    return item->median_s > 0 ? item->flop / item->median_s / 1e9 : 0;
}

double mm_timing_intensity(const mm_timing *item)
{
    return item->bytes > 0 ? item->flop / item->bytes : NAN;
}

const char *mm_timing_side(const mm_timings *timings, const mm_timing *item)
{
    double intensity = mm_timing_intensity(item);
    if (!timings->has_roofline || isnan(intensity))
        return NULL;
    return intensity < timings->roofline.ridge_flop_per_byte ? "left" : "right";
}

static int three_way(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_items(const void *left, const void *right)
{
    const mm_timing *a = left, *b = right;
    int names = strcmp(a->name, b->name), sizes = three_way((double)a->size, (double)b->size);
    return names ? names : sizes ? sizes : three_way(a->median_s, b->median_s);
}

static int compare_derived(const void *left, const void *right)
{
    const mm_derived *a = left, *b = right;
    int names = strcmp(a->name, b->name), ofs = strcmp(a->of, b->of);
    return names ? names : ofs ? ofs : three_way((double)a->size, (double)b->size);
}

void mm_timings_sort(mm_timings *timings)
{
    if (timings->item_count > 1)
        qsort(timings->items, (size_t)timings->item_count, sizeof *timings->items, compare_items);
    if (timings->derived_count > 1)
        qsort(timings->derived, (size_t)timings->derived_count, sizeof *timings->derived, compare_derived);
}
