/* intensity.json, written. The order of the keys here is the canonical one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cleanup.h"
#include "record/intensity.h"
#include "record/json.h"

/* 0 is null. */
static void add_count(mm_json_writer *json, cJSON *parent, const char *key, int count)
{
    if (count > 0)
        mm_json_integer(json, parent, key, count);
    else
        mm_json_null(json, parent, key);
}

static void add_geometry(mm_json_writer *json, cJSON *parent, const mm_geometry *cache)
{
    mm_json_integer(json, parent, "size_bytes", cache->size_bytes);
    add_count(json, parent, "ways", cache->ways);
    add_count(json, parent, "line_bytes", cache->line_bytes);
}

static void add_caches(mm_json_writer *json, cJSON *parent, const mm_intensity *intensity)
{
    cJSON *caches = mm_json_array(json, parent, "caches");
    for (int i = 0; i < intensity->cache_count; i++) {
        cJSON *cache = mm_json_object(json, caches, NULL);
        mm_json_integer(json, cache, "level", intensity->caches[i].level);
        add_geometry(json, cache, &intensity->caches[i]);
        add_geometry(json, mm_json_object(json, cache, "simulated"), &intensity->simulated[i]);
    }
    mm_json_text(json, parent, "caches_reason", intensity->caches_reason);
}

static void add_sources(mm_json_writer *json, cJSON *parent, const mm_intensity *intensity)
{
    mm_json_text(json, parent, "valgrind", intensity->valgrind);
    cJSON *reasons = mm_json_object(json, parent, "unavailable");
    for (mm_traffic_source s = MM_TRAFFIC_COUNTERS; s < MM_TRAFFIC_MODEL; s++)
        mm_json_text(json, reasons, mm_traffic_source_name(s), intensity->source_reason[s]);
}

static void name_level(const mm_intensity *intensity, int index, char *name, size_t size)
{
    if (index < intensity->cache_count)
        snprintf(name, size, "L%d", intensity->caches[index].level);
    else
        snprintf(name, size, "memory");
}

static void add_levels(mm_json_writer *json, cJSON *parent, const mm_intensity *intensity,
                       const mm_intensity_row *row)
{
    cJSON *levels = mm_json_array(json, parent, "levels");
    if (row->source == MM_TRAFFIC_NONE)
        return;
    for (int i = 0; i < intensity->cache_count; i++) {
        char into[16], from[16];
        name_level(intensity, i, into, sizeof into);
        name_level(intensity, i + 1, from, sizeof from);
        cJSON *level = mm_json_object(json, levels, NULL);
        mm_json_string(json, level, "into", into);
        mm_json_string(json, level, "from", from);
        mm_json_number(json, level, "bytes", row->bytes[i]);
        mm_json_number(json, level, "flop_per_byte", mm_intensity_at(row, i));
    }
}

static void add_row(mm_json_writer *json, cJSON *parent, const mm_intensity *intensity,
                    const mm_intensity_row *row)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    const char *source = mm_traffic_source_name(row->source);
    mm_json_string(json, object, "method", row->method);
    mm_json_string(json, object, "dtype", mm_dtype_name(row->dtype));
    mm_json_integer(json, object, "n", row->n);
    mm_json_number(json, object, "flop", mm_intensity_flop(row->n));
    mm_json_number(json, object, "compulsory_flop_per_byte",
                   mm_intensity_compulsory(row->dtype, (double)row->n));
    mm_json_number(json, object, "floor_flop_per_byte", mm_intensity_floor(row->dtype));
    mm_json_text(json, object, "source", source ? source : "");
    mm_json_text(json, object, "reason", source || *row->reason ? row->reason : "no reason was recorded");
    mm_json_text(json, object, "isa", row->isa);
    mm_json_text(json, object, "kernel", row->kernel);
    add_levels(json, object, intensity, row);
}

mm_status mm_intensity_to_text(const mm_intensity *intensity, char **text, mm_error *err)
{
    size_t bytes = (size_t)intensity->row_count * sizeof(mm_intensity_row);
    mm_intensity_row *rows MM_FREED = malloc(bytes + 1);
    if (!rows)
        return mm_fail_memory(err, (double)bytes);
    if (bytes > 0)
        memcpy(rows, intensity->rows, bytes);
    mm_intensity sorted = {.rows = rows, .row_count = intensity->row_count};
    mm_intensity_sort(&sorted);

    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", "gemmlab-intensity/1");
    add_caches(&json, root, intensity);
    add_sources(&json, root, intensity);
    cJSON *array = mm_json_array(&json, root, "rows");
    for (int i = 0; i < intensity->row_count; i++)
        add_row(&json, array, intensity, &rows[i]);
    return mm_json_finish(&json, text, err);
}
