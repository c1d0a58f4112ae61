#include "traffic/geometry.h"

#include <stdio.h>
#include <string.h>

/* What is common on servers of the 2020s: for a system that tells nothing. */
static const mm_geometry usual[] = {{1, 32 << 10, 8, 64}, {2, 1 << 20, 16, 64}, {3, 32 << 20, 16, 64}};

enum { USUAL_COUNT = sizeof usual / sizeof *usual, LINE_BYTES = 64, L1_WAYS = 8, OTHER_WAYS = 16 };

int64_t mm_geometry_sets(const mm_geometry *cache)
{
    return cache->size_bytes / cache->line_bytes / cache->ways;
}

mm_geometry mm_geometry_simulated(const mm_geometry *reported)
{
    int line_bytes = reported->line_bytes;
    if (line_bytes < 16 || (line_bytes & (line_bytes - 1)) != 0)
        line_bytes = LINE_BYTES;
    int64_t ways = reported->ways > 0 ? reported->ways : reported->level == 1 ? L1_WAYS : OTHER_WAYS;
    int64_t lines = reported->size_bytes / line_bytes, sets = 1;
    if (lines < 2)
        lines = 2;
    while (2 * sets * ways <= lines)
        sets *= 2;
    ways = lines / sets;
    return (mm_geometry){reported->level, sets * ways * line_bytes, (int)ways, line_bytes};
}

static bool holds_data(const mm_cache *cache)
{
    return strcmp(cache->type, "Instruction") != 0 && cache->size_bytes > 0;
}

static void add(mm_intensity *intensity, const mm_geometry *cache)
{
    if (intensity->cache_count == MM_TRAFFIC_LEVELS_MAX)
        return;
    int at = intensity->cache_count++;
    for (; at > 0 && intensity->caches[at - 1].level > cache->level; at--) { /* sysfs need not sort */
        intensity->caches[at] = intensity->caches[at - 1];
        intensity->simulated[at] = intensity->simulated[at - 1];
    }
    intensity->caches[at] = *cache;
    intensity->simulated[at] = mm_geometry_simulated(cache);
}

void mm_geometry_of_cpu(const mm_cpu *cpu, mm_intensity *intensity)
{
    intensity->cache_count = 0;
    intensity->caches_reason[0] = '\0';
    for (int i = 0; i < cpu->cache_count; i++) {
        const mm_cache *from = &cpu->caches[i];
        mm_geometry cache = {from->level, from->size_bytes, from->ways, from->line_bytes};
        if (holds_data(from))
            add(intensity, &cache);
    }
    if (intensity->cache_count > 0)
        return;
    for (int i = 0; i < USUAL_COUNT; i++)
        add(intensity, &usual[i]);
    snprintf(intensity->caches_reason, sizeof intensity->caches_reason,
             "the system does not list cpu0's caches; usual sizes are assumed");
}
