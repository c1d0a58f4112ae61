/* timings.json, read: every value is checked before it is believed. What follows from others (intensity,
 * side, gflops) is not read. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/timings_private.h"

static const double ABOVE_0 = DBL_TRUE_MIN;

static int64_t read_size(mm_json_reader *json, const cJSON *object)
{
    if (mm_json_is_null(json, object, "size"))
        return 0;
    return mm_json_get_integer(json, object, "size", 1, MM_DIM_MAX);
}

void mm_timing_read_seconds(mm_json_reader *json, const cJSON *object, mm_timing *item)
{
    if (mm_json_is_null(json, object, "seconds") != (item->reps == 0))
        mm_json_wrong(json, object, "seconds", "times where reps is above 0 and null otherwise");
    if (item->reps == 0 || json->status != MM_OK)
        return;
    item->median_s = mm_json_get_number(json, object, "seconds.median", ABOVE_0);
    item->min_s = mm_json_get_number(json, object, "seconds.min", ABOVE_0);
    mm_json_get_numbers(json, object, "seconds.ci95", ABOVE_0, item->ci95_s, 2);
    if (cJSON_GetArraySize(mm_json_get_array(json, object, "seconds.samples")) != item->reps)
        mm_json_wrong(json, object, "seconds.samples", "an array of as many samples as reps says");
    if (json->status != MM_OK)
        return;
    item->samples_s = malloc((size_t)item->reps * sizeof *item->samples_s);
    if (item->samples_s)
        mm_json_get_numbers(json, object, "seconds.samples", ABOVE_0, item->samples_s, item->reps);
    else
        json->status = mm_fail_memory(json->err, (double)item->reps * sizeof *item->samples_s);
}

static void read_item(mm_json_reader *json, const cJSON *object, mm_timing *item)
{
    mm_json_get_text(json, object, "name", MM_JSON_REQUIRED, item->name, sizeof item->name);
    mm_json_get_text(json, object, "call", MM_JSON_REQUIRED, item->call, sizeof item->call);
    item->size = read_size(json, object);
    item->flop = mm_json_get_number(json, object, "flop", 0);
    item->bytes = mm_json_get_number_or(json, object, "bytes", ABOVE_0, 0);
    item->reps = (int)mm_json_get_integer(json, object, "reps", 0, INT_MAX);
    item->calls_per_sample = mm_json_get_integer(json, object, "calls_per_sample", 0, MM_JSON_INTEGER_MAX);
    mm_timing_read_seconds(json, object, item);
    mm_json_get_text(json, object, "reason", MM_JSON_NULLABLE, item->reason, sizeof item->reason);
}

static void read_items(mm_json_reader *json, mm_timings *timings)
{
    const cJSON *object;
    cJSON_ArrayForEach(object, mm_json_get_array(json, json->root, "items"))
    {
        mm_timing item = {0};
        snprintf(json->place, sizeof json->place, "items[%d].", timings->item_count);
        read_item(json, object, &item);
        if (json->status == MM_OK && !mm_timings_add(timings, &item))
            json->status = mm_fail_memory(json->err, sizeof item);
        if (json->status != MM_OK) {
            free(item.samples_s);
            return;
        }
    }
    *json->place = '\0';
}

/* Derived values may be negative: a difference of two times that are equal but for their noise. */
static double read_value(mm_json_reader *json, const cJSON *object)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "value");
    if (cJSON_IsNumber(item) && isfinite(item->valuedouble))
        return item->valuedouble;
    if (!cJSON_IsNull(item))
        mm_json_wrong(json, object, "value", "a finite number or null");
    return NAN;
}

static void read_derived(mm_json_reader *json, mm_timings *timings)
{
    const cJSON *object;
    cJSON_ArrayForEach(object, mm_json_get_array(json, json->root, "derived"))
    {
        mm_derived derived = {0};
        snprintf(json->place, sizeof json->place, "derived[%d].", timings->derived_count);
        mm_json_get_text(json, object, "name", MM_JSON_REQUIRED, derived.name, sizeof derived.name);
        mm_json_get_text(json, object, "of", MM_JSON_REQUIRED, derived.of, sizeof derived.of);
        derived.size = read_size(json, object);
        derived.value = read_value(json, object);
        mm_json_get_text(json, object, "unit", MM_JSON_REQUIRED, derived.unit, sizeof derived.unit);
        mm_json_get_text(json, object, "reason", MM_JSON_NULLABLE, derived.reason, sizeof derived.reason);
        if (json->status == MM_OK && isnan(derived.value) == (*derived.reason == '\0'))
            mm_json_wrong(json, object, "reason", "a reason where value is null, and null otherwise");
        if (json->status == MM_OK && !mm_timings_derive(timings, &derived))
            json->status = mm_fail_memory(json->err, sizeof derived);
        if (json->status != MM_OK)
            return;
    }
    *json->place = '\0';
}

static void read_names(mm_json_reader *json, mm_roofline *roofline)
{
    char dtype[16], isa[16];
    mm_json_get_text(json, json->root, "roofline.dtype", MM_JSON_REQUIRED, dtype, sizeof dtype);
    if (mm_dtype_parse(dtype, &roofline->peak.dtype, NULL) != MM_OK)
        mm_json_wrong(json, json->root, "roofline.dtype", "\"f32\" or \"f64\"");
    mm_json_get_text(json, json->root, "roofline.isa", MM_JSON_REQUIRED, isa, sizeof isa);
    for (mm_isa i = MM_ISA_SCALAR; i < MM_ISA_COUNT; i++)
        if (strcmp(isa, mm_isa_name(i)) == 0) {
            roofline->peak.isa = i;
            return;
        }
    mm_json_wrong(json, json->root, "roofline.isa", "the name of an instruction set");
}

static void read_roofline(mm_json_reader *json, mm_timings *timings)
{
    const cJSON *root = json->root;
    mm_roofline *roofline = &timings->roofline;
    timings->has_roofline = !mm_json_is_null(json, root, "roofline");
    mm_json_get_text(json, root, "roofline_reason", MM_JSON_NULLABLE, timings->roofline_reason,
                     sizeof timings->roofline_reason);
    if (timings->has_roofline == (*timings->roofline_reason != '\0'))
        mm_json_wrong(json, root, "roofline_reason", "a reason where roofline is null, and null otherwise");
    if (!timings->has_roofline)
        return;
    read_names(json, roofline);
    roofline->peak.gflops = mm_json_get_number(json, root, "roofline.peak_gflops", ABOVE_0);
    roofline->triad.gbytes_per_s = mm_json_get_number(json, root, "roofline.gbytes_per_s", ABOVE_0);
    roofline->ridge_flop_per_byte = mm_json_get_number(json, root, "roofline.ridge_flop_per_byte", ABOVE_0);
}

static void read_schema(mm_json_reader *json)
{
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(json->root, "schema");
    if (!cJSON_IsString(schema) || strcmp(schema->valuestring, MM_TIMINGS_SCHEMA) != 0)
        mm_json_wrong(json, json->root, "schema", "\"" MM_TIMINGS_SCHEMA "\"");
}

mm_status mm_timings_read(const char *path, mm_timings *timings, mm_error *err)
{
    mm_json_reader json;
    *timings = (mm_timings){0};
    mm_json_open(&json, path, err);
    if (json.status == MM_OK) {
        read_schema(&json);
        mm_json_get_text(&json, json.root, "experiment", MM_JSON_NULLABLE, timings->experiment,
                         sizeof timings->experiment);
        read_items(&json, timings);
        read_derived(&json, timings);
        read_roofline(&json, timings);
    }
    mm_status status = mm_json_close(&json);
    if (status != MM_OK)
        mm_timings_free(timings);
    return status;
}
