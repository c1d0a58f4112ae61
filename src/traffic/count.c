#include "traffic/count.h"

#include <math.h>
#include <stdio.h>

#include "blas/blas.h"
#include "core/isa.h"
#include "measure/cache_misses.h"
#include "measure/clock.h"
#include "traffic/product.h"

static const double SECONDS = 0.2;

mm_status mm_count_available(mm_error *err)
{
    mm_cache_counters counters;
    mm_status status = mm_cache_counters_open(&counters, err);
    if (status == MM_OK)
        mm_cache_counters_close(&counters);
    return status;
}

/* Later levels overwrite: with two caches the L1's misses are the last level's references. */
static void fill_bytes(const mm_intensity *intensity, const double *lines, double products,
                       mm_intensity_row *row)
{
    int last = intensity->cache_count - 1;
    double bytes[MM_CACHE_EVENT_COUNT];
    for (mm_cache_event event = 0; event < MM_CACHE_EVENT_COUNT; event++)
        bytes[event] = lines[event] / products * intensity->simulated[0].line_bytes;
    for (int i = 0; i <= last; i++)
        row->bytes[i] = NAN;
    row->bytes[last] = bytes[MM_LAST_LEVEL_MISSES];
    if (last > 0)
        row->bytes[last - 1] = bytes[MM_LAST_LEVEL_REFERENCES];
    if (last != 0)
        row->bytes[0] = bytes[MM_L1_MISSES];
}

static void describe_run(const mm_method *method, mm_intensity_row *row)
{
    mm_blas blas;
    mm_blas_describe(&blas);
    snprintf(row->isa, sizeof row->isa, "%s", mm_isa_name(mm_isa_best()));
    if (method->uses_blas)
        snprintf(row->kernel, sizeof row->kernel, "%s", blas.kernel);
}

mm_status mm_count_traffic(const mm_intensity *intensity, const mm_method *method, mm_dtype dtype, int64_t n,
                           mm_intensity_row *row, mm_error *err)
{
    mm_product product;
    mm_cache_counters counters;
    double lines[MM_CACHE_EVENT_COUNT];
    mm_blas_set_threads(1);
    mm_status status = mm_product_make(method, dtype, n, &product, err);
    if (status != MM_OK)
        return status;
    status = mm_cache_counters_open(&counters, err);
    if (status == MM_OK) {
        double start_s = mm_clock_s();
        mm_product_run(&product); /* as in the benchmark: what the last product left is what this one finds */
        double products = fmin(1000, ceil(SECONDS / fmax(mm_clock_s() - start_s, 1e-6)));
        mm_cache_counters_start(&counters);
        for (int i = 0; i < (int)products; i++)
            mm_product_run(&product);
        mm_cache_counters_stop(&counters, lines);
        mm_cache_counters_close(&counters);
        fill_bytes(intensity, lines, products, row);
        describe_run(method, row);
    }
    mm_product_free(&product);
    return status;
}
