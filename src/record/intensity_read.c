/* intensity.json, read: every value is checked before it is believed. The intensities follow from the bytes
 * and are only checked for their form. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/intensity.h"
#include "record/json.h"

enum { WAYS_MAX = 1 << 20, LINE_MAX_BYTES = 1 << 20 };

static int read_count(mm_json_reader *json, const cJSON *object, const char *key, int most)
{
    if (mm_json_is_null(json, object, key))
        return 0;
    return (int)mm_json_get_integer(json, object, key, 1, most);
}

static void read_cache(mm_json_reader *json, const cJSON *object, mm_geometry *reported,
                       mm_geometry *simulated)
{
    reported->level = (int)mm_json_get_integer(json, object, "level", 1, 99);
    reported->size_bytes = mm_json_get_integer(json, object, "size_bytes", 1, MM_JSON_INTEGER_MAX);
    reported->ways = read_count(json, object, "ways", WAYS_MAX);
    reported->line_bytes = read_count(json, object, "line_bytes", LINE_MAX_BYTES);
    simulated->level = reported->level;
    simulated->size_bytes = mm_json_get_integer(json, object, "simulated.size_bytes", 1, MM_JSON_INTEGER_MAX);
    simulated->ways = (int)mm_json_get_integer(json, object, "simulated.ways", 1, WAYS_MAX);
    simulated->line_bytes = (int)mm_json_get_integer(json, object, "simulated.line_bytes", 1, LINE_MAX_BYTES);
}

static void read_caches(mm_json_reader *json, mm_intensity *intensity)
{
    const cJSON *caches = mm_json_get_array(json, json->root, "caches"), *item;
    int count = cJSON_GetArraySize(caches);
    if (count < 1 || count > MM_TRAFFIC_LEVELS_MAX)
        mm_json_wrong(json, json->root, "caches", "an array of 1 to 4 caches");
    cJSON_ArrayForEach(item, caches)
    {
        if (json->status != MM_OK)
            return;
        int i = intensity->cache_count++;
        snprintf(json->place, sizeof json->place, "caches[%d].", i);
        read_cache(json, item, &intensity->caches[i], &intensity->simulated[i]);
    }
    *json->place = '\0';
}

static mm_traffic_source read_source(mm_json_reader *json, const cJSON *object)
{
    char text[16];
    mm_json_get_text(json, object, "source", MM_JSON_NULLABLE, text, sizeof text);
    if (!*text)
        return MM_TRAFFIC_NONE;
    for (mm_traffic_source s = MM_TRAFFIC_COUNTERS; s < MM_TRAFFIC_SOURCE_COUNT; s++)
        if (strcmp(text, mm_traffic_source_name(s)) == 0)
            return s;
    mm_json_wrong(json, object, "source", "counters, simulated, model or null");
    return MM_TRAFFIC_NONE;
}

static void read_levels(mm_json_reader *json, const cJSON *object, int cache_count, mm_intensity_row *row)
{
    const cJSON *levels = mm_json_get_array(json, object, "levels"), *level;
    int expected = row->source == MM_TRAFFIC_NONE ? 0 : cache_count, i = 0;
    if (cJSON_GetArraySize(levels) != expected)
        mm_json_wrong(json, object, "levels", "a level for each cache, or none in a row without a source");
    cJSON_ArrayForEach(level, levels)
    {
        if (json->status != MM_OK)
            return;
        row->bytes[i++] = mm_json_get_number_or(json, level, "bytes", 0, NAN);
        mm_json_get_number_or(json, level, "flop_per_byte", 0, NAN);
    }
}

static void read_row(mm_json_reader *json, const cJSON *object, int cache_count, mm_intensity_row *row)
{
    char dtype[16];
    mm_json_get_text(json, object, "method", MM_JSON_REQUIRED, row->method, sizeof row->method);
    mm_json_get_text(json, object, "dtype", MM_JSON_REQUIRED, dtype, sizeof dtype);
    if (mm_dtype_parse(dtype, &row->dtype, NULL) != MM_OK)
        mm_json_wrong(json, object, "dtype", "\"f32\" or \"f64\"");
    row->n = mm_json_get_integer(json, object, "n", 1, MM_DIM_MAX);
    row->source = read_source(json, object);
    mm_json_get_text(json, object, "reason", MM_JSON_NULLABLE, row->reason, sizeof row->reason);
    mm_json_get_text(json, object, "isa", MM_JSON_NULLABLE, row->isa, sizeof row->isa);
    mm_json_get_text(json, object, "kernel", MM_JSON_NULLABLE, row->kernel, sizeof row->kernel);
    read_levels(json, object, cache_count, row);
}

static void read_rows(mm_json_reader *json, mm_intensity *intensity)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, mm_json_get_array(json, json->root, "rows"))
    {
        mm_intensity_row row = {0};
        snprintf(json->place, sizeof json->place, "rows[%d].", intensity->row_count);
        read_row(json, item, intensity->cache_count, &row);
        if (json->status == MM_OK && !mm_intensity_add(intensity, &row))
            json->status = mm_fail_memory(json->err, sizeof row);
        if (json->status != MM_OK)
            return;
    }
    *json->place = '\0';
}

mm_status mm_intensity_read(const char *path, mm_intensity *intensity, mm_error *err)
{
    mm_json_reader json;
    char schema[32];
    *intensity = (mm_intensity){0};
    mm_json_open(&json, path, err);
    if (json.status == MM_OK) {
        mm_json_get_text(&json, json.root, "schema", MM_JSON_REQUIRED, schema, sizeof schema);
        if (strcmp(schema, "gemmlab-intensity/1") != 0)
            mm_json_wrong(&json, json.root, "schema", "\"gemmlab-intensity/1\"");
        read_caches(&json, intensity);
        mm_json_get_text(&json, json.root, "caches_reason", MM_JSON_NULLABLE, intensity->caches_reason,
                         sizeof intensity->caches_reason);
        mm_json_get_text(&json, json.root, "valgrind", MM_JSON_NULLABLE, intensity->valgrind,
                         sizeof intensity->valgrind);
        for (mm_traffic_source s = MM_TRAFFIC_COUNTERS; s < MM_TRAFFIC_MODEL; s++) {
            char key[32];
            snprintf(key, sizeof key, "unavailable.%s", mm_traffic_source_name(s));
            mm_json_get_text(&json, json.root, key, MM_JSON_NULLABLE, intensity->source_reason[s],
                             sizeof intensity->source_reason[s]);
        }
        read_rows(&json, intensity);
    }
    mm_status status = mm_json_close(&json);
    if (status != MM_OK)
        mm_intensity_free(intensity);
    return status;
}
