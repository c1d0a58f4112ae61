/* timings.json, written. The order of the keys here is the canonical one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/timings_private.h"

static void add_size(mm_json_writer *json, cJSON *parent, int64_t size)
{
    if (size > 0)
        mm_json_integer(json, parent, "size", size);
    else
        mm_json_null(json, parent, "size");
}

void mm_timing_write_seconds(mm_json_writer *json, cJSON *parent, const mm_timing *item)
{
    if (item->reps == 0) {
        mm_json_null(json, parent, "seconds");
        return;
    }
    cJSON *seconds = mm_json_object(json, parent, "seconds");
    mm_json_number(json, seconds, "median", item->median_s);
    mm_json_number(json, seconds, "min", item->min_s);
    if (item->ci95_s[0] > 0) {
        cJSON *ci95 = mm_json_array(json, seconds, "ci95");
        mm_json_number(json, ci95, NULL, item->ci95_s[0]);
        mm_json_number(json, ci95, NULL, item->ci95_s[1]);
    } else {
        mm_json_null(json, seconds, "ci95");
    }
    cJSON *samples = mm_json_array(json, seconds, "samples");
    for (int i = 0; i < item->reps; i++)
        mm_json_number(json, samples, NULL, item->samples_s[i]);
}

static void add_item(mm_json_writer *json, cJSON *parent, const mm_timings *timings, const mm_timing *item)
{
    const char *side = mm_timing_side(timings, item);
    bool timed = item->reps > 0;
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "name", item->name);
    mm_json_string(json, object, "call", item->call);
    add_size(json, object, item->size);
    mm_json_number(json, object, "flop", item->flop);
    mm_json_number(json, object, "bytes", item->bytes > 0 ? item->bytes : NAN);
    mm_json_number(json, object, "intensity", mm_timing_intensity(item));
    mm_json_text(json, object, "side", side ? side : "");
    mm_json_integer(json, object, "reps", item->reps);
    mm_json_integer(json, object, "calls_per_sample", item->calls_per_sample);
    mm_timing_write_seconds(json, object, item);
    mm_json_number(json, object, "gflops", timed ? mm_timing_gflops(item) : NAN);
    mm_json_text(json, object, "reason",
                 timed           ? ""
                 : *item->reason ? item->reason
                                 : "no reason was recorded");
}

static void add_derived(mm_json_writer *json, cJSON *parent, const mm_derived *derived)
{
    bool known = isfinite(derived->value);
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "name", derived->name);
    mm_json_string(json, object, "of", derived->of);
    add_size(json, object, derived->size);
    mm_json_number(json, object, "value", derived->value);
    mm_json_string(json, object, "unit", derived->unit);
    mm_json_text(json, object, "reason", known ? "" : *derived->reason ? derived->reason : "not known");
}

static void add_roofline(mm_json_writer *json, cJSON *parent, const mm_timings *timings)
{
    const mm_roofline *roofline = &timings->roofline;
    if (timings->has_roofline) {
        cJSON *object = mm_json_object(json, parent, "roofline");
        mm_json_string(json, object, "dtype", mm_dtype_name(roofline->peak.dtype));
        mm_json_string(json, object, "isa", mm_isa_name(roofline->peak.isa));
        mm_json_number(json, object, "peak_gflops", roofline->peak.gflops);
        mm_json_number(json, object, "gbytes_per_s", roofline->triad.gbytes_per_s);
        mm_json_number(json, object, "ridge_flop_per_byte", roofline->ridge_flop_per_byte);
        mm_json_null(json, parent, "roofline_reason");
    } else {
        mm_json_null(json, parent, "roofline");
        mm_json_string(json, parent, "roofline_reason",
                       *timings->roofline_reason ? timings->roofline_reason : "not measured");
    }
}

/* A copy of the items and derived values, sorted; the samples stay the original's. */
static mm_status sorted_copy(const mm_timings *timings, mm_timings *copy, mm_error *err)
{
    size_t items = (size_t)timings->item_count * sizeof *timings->items;
    size_t derived = (size_t)timings->derived_count * sizeof *timings->derived;
    *copy = *timings;
    copy->items = malloc(items + 1);
    copy->derived = malloc(derived + 1);
    if (!copy->items || !copy->derived) {
        free(copy->items);
        free(copy->derived);
        return mm_fail_memory(err, (double)(items + derived));
    }
    if (items > 0)
        memcpy(copy->items, timings->items, items);
    if (derived > 0)
        memcpy(copy->derived, timings->derived, derived);
    mm_timings_sort(copy);
    return MM_OK;
}

mm_status mm_timings_to_text(const mm_timings *timings, char **text, mm_error *err)
{
    mm_timings sorted;
    mm_status status = sorted_copy(timings, &sorted, err);
    if (status != MM_OK)
        return status;
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", MM_TIMINGS_SCHEMA);
    mm_json_text(&json, root, "experiment", timings->experiment);
    cJSON *items = mm_json_array(&json, root, "items");
    for (int i = 0; i < sorted.item_count; i++)
        add_item(&json, items, &sorted, &sorted.items[i]);
    cJSON *derived = mm_json_array(&json, root, "derived");
    for (int i = 0; i < sorted.derived_count; i++)
        add_derived(&json, derived, &sorted.derived[i]);
    add_roofline(&json, root, &sorted);
    free(sorted.items);
    free(sorted.derived);
    return mm_json_finish(&json, text, err);
}

mm_status mm_timings_write(const char *dir, const mm_timings *timings, const mm_manifest *manifest,
                           mm_error *err)
{
    char *text = NULL;
    mm_status status = mm_timings_to_text(timings, &text, err);
    if (status == MM_OK)
        status = mm_record_write_text(dir, "timings.json", text, manifest, err);
    free(text);
    return status;
}
