/* A row of an embedding, looked up and multiplied for: the roof at each one's intensity, and what the product
 * costs that the look-up saves. */
#include <math.h>
#include <stdio.h>

#include "bench/derive.h"

static bool add_roof(mm_timings *timings, const mm_timing *item)
{
    double intensity = mm_timing_intensity(item);
    mm_derived roof = {.size = item->size, .value = NAN, .unit = "GFLOPS"};
    snprintf(roof.name, sizeof roof.name, "roof");
    snprintf(roof.of, sizeof roof.of, "%s", item->name);
    if (!timings->has_roofline)
        snprintf(roof.reason, sizeof roof.reason, "no roofline was measured");
    else if (isnan(intensity))
        snprintf(roof.reason, sizeof roof.reason, "its bytes were not counted");
    else
        roof.value = mm_roof_gflops(&timings->roofline, intensity);
    return mm_timings_derive(timings, &roof);
}

static bool add_ratio(mm_timings *timings, const char *name, const char *of, const char *over)
{
    const mm_timing *numerator = mm_timings_find(timings, of, 0),
                    *denominator = mm_timings_find(timings, over, 0);
    mm_derived ratio = {.value = NAN, .unit = "1"};
    snprintf(ratio.name, sizeof ratio.name, "%s", name);
    snprintf(ratio.of, sizeof ratio.of, "%s", of);
    if (numerator && denominator)
        ratio.value = numerator->median_s / denominator->median_s;
    else
        snprintf(ratio.reason, sizeof ratio.reason, "%s has no time", numerator ? over : of);
    return mm_timings_derive(timings, &ratio);
}

bool mm_embedding_analyse(mm_timings *timings)
{
    bool added = true;
    for (int i = 0; i < timings->item_count && added; i++)
        if (timings->items[i].bytes > 0)
            added = add_roof(timings, &timings->items[i]);
    return added && add_ratio(timings, "over_gather", "octave:one_hot", "octave:gather") &&
           add_ratio(timings, "over_gather", "octave:one_hot_all", "octave:gather_all");
}
