/* paths.json, written. The order of the keys here is the canonical one. */
#include <math.h>
#include <stdlib.h>

#include "record/path_map.h"
#include "record/timings_private.h"

static void add_frontend(mm_json_writer *json, cJSON *parent, const mm_path_frontend *frontend)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "name", frontend->name);
    mm_json_string(json, object, "title", frontend->title);
    mm_json_string(json, object, "status", *frontend->reason ? "not run" : "run");
    mm_json_text(json, object, "reason", frontend->reason);
    mm_json_text(json, object, "version", frontend->version);
    mm_json_text(json, object, "language", frontend->language);
    mm_json_text(json, object, "interpreter", frontend->interpreter);
    mm_json_text(json, object, "product", frontend->product);
    mm_json_text(json, object, "batch", frontend->batch);
}

static void add_extent(mm_json_writer *json, cJSON *object, const char *key, int64_t extent)
{
    if (extent == MM_PATH_NONE)
        mm_json_null(json, object, key);
    else
        mm_json_integer(json, object, key, extent);
}

static void add_call(mm_json_writer *json, cJSON *parent, const mm_path_call *call)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "routine", call->routine);
    mm_json_string(json, object, "symbol", call->symbol);
    mm_json_text(json, object, "order", call->order);
    add_extent(json, object, "m", call->m);
    add_extent(json, object, "n", call->n);
    add_extent(json, object, "k", call->k);
    add_extent(json, object, "batch", call->batch);
    mm_json_text(json, object, "trans_a", call->trans_a);
    mm_json_text(json, object, "trans_b", call->trans_b);
    mm_json_integer(json, object, "calls", call->calls);
    mm_json_string(json, object, "library", call->library);
    mm_json_string(json, object, "provider", call->provider);
    mm_json_text(json, object, "version", call->version);
    mm_json_text(json, object, "kernel", call->kernel);
    mm_json_text(json, object, "kernel_reason", call->kernel_reason);
}

static void add_row(mm_json_writer *json, cJSON *parent, const mm_path_row *row)
{
    char found[MM_PATH_FOUND_SIZE];
    bool observed = !*row->reason;
    mm_path_row_found(row, found);
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "frontend", row->frontend);
    mm_json_string(json, object, "version", row->version);
    mm_json_string(json, object, "id", row->id);
    mm_json_string(json, object, "expression", row->expression);
    mm_json_string(json, object, "status", observed ? "observed" : "failed");
    mm_json_text(json, object, "reason", row->reason);
    mm_json_string(json, object, "expected", row->expected);
    mm_json_text(json, object, "found", observed ? found : "");
    if (observed)
        mm_json_bool(json, object, "as_expected", mm_path_row_is_as_expected(row));
    else
        mm_json_null(json, object, "as_expected");
    cJSON *calls = mm_json_array(json, object, "calls");
    for (int i = 0; i < row->call_count; i++)
        add_call(json, calls, &row->calls[i]);
}

static void add_verdict(mm_json_writer *json, cJSON *parent, const mm_path_timing *timing)
{
    if (!timing->verified) {
        mm_json_null(json, parent, "verified");
        return;
    }
    cJSON *object = mm_json_object(json, parent, "verified");
    mm_json_bool(json, object, "ok", timing->verified_ok);
    mm_json_number(json, object, "max_error", timing->max_error);
    mm_json_number(json, object, "bound", timing->error_bound);
}

static void add_timing(mm_json_writer *json, cJSON *parent, const mm_path_timing *timing)
{
    const mm_timing *time = &timing->time;
    bool timed = time->reps > 0;
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "frontend", timing->frontend);
    mm_json_text(json, object, "version", timing->version);
    mm_json_string(json, object, "what", timing->what);
    mm_json_string(json, object, "expression", time->call);
    mm_json_integer(json, object, "size", time->size);
    mm_json_number(json, object, "flop", time->flop);
    mm_json_text(json, object, "routine", timing->routine);
    mm_json_text(json, object, "library", timing->library);
    mm_json_text(json, object, "provider", timing->provider);
    mm_json_text(json, object, "kernel", timing->kernel);
    mm_json_integer(json, object, "reps", time->reps);
    mm_json_integer(json, object, "calls_per_sample", time->calls_per_sample);
    mm_timing_write_seconds(json, object, time);
    mm_json_number(json, object, "gflops", timed ? mm_timing_gflops(time) : NAN);
    mm_json_text(json, object, "reason", time->reason);
    mm_json_number(json, object, "overhead_seconds", timing->overhead_s);
    mm_json_text(json, object, "overhead_reason", timing->overhead_reason);
    add_verdict(json, object, timing);
}

mm_status mm_path_map_to_text(const mm_path_map *map, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", MM_PATHS_SCHEMA);
    cJSON *frontends = mm_json_array(&json, root, "frontends");
    for (int i = 0; i < map->frontend_count; i++)
        add_frontend(&json, frontends, &map->frontends[i]);
    cJSON *rows = mm_json_array(&json, root, "rows");
    for (int i = 0; i < map->row_count; i++)
        add_row(&json, rows, &map->rows[i]);
    if (map->has_exercise) {
        cJSON *exercise = mm_json_array(&json, root, "exercise");
        for (int i = 0; i < map->timing_count; i++)
            add_timing(&json, exercise, &map->timings[i]);
    } else {
        mm_json_null(&json, root, "exercise");
    }
    return mm_json_finish(&json, text, err);
}
