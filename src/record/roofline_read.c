/* roofline.json, read: every value is checked before it is believed. What follows from the rest is left
 * aside. */
#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "record/json_types.h"
#include "record/roofline_file.h"

static const double ABOVE_0 = DBL_TRUE_MIN;

/* The text beside a part: why it is missing. */
static void read_reason(mm_json_reader *json, const char *key, char reason[MM_REASON_SIZE])
{
    mm_json_get_text(json, json->root, key, MM_JSON_NULLABLE, reason, MM_REASON_SIZE);
}

/* The items of an array, at most `most`; *json->place names each. NULL at the end and on failure. */
static const cJSON *item_at(mm_json_reader *json, const char *key, int index, int most)
{
    char expected[64];
    *json->place = '\0';
    const cJSON *array = mm_json_get_array(json, json->root, key);
    int count = cJSON_GetArraySize(array);
    snprintf(expected, sizeof expected, "an array of at most %d", most);
    if (count > most)
        mm_json_wrong(json, json->root, key, expected);
    if (json->status != MM_OK || index >= count)
        return NULL;
    snprintf(json->place, sizeof json->place, "%.32s[%d].", key, index);
    return cJSON_GetArrayItem(array, index);
}

static void read_clock(mm_json_reader *json, mm_machine_roofline *roofline)
{
    const cJSON *root = json->root;
    read_reason(json, "clock_reason", roofline->clock_reason);
    roofline->has_clock = !mm_json_is_null(json, root, "clock");
    if (roofline->has_clock == (*roofline->clock_reason != '\0'))
        mm_json_wrong(json, root, "clock_reason", "a reason where clock is null, and null otherwise");
    if (roofline->has_clock) {
        roofline->clock.ghz = mm_json_get_number(json, root, "clock.ghz", ABOVE_0);
        roofline->clock.median_ghz = mm_json_get_number(json, root, "clock.median_ghz", ABOVE_0);
        roofline->clock.sums_checked = (int)mm_json_get_integer(json, root, "clock.sums_checked", 0, INT_MAX);
    }
    roofline->clock_system_ghz = mm_json_get_number_or(json, root, "clock_system_ghz", ABOVE_0, 0);
    read_reason(json, "clock_system_reason", roofline->clock_system_reason);
}

static void read_caches(mm_json_reader *json, mm_cpu *cpu)
{
    const cJSON *item;
    if (mm_json_is_null(json, json->root, "caches"))
        return;
    while ((item = item_at(json, "caches", cpu->cache_count, MM_CACHES_MAX))) {
        mm_cache *cache = &cpu->caches[cpu->cache_count++];
        cache->level = (int)mm_json_get_integer(json, item, "level", 0, 9);
        mm_json_get_text(json, item, "type", MM_JSON_REQUIRED, cache->type, sizeof cache->type);
        cache->size_bytes = mm_json_get_integer(json, item, "size_bytes", 0, MM_JSON_INTEGER_MAX);
    }
    if (cpu->cache_count == 0)
        mm_json_wrong(json, json->root, "caches", "null or at least one cache");
}

static void read_peaks(mm_json_reader *json, mm_machine_roofline *roofline)
{
    const cJSON *item;
    while ((item = item_at(json, "peaks", roofline->peak_count, MM_PEAKS_MAX))) {
        mm_peak *peak = &roofline->peaks[roofline->peak_count++];
        peak->dtype = mm_json_get_dtype(json, item, "dtype");
        peak->isa = mm_json_get_isa(json, item, "isa");
        peak->threads = (int)mm_json_get_integer(json, item, "threads", 1, INT_MAX);
        peak->gflops = mm_json_get_number(json, item, "gflops", ABOVE_0);
        peak->median_gflops = mm_json_get_number(json, item, "median_gflops", ABOVE_0);
        peak->sums_checked = (int)mm_json_get_integer(json, item, "sums_checked", 0, INT_MAX);
    }
    read_reason(json, "peaks_reason", roofline->peaks_reason);
}

static void read_sweep(mm_json_reader *json, mm_stream stream, mm_machine_roofline *roofline)
{
    char key[32];
    const cJSON *item;
    int *count = &roofline->sweep_count[stream];
    snprintf(key, sizeof key, "sweeps.%s", mm_stream_name(stream));
    while ((item = item_at(json, key, *count, MM_SWEEP_MAX))) {
        mm_sweep_point *point = &roofline->sweeps[stream][*count];
        int64_t before = *count > 0 ? point[-1].working_set_bytes : 0;
        point->working_set_bytes =
            mm_json_get_integer(json, item, "working_set_bytes", before, MM_JSON_INTEGER_MAX);
        point->gbytes_per_s = mm_json_get_number(json, item, "gbytes_per_s", ABOVE_0);
        point->median_gbytes_per_s = mm_json_get_number(json, item, "median_gbytes_per_s", ABOVE_0);
        ++*count;
    }
}

static void read_level(mm_json_reader *json, const cJSON *item, mm_level *level)
{
    mm_plateau_label *label = &level->label;
    mm_json_get_text(json, item, "label", MM_JSON_NULLABLE, label->text, sizeof label->text);
    mm_json_get_text(json, item, "label_reason", MM_JSON_NULLABLE, label->reason, sizeof label->reason);
    if ((*label->text != '\0') == (*label->reason != '\0'))
        mm_json_wrong(json, item, "label_reason", "a reason where label is null, and null otherwise");
    if (!mm_json_is_null(json, item, "cache_bytes"))
        label->cache_bytes = mm_json_get_integer(json, item, "cache_bytes", 1, MM_JSON_INTEGER_MAX);
    level->from_bytes = mm_json_get_integer(json, item, "from_bytes", 1, MM_JSON_INTEGER_MAX);
    level->to_bytes = mm_json_get_integer(json, item, "to_bytes", level->from_bytes, MM_JSON_INTEGER_MAX);
    for (int s = 0; s < MM_STREAM_COUNT; s++) {
        char key[32];
        snprintf(key, sizeof key, "gbytes_per_s.%s", mm_stream_name((mm_stream)s));
        level->gbytes_per_s[s] = mm_json_get_number_or(json, item, key, ABOVE_0, 0);
    }
    if (mm_level_roof_gbytes_per_s(level) <= 0)
        mm_json_wrong(json, item, "gbytes_per_s", "the rate of at least one stream");
}

static void read_levels(mm_json_reader *json, mm_machine_roofline *roofline)
{
    const cJSON *item;
    while ((item = item_at(json, "levels", roofline->level_count, MM_PLATEAUS_MAX)))
        read_level(json, item, &roofline->levels[roofline->level_count++]);
    read_reason(json, "levels_reason", roofline->levels_reason);
}

static void read_triads(mm_json_reader *json, mm_machine_roofline *roofline)
{
    const cJSON *item;
    while ((item = item_at(json, "triads", roofline->triad_count, 2))) {
        mm_bandwidth *triad = &roofline->triads[roofline->triad_count++];
        triad->stream = MM_STREAM_TRIAD;
        triad->threads = (int)mm_json_get_integer(json, item, "threads", 1, INT_MAX);
        triad->working_set_bytes =
            mm_json_get_integer(json, item, "working_set_bytes", 1, MM_JSON_INTEGER_MAX);
        triad->gbytes_per_s = mm_json_get_number(json, item, "gbytes_per_s", ABOVE_0);
        triad->median_gbytes_per_s = mm_json_get_number(json, item, "median_gbytes_per_s", ABOVE_0);
        triad->sums_checked = (int)mm_json_get_integer(json, item, "sums_checked", 0, INT_MAX);
    }
    read_reason(json, "triads_reason", roofline->triads_reason);
}

static void read_all(mm_json_reader *json, mm_machine_roofline *roofline)
{
    mm_json_check_schema(json, MM_ROOFLINE_SCHEMA);
    roofline->threads = (int)mm_json_get_integer(json, json->root, "threads", 1, INT_MAX);
    read_clock(json, roofline);
    read_caches(json, &roofline->cpu);
    read_peaks(json, roofline);
    read_levels(json, roofline);
    read_triads(json, roofline);
    roofline->isa = mm_json_get_isa(json, json->root, "stream_isa");
    roofline->stream_sums_checked =
        mm_json_get_integer(json, json->root, "stream_sums_checked", 0, MM_JSON_INTEGER_MAX);
    for (int s = 0; s < MM_STREAM_COUNT; s++)
        read_sweep(json, (mm_stream)s, roofline);
    read_reason(json, "sweeps_reason", roofline->sweeps_reason);
}

mm_status mm_machine_roofline_read(const char *path, mm_machine_roofline *roofline, mm_error *err)
{
    mm_json_reader json;
    *roofline = (mm_machine_roofline){0};
    mm_json_open(&json, path, err);
    if (json.status == MM_OK)
        read_all(&json, roofline);
    mm_status status = mm_json_close(&json);
    if (status != MM_OK)
        *roofline = (mm_machine_roofline){0};
    return status;
}
