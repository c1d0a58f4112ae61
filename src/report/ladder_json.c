/* ladder.json, written. The order of the keys here is the canonical one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/file.h"
#include "record/json.h"
#include "record/manifest.h"
#include "report/ladder.h"

static void add_pair(mm_json_writer *json, cJSON *parent, const char *key, double low, double high)
{
    if (low <= 0) {
        mm_json_null(json, parent, key);
        return;
    }
    cJSON *pair = mm_json_array(json, parent, key);
    mm_json_number(json, pair, NULL, low);
    mm_json_number(json, pair, NULL, high);
}

static void add_name(mm_json_writer *json, cJSON *parent, const char *key, const mm_ladder_rung *rung)
{
    char name[MM_RUNG_NAME_SIZE];
    mm_ladder_rung_name(rung, name);
    mm_json_string(json, parent, key, name);
}

static void add_rung(mm_json_writer *json, cJSON *parent, const mm_ladder_rung *rung)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    const mm_row *row = rung->row;
    add_name(json, object, "name", rung);
    mm_json_string(json, object, "frontend", rung->rung.method->frontend);
    mm_json_string(json, object, "method", rung->rung.method->name);
    mm_json_string(json, object, "differs", rung->rung.differs);
    mm_json_string(json, object, "status", row ? mm_row_status_name(row->status) : "missing");
    mm_json_number(json, object, "threads", row ? (double)row->threads : NAN);
    mm_json_number(json, object, "seconds", row ? row->median_s : NAN);
    add_pair(json, object, "ci95", row ? row->ci95_s[0] : 0, row ? row->ci95_s[1] : 0);
    mm_json_number(json, object, "gflops", row ? mm_row_gflops(row) : NAN);
}

static void add_step(mm_json_writer *json, cJSON *parent, const char *key, const mm_ladder *ladder,
                     const mm_step *step)
{
    cJSON *object = mm_json_object(json, parent, key);
    add_name(json, object, "from", &ladder->rungs[step->from]);
    add_name(json, object, "to", &ladder->rungs[step->to]);
    mm_json_number(json, object, "factor", step->factor.value);
    add_pair(json, object, "interval", step->factor.low, step->factor.high);
    mm_json_bool(json, object, "extrapolated", step->extrapolated);
    mm_json_bool(json, object, "slower", step->slower);
}

/* A step of the ladder also tells what it spans; the total spans everything. */
static void add_bridged(mm_json_writer *json, cJSON *step_object, const mm_ladder *ladder,
                        const mm_step *step)
{
    mm_json_string(json, step_object, "differs", ladder->rungs[step->to].rung.differs);
    cJSON *bridged = mm_json_array(json, step_object, "bridged");
    for (int r = step->from + 1; r < step->to; r++)
        add_name(json, bridged, NULL, &ladder->rungs[r]);
}

static void add_ladder(mm_json_writer *json, cJSON *parent, const mm_ladder *ladder)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "dtype", mm_dtype_name(ladder->dtype));
    mm_json_integer(json, object, "n", ladder->n);
    cJSON *rungs = mm_json_array(json, object, "rungs");
    for (int r = 0; r < ladder->rung_count; r++)
        add_rung(json, rungs, &ladder->rungs[r]);
    cJSON *steps = mm_json_array(json, object, "steps");
    for (int s = 0; s < ladder->step_count; s++) {
        add_step(json, steps, NULL, ladder, &ladder->steps[s]);
        add_bridged(json, cJSON_GetArrayItem(steps, s), ladder, &ladder->steps[s]);
    }
    add_step(json, object, "total", ladder, &ladder->total);
    mm_json_number(json, object, "product", ladder->product);
}

mm_status mm_ladder_to_text(const mm_results *results, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", "gemmlab-ladder/1");
    cJSON *ladders = mm_json_array(&json, root, "ladders");
    for (mm_dtype dtype = MM_F32; dtype <= MM_F64; dtype++)
        for (int64_t n = 0; (n = mm_ladder_next_size(results, dtype, n)) > 0;) {
            mm_ladder ladder;
            mm_ladder_build(results, dtype, n, &ladder);
            add_ladder(&json, ladders, &ladder);
        }
    return mm_json_finish(&json, text, err);
}

mm_status mm_ladder_write(const char *dir, const mm_results *results, mm_error *err)
{
    char path[4096], *text = NULL;
    if ((size_t)snprintf(path, sizeof path, "%s/ladder.json", dir) >= sizeof path)
        return mm_fail(err, MM_IO, "badPath", "the path of ladder.json is longer than %zu characters",
                       sizeof path - 1);
    mm_status status = mm_ladder_to_text(results, &text, err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    if (status == MM_OK)
        status = mm_manifest_list_files(dir, err);
    free(text);
    return status;
}
