/* What BLAS and the naive loop really moved, level by level: intensity.json, where the experiment has one. */
#include <math.h>
#include <string.h>

#include "report/report_private.h"

typedef struct moved {
    const mm_intensity *data;
    const mm_intensity_row *blas, *naive;
} moved;

static bool find_pair(const mm_report *report, int64_t n, moved *pair)
{
    pair->blas = mm_intensity_find(pair->data, "blas", report->dtype, n);
    pair->naive = mm_intensity_find(pair->data, "naive", report->dtype, n);
    return pair->blas && pair->naive && pair->blas->source != MM_TRAFFIC_NONE &&
           pair->naive->source != MM_TRAFFIC_NONE;
}

/* The report's size, or else the largest that has both. */
static bool choose_pair(const mm_report *report, moved *pair)
{
    int64_t largest = 0;
    if (find_pair(report, report->n, pair))
        return true;
    for (int i = 0; i < pair->data->row_count; i++)
        if (pair->data->rows[i].n > largest && find_pair(report, pair->data->rows[i].n, pair))
            largest = pair->data->rows[i].n;
    return largest > 0 && find_pair(report, largest, pair);
}

static const char *name_source(const mm_report *report, mm_traffic_source source)
{
    static const mm_message names[MM_TRAFFIC_SOURCE_COUNT] = {
        [MM_TRAFFIC_COUNTERS] = MM_SAY_SOURCE_COUNTERS,
        [MM_TRAFFIC_SIMULATED] = MM_SAY_SOURCE_SIMULATED,
        [MM_TRAFFIC_MODEL] = MM_SAY_SOURCE_MODEL,
    };
    return mm_report_message(report, names[source]);
}

/* What is said of a level depends on whether anything came in. */
static mm_message choose_message(const moved *pair, int cache)
{
    bool blas_stays = mm_intensity_stays(pair->blas, cache),
         naive_stays = mm_intensity_stays(pair->naive, cache);
    bool known = isfinite(pair->blas->bytes[cache]) && isfinite(pair->naive->bytes[cache]);
    if (!known)
        return MM_SAY_MOVED_UNKNOWN;
    if (blas_stays)
        return naive_stays ? MM_SAY_MOVED_NOTHING : MM_SAY_MOVED_BY_NAIVE;
    return naive_stays ? MM_SAY_MOVED_BY_BLAS : MM_SAY_MOVED;
}

static void tell_level(const mm_report *report, const moved *pair, int cache)
{
    double blas = mm_intensity_at(pair->blas, cache), naive = mm_intensity_at(pair->naive, cache);
    bool last = cache + 1 == pair->data->cache_count;
    char into[16], from[16] = "";
    snprintf(into, sizeof into, "L%d", pair->data->caches[cache].level);
    if (!last)
        snprintf(from, sizeof from, "L%d", pair->data->caches[cache + 1].level);
    const mm_slot slots[] = {mm_slot_text("into", into),
                             mm_slot_text("from", last ? mm_report_message(report, MM_SAY_MEMORY) : from),
                             mm_slot_number("blas", blas),
                             mm_slot_number("naive", naive),
                             mm_slot_number("ratio", blas / naive),
                             {0}};
    mm_report_say(report, choose_message(pair, cache), slots);
}

void mm_report_intensity(const mm_report *report)
{
    moved pair = {.data = report->results->intensity};
    if (!pair.data || !choose_pair(report, &pair))
        return;
    const mm_slot slots[] = {mm_slot_whole("n", pair.blas->n),
                             mm_slot_text("blas_source", name_source(report, pair.blas->source)),
                             mm_slot_text("naive_source", name_source(report, pair.naive->source)),
                             mm_slot_text("kernel", *pair.blas->kernel ? pair.blas->kernel : "-"),
                             {0}};
    bool same = pair.blas->source == pair.naive->source;
    mm_report_say(report, same ? MM_SAY_INTENSITY : MM_SAY_INTENSITY_MIXED, slots);
    if (*pair.blas->kernel)
        mm_report_say(report, MM_SAY_INTENSITY_KERNEL, slots);
    mm_report_say(report, MM_SAY_INTENSITY_LEVELS, slots);
    for (int cache = 0; cache < pair.data->cache_count; cache++)
        tell_level(report, &pair, cache);
    mm_report_say(report, MM_SAY_INTENSITY_END, NULL);
}
