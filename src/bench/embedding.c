/* A row of an embedding, looked up and multiplied for: the roof at each one's intensity, and what the product
 * costs that the look-up saves. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/derive.h"

static bool add(mm_timings *timings, const char *name, const char *of, double value, const char *unit,
                const char *reason)
{
    mm_derived derived = {.value = value};
    snprintf(derived.name, sizeof derived.name, "%s", name);
    snprintf(derived.of, sizeof derived.of, "%s", of);
    snprintf(derived.unit, sizeof derived.unit, "%s", unit);
    if (!isfinite(value))
        snprintf(derived.reason, sizeof derived.reason, "%s", reason);
    return mm_timings_derive(timings, &derived);
}

/* The time of a call without the sampler's way into the interpreter; NAN where that is not known. */
static double net_s(const mm_timings *timings, const char *name)
{
    const mm_timing *item = mm_timings_find(timings, name, 0),
                    *harness = mm_timings_find(timings, "harness", 0);
    if (!item || strncmp(name, "octave:", 7) != 0)
        return item ? item->median_s : NAN;
    double seconds = harness ? item->median_s - harness->median_s : NAN;
    return seconds > 0 ? seconds : NAN;
}

static bool add_rates(mm_timings *timings, const mm_timing *item)
{
    const char *reason = "it has no time, or one that is lost in the noise";
    double seconds = net_s(timings, item->name), flop = item->flop;
    double roof = timings->has_roofline ? mm_roof_gflops(&timings->roofline, mm_timing_intensity(item)) : NAN;
    return add(timings, "net_time", item->name, seconds, "s", reason) &&
           add(timings, "net_gflops", item->name, flop / seconds / 1e9, "GFLOPS", reason) &&
           add(timings, "roof", item->name, roof, "GFLOPS", "no roofline was measured");
}

static bool add_ratio(mm_timings *timings, const char *of, const char *over)
{
    return add(timings, "over_gather", of, net_s(timings, of) / net_s(timings, over), "1",
               "one of the two has no time, or one that is lost in the noise");
}

bool mm_embedding_analyse(mm_timings *timings)
{
    bool added = true;
    for (int i = 0; i < timings->item_count && added; i++)
        if (timings->items[i].bytes > 0)
            added = add_rates(timings, &timings->items[i]);
    return added && add_ratio(timings, "octave:one_hot", "octave:gather") &&
           add_ratio(timings, "octave:one_hot_all", "octave:gather_all");
}
