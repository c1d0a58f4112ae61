/* roofline.json, written. The order of the keys here is the canonical one. What follows from the rest (FLOP a
 * cycle, the roof of a level, ridges) is written too, and left aside when read. */
#include <math.h>
#include <stdio.h>

#include "record/json.h"
#include "record/roofline_file.h"

static double positive_or_nan(double value)
{
    return value > 0 ? value : NAN; /* NAN is written as null */
}

static void add_clock(mm_json_writer *json, cJSON *root, const mm_machine_roofline *roofline)
{
    if (roofline->has_clock) {
        cJSON *clock = mm_json_object(json, root, "clock");
        mm_json_number(json, clock, "ghz", roofline->clock.ghz);
        mm_json_number(json, clock, "median_ghz", roofline->clock.median_ghz);
        mm_json_integer(json, clock, "sums_checked", roofline->clock.sums_checked);
    } else {
        mm_json_null(json, root, "clock");
    }
    mm_json_text(json, root, "clock_reason", roofline->clock_reason);
    mm_json_number(json, root, "clock_system_ghz", positive_or_nan(roofline->clock_system_ghz));
    mm_json_text(json, root, "clock_system_reason", roofline->clock_system_reason);
}

static void add_caches(mm_json_writer *json, cJSON *root, const mm_cpu *cpu)
{
    if (cpu->cache_count == 0) {
        mm_json_null(json, root, "caches");
        mm_json_string(json, root, "caches_reason", "the system does not list cpu0's caches");
        return;
    }
    cJSON *caches = mm_json_array(json, root, "caches");
    for (int i = 0; i < cpu->cache_count; i++) {
        cJSON *cache = mm_json_object(json, caches, NULL);
        mm_json_integer(json, cache, "level", cpu->caches[i].level);
        mm_json_string(json, cache, "type", cpu->caches[i].type);
        mm_json_integer(json, cache, "size_bytes", cpu->caches[i].size_bytes);
    }
    mm_json_null(json, root, "caches_reason");
}

static void add_peaks(mm_json_writer *json, cJSON *root, const mm_machine_roofline *roofline)
{
    cJSON *peaks = mm_json_array(json, root, "peaks");
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *peak = &roofline->peaks[i];
        cJSON *object = mm_json_object(json, peaks, NULL);
        mm_json_string(json, object, "dtype", mm_dtype_name(peak->dtype));
        mm_json_string(json, object, "isa", mm_isa_name(peak->isa));
        mm_json_integer(json, object, "threads", peak->threads);
        mm_json_number(json, object, "gflops", peak->gflops);
        mm_json_number(json, object, "median_gflops", peak->median_gflops);
        mm_json_number(json, object, "flop_per_cycle",
                       roofline->has_clock ? peak->gflops / roofline->clock.ghz : NAN);
        mm_json_integer(json, object, "sums_checked", peak->sums_checked);
    }
    mm_json_text(json, root, "peaks_reason", roofline->peaks_reason);
}

static void add_sweeps(mm_json_writer *json, cJSON *root, const mm_machine_roofline *roofline)
{
    cJSON *sweeps = mm_json_object(json, root, "sweeps");
    for (int s = 0; s < MM_STREAM_COUNT; s++) {
        cJSON *points = mm_json_array(json, sweeps, mm_stream_name((mm_stream)s));
        for (int i = 0; i < roofline->sweep_count[s]; i++) {
            const mm_sweep_point *point = &roofline->sweeps[s][i];
            cJSON *object = mm_json_object(json, points, NULL);
            mm_json_integer(json, object, "working_set_bytes", point->working_set_bytes);
            mm_json_number(json, object, "gbytes_per_s", point->gbytes_per_s);
            mm_json_number(json, object, "median_gbytes_per_s", point->median_gbytes_per_s);
        }
    }
    mm_json_text(json, root, "sweeps_reason", roofline->sweeps_reason);
}

/* Where the level's roof meets each instruction set's peak in one thread. */
static void add_ridges(mm_json_writer *json, cJSON *parent, const mm_machine_roofline *roofline,
                       const mm_level *level)
{
    cJSON *ridges = mm_json_array(json, parent, "ridges");
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *peak = &roofline->peaks[i];
        if (peak->threads != 1)
            continue;
        cJSON *object = mm_json_object(json, ridges, NULL);
        mm_json_string(json, object, "dtype", mm_dtype_name(peak->dtype));
        mm_json_string(json, object, "isa", mm_isa_name(peak->isa));
        mm_json_number(json, object, "flop_per_byte", peak->gflops / mm_level_roof_gbytes_per_s(level));
    }
}

static void add_levels(mm_json_writer *json, cJSON *root, const mm_machine_roofline *roofline)
{
    cJSON *levels = mm_json_array(json, root, "levels");
    for (int i = 0; i < roofline->level_count; i++) {
        const mm_level *level = &roofline->levels[i];
        cJSON *object = mm_json_object(json, levels, NULL);
        mm_json_text(json, object, "label", level->label.text);
        mm_json_text(json, object, "label_reason", level->label.reason);
        if (level->label.cache_bytes > 0)
            mm_json_integer(json, object, "cache_bytes", level->label.cache_bytes);
        else
            mm_json_null(json, object, "cache_bytes");
        mm_json_integer(json, object, "from_bytes", level->from_bytes);
        mm_json_integer(json, object, "to_bytes", level->to_bytes);
        cJSON *rates = mm_json_object(json, object, "gbytes_per_s");
        for (int s = 0; s < MM_STREAM_COUNT; s++)
            mm_json_number(json, rates, mm_stream_name((mm_stream)s),
                           positive_or_nan(level->gbytes_per_s[s]));
        mm_json_number(json, object, "roof_gbytes_per_s", mm_level_roof_gbytes_per_s(level));
        mm_json_string(json, object, "roof_stream", mm_stream_name(mm_level_best_stream(level)));
        add_ridges(json, object, roofline, level);
    }
    mm_json_text(json, root, "levels_reason", roofline->levels_reason);
}

static void add_triads(mm_json_writer *json, cJSON *root, const mm_machine_roofline *roofline)
{
    cJSON *triads = mm_json_array(json, root, "triads");
    for (int i = 0; i < roofline->triad_count; i++) {
        const mm_bandwidth *triad = &roofline->triads[i];
        cJSON *object = mm_json_object(json, triads, NULL);
        mm_json_integer(json, object, "threads", triad->threads);
        mm_json_integer(json, object, "working_set_bytes", triad->working_set_bytes);
        mm_json_number(json, object, "gbytes_per_s", triad->gbytes_per_s);
        mm_json_number(json, object, "median_gbytes_per_s", triad->median_gbytes_per_s);
        mm_json_integer(json, object, "sums_checked", triad->sums_checked);
    }
    mm_json_text(json, root, "triads_reason", roofline->triads_reason);
}

mm_status mm_machine_roofline_to_text(const mm_machine_roofline *roofline, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", MM_ROOFLINE_SCHEMA);
    mm_json_integer(&json, root, "threads", roofline->threads);
    add_clock(&json, root, roofline);
    add_caches(&json, root, &roofline->cpu);
    add_peaks(&json, root, roofline);
    add_levels(&json, root, roofline);
    add_triads(&json, root, roofline);
    mm_json_string(&json, root, "stream_isa", mm_isa_name(roofline->isa));
    mm_json_integer(&json, root, "stream_sums_checked", roofline->stream_sums_checked);
    add_sweeps(&json, root, roofline);
    return mm_json_finish(&json, text, err);
}
