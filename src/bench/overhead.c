/* What a call costs beside its arithmetic. The times of items have the cost of the sampler's own way into the
 * interpreter in them, which the item "harness", a function handle that only gives back a variable, shows; it
 * is taken off. The bare C call of the same product, cli:blas, is the arithmetic.
 *
 * All of it is made of minima: what other programs take of the machine only ever adds to a time, and
 * differences of a few microseconds between medians drown in that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/derive.h"

enum {
    SIZES_MAX = 64,
    SMALLEST = 3,
    MANY = 1000,
    MANY_ROOT = 10 /* 1000 products of n cost what one of 10 n does */
};

double mm_overhead_crossover(const double *sizes, const double *times_s, int count, double overhead_s,
                             double share)
{
    double wanted_s = overhead_s / share;
    int above = count; /* from here on every time is long enough */
    while (above > 0 && times_s[above - 1] >= wanted_s)
        above--;
    if (above == count)
        return NAN;
    if (above == 0)
        return sizes[0];
    double low_s = times_s[above - 1], high_s = times_s[above];
    double way = log(wanted_s / low_s) / log(high_s / low_s);
    return sizes[above - 1] * pow(sizes[above] / sizes[above - 1], way);
}

/* The least time of an item, NAN where it has none. */
static double seconds(const mm_timings *timings, const char *name, int64_t size)
{
    const mm_timing *item = mm_timings_find(timings, name, size);
    return item ? item->min_s : NAN;
}

static double harness_s(const mm_timings *timings)
{
    return seconds(timings, "harness", 0);
}

static bool add(mm_timings *timings, const char *name, const char *of, int64_t size, double value,
                const char *unit, const char *reason)
{
    mm_derived derived = {.size = size, .value = value};
    snprintf(derived.name, sizeof derived.name, "%s", name);
    snprintf(derived.of, sizeof derived.of, "%s", of);
    snprintf(derived.unit, sizeof derived.unit, "%s", unit);
    if (!isfinite(value))
        snprintf(derived.reason, sizeof derived.reason, "%s", reason);
    return mm_timings_derive(timings, &derived);
}

/* --- The overhead of a front end, over all sizes. */

typedef struct curve {
    double sizes[SIZES_MAX], times_s[SIZES_MAX], overheads_s[SIZES_MAX]; /* ascending in size */
    int count;
} curve;

/* The sizes at which both the front end and C have a time. The items are sorted. */
static curve curve_of(const mm_timings *timings, const char *name)
{
    curve c = {.count = 0};
    int64_t last = 0;
    for (;;) {
        int64_t next = 0;
        for (int i = 0; i < timings->item_count; i++) {
            int64_t size = timings->items[i].size;
            if (size > last && (next == 0 || size < next))
                next = size;
        }
        if (next == 0 || c.count == SIZES_MAX)
            return c;
        last = next;
        double time_s = seconds(timings, name, next) - harness_s(timings);
        double overhead_s = time_s - seconds(timings, "cli:blas", next);
        if (!isfinite(overhead_s))
            continue;
        c.sizes[c.count] = (double)next;
        c.times_s[c.count] = time_s;
        c.overheads_s[c.count++] = overhead_s;
    }
}

/* The middle one of the three smallest sizes: there the arithmetic is next to nothing. */
static double fixed_overhead_s(const curve *c)
{
    if (c->count < SMALLEST)
        return NAN;
    double a = c->overheads_s[0], b = c->overheads_s[1], d = c->overheads_s[2];
    return fmax(fmin(a, b), fmin(fmax(a, b), d));
}

static bool add_crossover(mm_timings *timings, const char *name, const char *of, const curve *c, double share)
{
    char reason[160] = "the overhead is not known, or lost in the noise";
    double overhead_s = fixed_overhead_s(c), size = NAN;
    if (overhead_s > 0)
        size = mm_overhead_crossover(c->sizes, c->times_s, c->count, overhead_s, share);
    if (overhead_s > 0 && isnan(size))
        snprintf(reason, sizeof reason, "not reached by N = %.0f, where it is %.2g %%",
                 c->sizes[c->count - 1], 100 * overhead_s / c->times_s[c->count - 1]);
    return add(timings, name, of, 0, size, "N", reason);
}

static bool add_front_end(mm_timings *timings, const char *of)
{
    curve c = curve_of(timings, of);
    bool added = add(timings, "fixed_overhead", of, 0, fixed_overhead_s(&c), "s",
                     "fewer than three sizes have times") &&
                 add_crossover(timings, "crossover_1_percent", of, &c, 0.01) &&
                 add_crossover(timings, "crossover_1_permille", of, &c, 0.001);
    for (int i = 0; i < c.count && added; i++)
        added =
            add(timings, "overhead_share", of, (int64_t)c.sizes[i], c.overheads_s[i] / c.times_s[i], "1", "");
    return added;
}

/* --- The parts of a call of a MEX function. They add up to the time of the call without the harness. All but
 * the kernel and the rest are differences between calls that do next to nothing, the same for every function.
 */

static bool add_split(mm_timings *timings, const char *of, const char *kernel, int64_t size)
{
    double empty_s = seconds(timings, "mex:empty", size), freed_s = seconds(timings, "mex:alloc_free", size);
    double returned_s = seconds(timings, "mex:alloc_return", size),
           file_s = seconds(timings, "file:alloc_return", size);
    double kernel_s = seconds(timings, kernel, size), whole_s = seconds(timings, of, size);
    const struct {
        const char *name;
        double value;
    } parts[] = {
        {"split_wrapper", file_s - returned_s},
        {"split_call", empty_s - harness_s(timings)},
        {"split_allocation", freed_s - empty_s},
        {"split_copy", returned_s - freed_s},
        {"split_kernel", kernel_s},
        {"split_rest", whole_s - file_s - kernel_s},
        {"split_total", whole_s - harness_s(timings)},
    };
    bool added = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && added; i++)
        added = add(timings, parts[i].name, of, size, parts[i].value, "s", "one of its items has no time");
    return added;
}

/* At every size that the empty call was timed at. */
static bool add_splits(mm_timings *timings)
{
    static const struct {
        const char *of, *kernel;
    } functions[] = {{"octave:mm_naive", "cli:naive"},
                     {"octave:mm_blocked", "cli:blocked"},
                     {"octave:mm_einsum", "cli:einsum"},
                     {"octave:mm_blas", "cli:blas"}};
    bool added = true;
    for (int i = 0; i < timings->item_count; i++) {
        int64_t size = timings->items[i].size;
        if (mm_timings_find(timings, "mex:empty", size) != &timings->items[i])
            continue;
        for (size_t f = 0; f < sizeof functions / sizeof *functions && added; f++)
            if (mm_timings_find(timings, functions[f].of, size))
                added = add_split(timings, functions[f].of, functions[f].kernel, size);
    }
    return added;
}

/* --- A thousand small products against one large. */

/* `calls` calls of `many` at a size, over one of `one` at ten times the size; from both the harness is taken
 * off. */
static bool add_many(mm_timings *timings, const char *many, int calls, const char *one, double harness)
{
    bool added = true;
    for (int i = 0; i < timings->item_count && added; i++) {
        int64_t size = timings->items[i].size;
        if (mm_timings_find(timings, many, size) != &timings->items[i] || size == 0 ||
            !mm_timings_find(timings, one, size * MANY_ROOT))
            continue;
        double many_s = calls * (seconds(timings, many, size) - harness);
        double one_s = seconds(timings, one, size * MANY_ROOT) - harness;
        added = add(timings, "many_over_one", many, size, many_s / one_s, "1", "the harness has no time");
    }
    return added;
}

bool mm_overhead_analyse(mm_timings *timings)
{
    double harness = harness_s(timings);
    return add_front_end(timings, "octave:mtimes") && add_front_end(timings, "octave:mm_blas") &&
           add_splits(timings) && add_many(timings, "octave:mtimes_x1000", 1, "octave:mtimes", harness) &&
           add_many(timings, "octave:mm_blas_x1000", 1, "octave:mm_blas", harness) &&
           add_many(timings, "octave:mtimes_stacked", 1, "octave:mtimes", harness) &&
           add_many(timings, "cli:blas", MANY, "cli:blas", 0);
}
