/* paths.json, read: every value is checked before it is believed. What follows from others (found,
 * as_expected, status, gflops) is not read. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/path_map.h"
#include "record/timings_private.h"

/* A text into an array of the struct. */
typedef struct text_field {
    const char *key;
    bool nullable;
    char *text;
    size_t size;
} text_field;

static void read_texts(mm_json_reader *json, const cJSON *object, const text_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mm_json_get_text(json, object, fields[i].key, fields[i].nullable, fields[i].text, fields[i].size);
}

static void read_frontend(mm_json_reader *json, const cJSON *object, mm_path_frontend *f)
{
    const text_field fields[] = {
        {"name", false, f->name, sizeof f->name},
        {"title", false, f->title, sizeof f->title},
        {"reason", true, f->reason, sizeof f->reason},
        {"version", true, f->version, sizeof f->version},
        {"language", true, f->language, sizeof f->language},
        {"interpreter", true, f->interpreter, sizeof f->interpreter},
        {"product", true, f->product, sizeof f->product},
        {"batch", true, f->batch, sizeof f->batch},
    };
    read_texts(json, object, fields, sizeof fields / sizeof *fields);
}

static int64_t read_extent(mm_json_reader *json, const cJSON *object, const char *key)
{
    if (mm_json_is_null(json, object, key))
        return MM_PATH_NONE;
    return mm_json_get_integer(json, object, key, 0, MM_JSON_INTEGER_MAX);
}

static void read_call(mm_json_reader *json, const cJSON *object, mm_path_call *c)
{
    const text_field fields[] = {
        {"routine", false, c->routine, sizeof c->routine},
        {"symbol", false, c->symbol, sizeof c->symbol},
        {"order", true, c->order, sizeof c->order},
        {"trans_a", true, c->trans_a, sizeof c->trans_a},
        {"trans_b", true, c->trans_b, sizeof c->trans_b},
        {"library", false, c->library, sizeof c->library},
        {"provider", false, c->provider, sizeof c->provider},
        {"version", true, c->version, sizeof c->version},
        {"kernel", true, c->kernel, sizeof c->kernel},
        {"kernel_reason", true, c->kernel_reason, sizeof c->kernel_reason},
    };
    read_texts(json, object, fields, sizeof fields / sizeof *fields);
    c->m = read_extent(json, object, "m");
    c->n = read_extent(json, object, "n");
    c->k = read_extent(json, object, "k");
    c->batch = read_extent(json, object, "batch");
    c->calls = mm_json_get_integer(json, object, "calls", 1, MM_JSON_INTEGER_MAX);
}

static void read_row(mm_json_reader *json, const cJSON *object, mm_path_row *row)
{
    const text_field fields[] = {
        {"frontend", false, row->frontend, sizeof row->frontend},
        {"version", false, row->version, sizeof row->version},
        {"id", false, row->id, sizeof row->id},
        {"expression", false, row->expression, sizeof row->expression},
        {"expected", false, row->expected, sizeof row->expected},
        {"reason", true, row->reason, sizeof row->reason},
    };
    const cJSON *item;
    read_texts(json, object, fields, sizeof fields / sizeof *fields);
    cJSON_ArrayForEach(item, mm_json_get_array(json, object, "calls"))
    {
        mm_path_call call = {0};
        read_call(json, item, &call);
        if (json->status == MM_OK && !mm_path_row_add_call(row, &call))
            json->status = mm_fail_memory(json->err, sizeof call);
    }
}

static void read_verdict(mm_json_reader *json, const cJSON *object, mm_path_timing *timing)
{
    timing->verified = !mm_json_is_null(json, object, "verified");
    if (!timing->verified)
        return;
    timing->verified_ok = mm_json_get_bool(json, object, "verified.ok");
    timing->max_error = mm_json_get_number_or(json, object, "verified.max_error", 0, NAN);
    timing->error_bound = mm_json_get_number(json, object, "verified.bound", 0);
}

/* May be negative: a difference of two times that are equal but for their noise. */
static double read_overhead(mm_json_reader *json, const cJSON *object)
{
    return mm_json_get_number_or(json, object, "overhead_seconds", -DBL_MAX, NAN);
}

static void read_timing(mm_json_reader *json, const cJSON *object, mm_path_timing *timing)
{
    mm_timing *time = &timing->time;
    const text_field fields[] = {
        {"frontend", false, timing->frontend, sizeof timing->frontend},
        {"version", true, timing->version, sizeof timing->version},
        {"what", false, timing->what, sizeof timing->what},
        {"expression", false, time->call, sizeof time->call},
        {"routine", true, timing->routine, sizeof timing->routine},
        {"library", true, timing->library, sizeof timing->library},
        {"provider", true, timing->provider, sizeof timing->provider},
        {"kernel", true, timing->kernel, sizeof timing->kernel},
        {"reason", true, time->reason, sizeof time->reason},
        {"overhead_reason", true, timing->overhead_reason, sizeof timing->overhead_reason},
    };
    read_texts(json, object, fields, sizeof fields / sizeof *fields);
    time->size = mm_json_get_integer(json, object, "size", 1, MM_DIM_MAX);
    time->flop = mm_json_get_number(json, object, "flop", 0);
    time->reps = (int)mm_json_get_integer(json, object, "reps", 0, INT_MAX);
    time->calls_per_sample = mm_json_get_integer(json, object, "calls_per_sample", 0, MM_JSON_INTEGER_MAX);
    mm_timing_read_seconds(json, object, time);
    timing->overhead_s = read_overhead(json, object);
    read_verdict(json, object, timing);
}

/* --- The lists. */

static bool take_frontend(mm_json_reader *json, const cJSON *object, mm_path_map *map)
{
    mm_path_frontend frontend = {0};
    read_frontend(json, object, &frontend);
    return json->status != MM_OK || mm_path_map_add_frontend(map, &frontend);
}

static bool take_row(mm_json_reader *json, const cJSON *object, mm_path_map *map)
{
    mm_path_row row = {0};
    read_row(json, object, &row);
    if (json->status == MM_OK && mm_path_map_add_row(map, &row))
        return true;
    free(row.calls);
    return json->status != MM_OK;
}

static bool take_timing(mm_json_reader *json, const cJSON *object, mm_path_map *map)
{
    mm_path_timing timing = {0};
    read_timing(json, object, &timing);
    if (json->status == MM_OK && mm_path_map_add_timing(map, &timing))
        return true;
    free(timing.time.samples_s);
    return json->status != MM_OK;
}

static void read_list(mm_json_reader *json, const char *key,
                      bool (*take)(mm_json_reader *, const cJSON *, mm_path_map *), mm_path_map *map)
{
    const cJSON *object;
    int at = 0;
    cJSON_ArrayForEach(object, mm_json_get_array(json, json->root, key))
    {
        snprintf(json->place, sizeof json->place, "%s[%d].", key, at++);
        if (!take(json, object, map))
            json->status = mm_fail_memory(json->err, sizeof(mm_path_row));
        if (json->status != MM_OK)
            return;
    }
    *json->place = '\0';
}

static void read_schema(mm_json_reader *json)
{
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(json->root, "schema");
    if (!cJSON_IsString(schema) || strcmp(schema->valuestring, MM_PATHS_SCHEMA) != 0)
        mm_json_wrong(json, json->root, "schema", "\"" MM_PATHS_SCHEMA "\"");
}

mm_status mm_path_map_read(const char *path, mm_path_map *map, mm_error *err)
{
    mm_json_reader json;
    *map = (mm_path_map){0};
    mm_json_open(&json, path, err);
    if (json.status == MM_OK) {
        read_schema(&json);
        read_list(&json, "frontends", take_frontend, map);
        read_list(&json, "rows", take_row, map);
        map->has_exercise = !mm_json_is_null(&json, json.root, "exercise");
        if (map->has_exercise)
            read_list(&json, "exercise", take_timing, map);
    }
    mm_status status = mm_json_close(&json);
    if (status != MM_OK)
        mm_path_map_free(map);
    return status;
}
