#include "record/intensity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"

const char *mm_traffic_source_name(mm_traffic_source source)
{
    static const char *const names[MM_TRAFFIC_SOURCE_COUNT] = {NULL, "counters", "simulated", "model"};
    return names[source];
}

void mm_intensity_free(mm_intensity *intensity)
{
    free(intensity->rows);
    *intensity = (mm_intensity){0};
}

bool mm_intensity_add(mm_intensity *intensity, const mm_intensity_row *row)
{
    mm_intensity_row *rows =
        mm_array_room(intensity->rows, intensity->row_count, &intensity->row_capacity, sizeof *row);
    if (!rows)
        return false;
    intensity->rows = rows;
    intensity->rows[intensity->row_count++] = *row;
    return true;
}

static int by_key(const void *left, const void *right)
{
    const mm_intensity_row *a = left, *b = right;
    int method = strcmp(a->method, b->method);
    if (method != 0)
        return method;
    if (a->dtype != b->dtype)
        return a->dtype < b->dtype ? -1 : 1;
    return (a->n > b->n) - (a->n < b->n);
}

void mm_intensity_sort(mm_intensity *intensity)
{
    if (intensity->row_count > 0)
        qsort(intensity->rows, (size_t)intensity->row_count, sizeof *intensity->rows, by_key);
}

const mm_intensity_row *mm_intensity_find(const mm_intensity *intensity, const char *method, mm_dtype dtype,
                                          int64_t n)
{
    for (int i = 0; i < intensity->row_count; i++) {
        const mm_intensity_row *row = &intensity->rows[i];
        if (row->n == n && row->dtype == dtype && strcmp(row->method, method) == 0)
            return row;
    }
    return NULL;
}

double mm_intensity_flop(int64_t n)
{
    return 2.0 * (double)n * (double)n * (double)n;
}

double mm_intensity_at(const mm_intensity_row *row, int cache)
{
    double bytes = row->bytes[cache];
    return row->source != MM_TRAFFIC_NONE && bytes > 0 ? mm_intensity_flop(row->n) / bytes : NAN;
}

bool mm_intensity_stays(const mm_intensity_row *row, int cache)
{
    double matrices_bytes = 3.0 * (double)row->n * (double)row->n * (double)mm_dtype_bytes(row->dtype);
    return row->source != MM_TRAFFIC_NONE && row->bytes[cache] < matrices_bytes / 8; /* false for NAN */
}

double mm_intensity_compulsory(mm_dtype dtype, double n)
{
    return n / (1.5 * (double)mm_dtype_bytes(dtype)); /* 2 n^3 FLOP on 3 n^2 elements */
}

double mm_intensity_floor(mm_dtype dtype)
{
    return 1.0 / (double)mm_dtype_bytes(dtype); /* 2 FLOP on 2 elements */
}
