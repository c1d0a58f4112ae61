#include "bench/derive.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*analyse)(mm_timings *timings);
} experiments[] = {{"embedding", mm_embedding_analyse}, {"overhead", mm_overhead_analyse}};
enum { EXPERIMENT_COUNT = sizeof experiments / sizeof *experiments };

mm_status mm_experiment_check(const char *experiment, mm_error *err)
{
    for (int i = 0; i < EXPERIMENT_COUNT; i++)
        if (!*experiment || strcmp(experiment, experiments[i].name) == 0)
            return MM_OK;
    return mm_fail(err, MM_USAGE, "badValue", "experiment must be embedding or overhead; got '%.64s'",
                   experiment);
}

mm_status mm_timings_analyse(mm_timings *timings, mm_error *err)
{
    for (int i = 0; i < EXPERIMENT_COUNT; i++)
        if (strcmp(timings->experiment, experiments[i].name) == 0 && !experiments[i].analyse(timings))
            return mm_fail_memory(err, (double)(timings->derived_count + 1) * sizeof *timings->derived);
    return MM_OK;
}

double mm_roof_gflops(const mm_roofline *roofline, double intensity)
{
    return fmin(roofline->peak.gflops, roofline->triad.gbytes_per_s * intensity);
}
