/* results.json, written. The order of the keys here is the canonical one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/file.h"
#include "record/json.h"
#include "record/results_private.h"

static double positive_or_nan(double value)
{
    return value > 0 ? value : NAN; /* NAN is written as null */
}

static void add_pair(mm_json_writer *json, cJSON *parent, const char *key, double low, double high)
{
    cJSON *pair = mm_json_array(json, parent, key);
    mm_json_number(json, pair, NULL, low);
    mm_json_number(json, pair, NULL, high);
}

static bool has_ci95(const mm_row *row)
{
    return mm_row_has_time(row) && row->ci95_s[0] > 0;
}

static void add_extrapolated_from(mm_json_writer *json, cJSON *parent, const mm_row *row)
{
    if (row->status != MM_ROW_EXTRAPOLATED) {
        mm_json_null(json, parent, "extrapolated_from");
        return;
    }
    cJSON *from = mm_json_object(json, parent, "extrapolated_from");
    mm_json_integer(json, from, "m", row->extrapolated_from[0]);
    mm_json_integer(json, from, "n", row->extrapolated_from[1]);
    mm_json_integer(json, from, "k", row->extrapolated_from[2]);
}

static void add_samples(mm_json_writer *json, cJSON *parent, const mm_row *row)
{
    if (!row->samples_s) {
        mm_json_null(json, parent, "samples");
        return;
    }
    cJSON *samples = mm_json_array(json, parent, "samples");
    for (int i = 0; i < row->reps; i++)
        mm_json_number(json, samples, NULL, row->samples_s[i]);
}

static void add_seconds(mm_json_writer *json, cJSON *parent, const mm_row *row)
{
    if (!mm_row_has_time(row)) {
        mm_json_null(json, parent, "seconds");
        return;
    }
    cJSON *seconds = mm_json_object(json, parent, "seconds");
    mm_json_number(json, seconds, "median", row->median_s);
    mm_json_number(json, seconds, "min", positive_or_nan(row->min_s));
    if (has_ci95(row))
        add_pair(json, seconds, "ci95", row->ci95_s[0], row->ci95_s[1]);
    else
        mm_json_null(json, seconds, "ci95");
    add_samples(json, seconds, row);
}

static void add_rates(mm_json_writer *json, cJSON *parent, const mm_results *results, const mm_row *row)
{
    mm_json_number(json, parent, "gflops", mm_row_has_time(row) ? mm_row_gflops(row) : NAN);
    if (has_ci95(row)) {
        double gflop = mm_row_flop(row) / 1e9;
        add_pair(json, parent, "gflops_ci95", gflop / row->ci95_s[1], gflop / row->ci95_s[0]);
    } else {
        mm_json_null(json, parent, "gflops_ci95");
    }
    mm_json_number(json, parent, "percent_of_peak", mm_row_percent_of_peak(results, row));
}

static void add_verified(mm_json_writer *json, cJSON *parent, const mm_row *row)
{
    if (!row->verified) {
        mm_json_null(json, parent, "verified");
        return;
    }
    cJSON *verified = mm_json_object(json, parent, "verified");
    mm_json_bool(json, verified, "ok", row->verified_ok);
    mm_json_number(json, verified, "max_error", row->max_error); /* null: the product held a NaN or an Inf */
    mm_json_number(json, verified, "bound", row->error_bound);
}

/* Only a measured row may go without a reason. */
static const char *reason_of(const mm_row *row)
{
    return row->status == MM_ROW_MEASURED || *row->reason ? row->reason : "no reason was recorded";
}

static void add_row(mm_json_writer *json, cJSON *parent, const mm_results *results, const mm_row *row)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "frontend", row->frontend);
    mm_json_string(json, object, "method", row->method);
    mm_json_string(json, object, "dtype", mm_dtype_name(row->dtype));
    mm_json_integer(json, object, "m", row->m);
    mm_json_integer(json, object, "n", row->n);
    mm_json_integer(json, object, "k", row->k);
    mm_json_integer(json, object, "threads", row->threads);
    mm_json_text(json, object, "provider", row->provider);
    mm_json_text(json, object, "kernel", row->kernel);
    mm_json_string(json, object, "status", mm_row_status_name(row->status));
    mm_json_text(json, object, "reason", reason_of(row));
    add_extrapolated_from(json, object, row);
    mm_json_integer(json, object, "reps", row->reps);
    mm_json_integer(json, object, "calls_per_rep", row->calls_per_rep);
    add_seconds(json, object, row);
    add_rates(json, object, results, row);
    add_verified(json, object, row);
}

static mm_status add_rows(mm_json_writer *json, cJSON *parent, const mm_results *results, mm_error *err)
{
    cJSON *array = mm_json_array(json, parent, "results");
    if (results->row_count == 0)
        return MM_OK;
    size_t bytes = (size_t)results->row_count * sizeof(mm_row);
    mm_row *sorted = malloc(bytes);
    if (!sorted)
        return mm_fail_memory(err, (double)bytes);
    memcpy(sorted, results->rows, bytes);
    mm_rows_sort(sorted, results->row_count);
    for (int i = 0; i < results->row_count; i++)
        add_row(json, array, results, &sorted[i]);
    free(sorted);
    return MM_OK;
}

static void add_peak_samples(mm_json_writer *json, cJSON *parent, const mm_roofline *roofline)
{
    cJSON *samples = mm_json_object(json, parent, "peak_samples_gflops");
    for (int when = 0; when < MM_PEAK_WHEN_COUNT; when++)
        mm_json_number(json, samples, mm_peak_when_name((mm_peak_when)when),
                       positive_or_nan(roofline->peak_samples_gflops[when]));
}

static void add_roofline(mm_json_writer *json, cJSON *parent, const mm_results *results)
{
    const mm_roofline *roofline = &results->roofline;
    if (!results->has_roofline) {
        const char *reason = results->roofline_reason;
        mm_json_null(json, parent, "roofline");
        mm_json_string(json, parent, "roofline_reason", *reason ? reason : "not measured");
        return;
    }
    cJSON *object = mm_json_object(json, parent, "roofline");
    mm_json_string(json, object, "dtype", mm_dtype_name(roofline->peak.dtype));
    mm_json_string(json, object, "isa", mm_isa_name(roofline->peak.isa));
    mm_json_number(json, object, "peak_gflops", roofline->peak.gflops);
    mm_json_number(json, object, "peak_median_gflops", roofline->peak.median_gflops);
    add_peak_samples(json, object, roofline);
    mm_json_bool(json, object, "valid", roofline->valid);
    mm_json_number(json, object, "triad_gbytes_per_s", roofline->triad.gbytes_per_s);
    mm_json_number(json, object, "triad_median_gbytes_per_s", roofline->triad.median_gbytes_per_s);
    mm_json_integer(json, object, "triad_working_set_bytes", roofline->triad.working_set_bytes);
    mm_json_number(json, object, "ridge_flop_per_byte", roofline->ridge_flop_per_byte);
    mm_json_null(json, parent, "roofline_reason");
}

static void add_checks(mm_json_writer *json, cJSON *parent, const mm_results *results)
{
    cJSON *array = mm_json_array(json, parent, "checks");
    for (int i = 0; i < results->check_count; i++) {
        const mm_check *check = &results->checks[i];
        cJSON *object = mm_json_object(json, array, NULL);
        mm_json_string(json, object, "id", check->id);
        mm_json_bool(json, object, "ok", check->ok);
        mm_json_string(json, object, "message", check->message);
        mm_json_text(json, object, "fix", check->fix);
    }
}

mm_status mm_results_to_text(const mm_results *results, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", MM_RESULTS_SCHEMA);
    mm_status status = add_rows(&json, root, results, err);
    if (status != MM_OK) {
        cJSON_Delete(json.root);
        return status;
    }
    add_roofline(&json, root, results);
    add_checks(&json, root, results);
    return mm_json_finish(&json, text, err);
}

mm_status mm_results_write(const mm_results *results, const char *path, mm_error *err)
{
    char *text = NULL;
    mm_status status = mm_results_to_text(results, &text, err);
    if (status == MM_OK)
        status = mm_file_write(path, text, strlen(text), err);
    free(text);
    return status;
}
