#include "bench/lab.h"

#include <stdlib.h>
#include <string.h>

/* A copy that owns its samples; false where memory ran out. */
static bool add_copy(mm_results *to, const mm_row *row)
{
    mm_row copy = *row;
    size_t size = (size_t)row->reps * sizeof *row->samples_s;
    if (row->samples_s && !(copy.samples_s = malloc(size + 1)))
        return false;
    if (row->samples_s)
        memcpy(copy.samples_s, row->samples_s, size);
    return mm_results_add_row(to, &copy) != NULL;
}

mm_status mm_lab_write_roofline(const char *dir, const mm_results *results, const mm_manifest *manifest,
                                mm_error *err)
{
    if (!results->has_roofline)
        return MM_OK;
    double largest = 0;
    for (int i = 0; i < results->row_count; i++)
        if (mm_row_flop(&results->rows[i]) > largest)
            largest = mm_row_flop(&results->rows[i]);
    mm_results points = {.has_roofline = true, .roofline = results->roofline};
    bool copied = true;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (row->threads == 1 && mm_row_flop(row) == largest)
            copied = copied && add_copy(&points, row);
    }
    mm_status status = copied ? mm_record_write(dir, &points, manifest, err) : mm_fail_memory(err, 1e6);
    mm_results_free(&points);
    return status;
}
