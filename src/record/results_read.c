/* results.json, read: every value is checked before it is believed. The rates (gflops, percent_of_peak)
 * follow from the times and are only checked for their form. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/json_types.h"
#include "record/results_private.h"

static const double ABOVE_0 = DBL_TRUE_MIN;

static mm_row_status read_status(mm_json_reader *json, const cJSON *object)
{
    char text[16];
    mm_json_get_text(json, object, "status", MM_JSON_REQUIRED, text, sizeof text);
    for (mm_row_status status = MM_ROW_MEASURED; status <= MM_ROW_FAILED; status++)
        if (strcmp(text, mm_row_status_name(status)) == 0)
            return status;
    mm_json_wrong(json, object, "status", "measured, extrapolated, skipped or failed");
    return MM_ROW_FAILED;
}

static void read_extrapolated_from(mm_json_reader *json, const cJSON *object, mm_row *row)
{
    static const char *const keys[] = {"extrapolated_from.m", "extrapolated_from.n", "extrapolated_from.k"};
    bool is_null = mm_json_is_null(json, object, "extrapolated_from");
    if (is_null != (row->status != MM_ROW_EXTRAPOLATED))
        mm_json_wrong(json, object, "extrapolated_from",
                      "sizes in an extrapolated row and null in all others");
    for (int i = 0; i < 3 && !is_null; i++)
        row->extrapolated_from[i] = mm_json_get_integer(json, object, keys[i], 0, MM_DIM_MAX);
}

static void read_samples(mm_json_reader *json, const cJSON *object, mm_row *row)
{
    if (mm_json_is_null(json, object, "seconds.samples"))
        return;
    int count = cJSON_GetArraySize(mm_json_get_array(json, object, "seconds.samples"));
    if (count != row->reps || count == 0)
        mm_json_wrong(json, object, "seconds.samples", "null or an array of as many samples as reps says");
    if (json->status != MM_OK)
        return;
    row->samples_s = malloc((size_t)count * sizeof *row->samples_s);
    if (row->samples_s)
        mm_json_get_numbers(json, object, "seconds.samples", ABOVE_0, row->samples_s, count);
    else
        json->status = mm_fail_memory(json->err, (double)count * sizeof *row->samples_s);
}

static void read_seconds(mm_json_reader *json, const cJSON *object, mm_row *row)
{
    bool is_null = mm_json_is_null(json, object, "seconds");
    bool timed = row->status == MM_ROW_MEASURED || row->status == MM_ROW_EXTRAPOLATED;
    if (is_null == timed)
        mm_json_wrong(json, object, "seconds",
                      "times in a measured or extrapolated row and null in all others");
    if (is_null)
        return;
    row->median_s = mm_json_get_number(json, object, "seconds.median", ABOVE_0);
    row->min_s = mm_json_get_number_or(json, object, "seconds.min", ABOVE_0, 0);
    mm_json_get_numbers(json, object, "seconds.ci95", ABOVE_0, row->ci95_s, 2);
    read_samples(json, object, row);
}

static void read_verified(mm_json_reader *json, const cJSON *object, mm_row *row)
{
    row->verified = !mm_json_is_null(json, object, "verified");
    if (!row->verified)
        return;
    row->verified_ok = mm_json_get_bool(json, object, "verified.ok");
    row->max_error = mm_json_get_number_or(json, object, "verified.max_error", 0, NAN);
    row->error_bound = mm_json_get_number(json, object, "verified.bound", 0);
}

static void read_rates(mm_json_reader *json, const cJSON *object)
{
    double unused[2];
    mm_json_get_number_or(json, object, "gflops", 0, 0);
    mm_json_get_numbers(json, object, "gflops_ci95", 0, unused, 2);
    mm_json_get_number_or(json, object, "percent_of_peak", 0, 0);
}

static void read_row(mm_json_reader *json, const cJSON *object, mm_row *row)
{
    mm_json_get_text(json, object, "frontend", MM_JSON_REQUIRED, row->frontend, sizeof row->frontend);
    mm_json_get_text(json, object, "method", MM_JSON_REQUIRED, row->method, sizeof row->method);
    row->dtype = mm_json_get_dtype(json, object, "dtype");
    row->m = mm_json_get_integer(json, object, "m", 0, MM_DIM_MAX);
    row->n = mm_json_get_integer(json, object, "n", 0, MM_DIM_MAX);
    row->k = mm_json_get_integer(json, object, "k", 0, MM_DIM_MAX);
    row->threads = (int)mm_json_get_integer(json, object, "threads", 1, INT_MAX);
    mm_json_get_text(json, object, "provider", MM_JSON_NULLABLE, row->provider, sizeof row->provider);
    mm_json_get_text(json, object, "kernel", MM_JSON_NULLABLE, row->kernel, sizeof row->kernel);
    row->status = read_status(json, object);
    mm_json_get_text(json, object, "reason", MM_JSON_NULLABLE, row->reason, sizeof row->reason);
    read_extrapolated_from(json, object, row);
    row->reps = (int)mm_json_get_integer(json, object, "reps", 0, INT_MAX);
    row->calls_per_rep = mm_json_get_integer(json, object, "calls_per_rep", 0, MM_JSON_INTEGER_MAX);
    read_seconds(json, object, row);
    read_rates(json, object);
    read_verified(json, object, row);
}

static void read_rows(mm_json_reader *json, mm_results *results)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, mm_json_get_array(json, json->root, "results"))
    {
        mm_row row = {0};
        snprintf(json->place, sizeof json->place, "results[%d].", results->row_count);
        read_row(json, item, &row);
        if (json->status == MM_OK && mm_results_add_row(results, &row))
            continue;
        free(row.samples_s);
        if (json->status == MM_OK)
            json->status = mm_fail_memory(json->err, sizeof row);
        return;
    }
    *json->place = '\0';
}

static void read_check(mm_json_reader *json, const cJSON *object, mm_check *check)
{
    mm_json_get_text(json, object, "id", MM_JSON_REQUIRED, check->id, sizeof check->id);
    check->ok = mm_json_get_bool(json, object, "ok");
    mm_json_get_text(json, object, "message", MM_JSON_REQUIRED, check->message, sizeof check->message);
    mm_json_get_text(json, object, "fix", MM_JSON_NULLABLE, check->fix, sizeof check->fix);
}

static void read_checks(mm_json_reader *json, mm_results *results)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, mm_json_get_array(json, json->root, "checks"))
    {
        mm_check check = {0};
        snprintf(json->place, sizeof json->place, "checks[%d].", results->check_count);
        read_check(json, item, &check);
        if (json->status == MM_OK && !mm_results_add_check(results, &check))
            json->status = mm_fail_memory(json->err, sizeof check);
        if (json->status != MM_OK)
            return;
    }
    *json->place = '\0';
}

static void read_peak_samples(mm_json_reader *json, mm_roofline *roofline)
{
    for (int when = 0; when < MM_PEAK_WHEN_COUNT; when++) {
        char key[48];
        snprintf(key, sizeof key, "roofline.peak_samples_gflops.%s", mm_peak_when_name((mm_peak_when)when));
        roofline->peak_samples_gflops[when] = mm_json_get_number_or(json, json->root, key, ABOVE_0, 0);
    }
}

static void read_roofline(mm_json_reader *json, mm_results *results)
{
    const cJSON *root = json->root;
    mm_roofline *roofline = &results->roofline;
    results->has_roofline = !mm_json_is_null(json, root, "roofline");
    mm_json_get_text(json, root, "roofline_reason", MM_JSON_NULLABLE, results->roofline_reason,
                     sizeof results->roofline_reason);
    if (results->has_roofline == (*results->roofline_reason != '\0'))
        mm_json_wrong(json, root, "roofline_reason", "a reason where roofline is null, and null otherwise");
    if (!results->has_roofline)
        return;
    roofline->peak.dtype = mm_json_get_dtype(json, root, "roofline.dtype");
    roofline->peak.isa = mm_json_get_isa(json, root, "roofline.isa");
    roofline->peak.gflops = mm_json_get_number(json, root, "roofline.peak_gflops", ABOVE_0);
    roofline->peak.median_gflops = mm_json_get_number(json, root, "roofline.peak_median_gflops", ABOVE_0);
    read_peak_samples(json, roofline);
    roofline->valid = mm_json_get_bool(json, root, "roofline.valid");
    roofline->triad.gbytes_per_s = mm_json_get_number(json, root, "roofline.triad_gbytes_per_s", ABOVE_0);
    roofline->triad.median_gbytes_per_s =
        mm_json_get_number(json, root, "roofline.triad_median_gbytes_per_s", ABOVE_0);
    roofline->triad.working_set_bytes =
        mm_json_get_integer(json, root, "roofline.triad_working_set_bytes", 1, MM_JSON_INTEGER_MAX);
    roofline->ridge_flop_per_byte = mm_json_get_number(json, root, "roofline.ridge_flop_per_byte", ABOVE_0);
}

mm_status mm_results_read(const char *path, mm_results *results, mm_error *err)
{
    mm_json_reader json;
    *results = (mm_results){0};
    mm_json_open(&json, path, err);
    if (json.status == MM_OK) {
        mm_json_check_schema(&json, MM_RESULTS_SCHEMA);
        read_rows(&json, results);
        read_roofline(&json, results);
        read_checks(&json, results);
    }
    mm_status status = mm_json_close(&json);
    if (status != MM_OK)
        mm_results_free(results);
    return status;
}
