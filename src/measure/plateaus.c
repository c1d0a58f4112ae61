#include "measure/plateaus.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All in log2 of the rate, that is in factors of two, and in doublings of the size. */

/* A step pays when it saves so much: a fall by 20 % over 3 points does not. */
static const double PIECE_PRICE = 0.8;
/* Pieces closer than 2^0.25 = 1.19 are one level. */
static const double SAME_LEVEL = 0.25;
/* A piece that falls by more for each doubling is a passage. */
static const double STEEP_A_DOUBLING = 0.25;
/* A piece shorter than this, between two others, is a passage. */
static const double BRIEF_DOUBLINGS = 1.25;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Reorders the values. */
static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static double median_of(const double *y, int first, int last)
{
    double copy[MM_SWEEP_MAX];
    memcpy(copy, y + first, (size_t)(last - first + 1) * sizeof *copy);
    return median(copy, last - first + 1);
}

static double deviations(const double *y, int first, int last)
{
    double middle = median_of(y, first, last), sum = 0;
    for (int i = first; i <= last; i++)
        sum += fabs(y[i] - middle);
    return sum;
}

/* The cheapest pieces of y; starts[i] is the first point of the last piece of y[0..i]. */
static void partition(const double *y, int count, int *starts)
{
    double cost[MM_SWEEP_MAX];
    for (int last = 0; last < count; last++) {
        cost[last] = INFINITY;
        starts[last] = 0;
        for (int first = last - MM_PLATEAU_POINTS_MIN + 1; first >= 0; first--) {
            if (first > 0 && isinf(cost[first - 1]))
                continue;
            double with = (first > 0 ? cost[first - 1] : 0) + deviations(y, first, last) + PIECE_PRICE;
            if (with < cost[last]) {
                cost[last] = with;
                starts[last] = first;
            }
        }
    }
}

static double doublings(const mm_sweep_point *points, int first, int last)
{
    return log2((double)points[last].working_set_bytes / (double)points[first].working_set_bytes);
}

/* The fall for each doubling of the size: the median slope of all pairs (P. K. Sen, J. Am. Stat. Assoc. 63,
 * 1968). */
static double fall_a_doubling(const mm_sweep_point *points, const double *y, int first, int last)
{
    double slopes[MM_SWEEP_MAX * (MM_SWEEP_MAX - 1) / 2];
    int count = 0;
    for (int i = first; i <= last; i++)
        for (int j = i + 1; j <= last; j++)
            slopes[count++] = (y[i] - y[j]) / doublings(points, i, j);
    return median(slopes, count);
}

static bool is_passage(const mm_sweep_point *points, const double *y, const mm_plateau *piece, bool between)
{
    return fall_a_doubling(points, y, piece->first, piece->last) > STEEP_A_DOUBLING ||
           (between && doublings(points, piece->first, piece->last) < BRIEF_DOUBLINGS);
}

/* Adds a piece, to the last plateau where both are one level. Returns the new count. */
static int add_piece(const double *y, mm_plateau piece, mm_plateau *plateaus, int count)
{
    mm_plateau *before = count > 0 ? &plateaus[count - 1] : NULL;
    double level = median_of(y, piece.first, piece.last);
    if (before && fabs(median_of(y, before->first, before->last) - level) < SAME_LEVEL)
        before->last = piece.last;
    else if (count < MM_PLATEAUS_MAX)
        plateaus[count++] = piece;
    return count;
}

int mm_plateaus_find(const mm_sweep_point *points, int count, mm_plateau plateaus[MM_PLATEAUS_MAX])
{
    double y[MM_SWEEP_MAX];
    int starts[MM_SWEEP_MAX], piece_count = 0, found = 0;
    mm_plateau pieces[MM_SWEEP_MAX];
    if (count < MM_PLATEAU_POINTS_MIN)
        return 0;
    for (int i = 0; i < count; i++)
        y[i] = log2(points[i].gbytes_per_s);
    partition(y, count, starts);
    for (int last = count - 1; last >= 0; last = starts[last] - 1)
        pieces[piece_count++] = (mm_plateau){.first = starts[last], .last = last};
    for (int p = piece_count - 1; p >= 0; p--)
        if (!is_passage(points, y, &pieces[p], p > 0 && p < piece_count - 1))
            found = add_piece(y, pieces[p], plateaus, found);
    for (int p = 0; p < found; p++)
        plateaus[p].gbytes_per_s = exp2(median_of(y, plateaus[p].first, plateaus[p].last));
    return found;
}

/* --- Names. */

/* The smallest data cache of at least `bytes`; NULL where there is none. */
static const mm_cache *cache_holding(const mm_cpu *cpu, double bytes)
{
    const mm_cache *smallest = NULL;
    for (int i = 0; i < cpu->cache_count; i++) {
        const mm_cache *cache = &cpu->caches[i];
        if (strcmp(cache->type, "Instruction") != 0 && (double)cache->size_bytes >= bytes &&
            (!smallest || cache->size_bytes < smallest->size_bytes))
            smallest = cache;
    }
    return smallest;
}

static void name_after_cache(const mm_cache *cache, mm_plateau_label *label)
{
    snprintf(label->text, sizeof label->text, "L%d%s", cache->level,
             strcmp(cache->type, "Data") == 0 ? "d" : "");
    label->cache_bytes = cache->size_bytes;
}

void mm_plateau_name(const mm_sweep_point *points, int point_count, const mm_plateau *plateaus, int count,
                     int which, const mm_cpu *cpu, mm_plateau_label *label)
{
    const mm_plateau *plateau = &plateaus[which];
    double end = (double)points[point_count - 1].working_set_bytes;
    double middle = sqrt((double)points[plateau->first].working_set_bytes *
                         (double)points[plateau->last].working_set_bytes);
    const mm_cache *cache = cache_holding(cpu, middle);
    bool reaches_memory = !cache_holding(cpu, end / 2);
    *label = (mm_plateau_label){.text = ""};
    if (cpu->cache_count == 0)
        snprintf(label->reason, sizeof label->reason, "the system does not list cpu0's caches");
    else if (which == count - 1 && reaches_memory && plateau->last >= point_count - MM_PLATEAU_POINTS_MIN)
        snprintf(label->text, sizeof label->text, "memory");
    else if (cache)
        name_after_cache(cache, label);
    else
        snprintf(label->reason, sizeof label->reason,
                 "its working sets are larger than any cache that the system reports, but it is not where "
                 "the sweep "
                 "ends");
}
