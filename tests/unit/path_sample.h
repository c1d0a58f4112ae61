/* An invented map of paths with the exercise: enough for every section of its report. */
#ifndef PATH_SAMPLE_H
#define PATH_SAMPLE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/path_map.h"

static inline void sample_time(mm_path_map *map, const char *frontend, const char *version, const char *what,
                               int64_t n, double seconds)
{
    mm_path_timing t = {
        .time = {.size = n, .flop = 2.0 * (double)(n * n * n), .reps = 1, .calls_per_sample = 3},
        .overhead_s = NAN};
    snprintf(t.frontend, sizeof t.frontend, "%s", frontend);
    snprintf(t.version, sizeof t.version, "%s", version);
    snprintf(t.what, sizeof t.what, "%s", what);
    snprintf(t.time.call, sizeof t.time.call, "C = A @ B");
    t.time.samples_s = calloc(1, sizeof *t.time.samples_s);
    t.time.median_s = t.time.min_s = *t.time.samples_s = seconds;
    if (*version && strcmp(what, "product") == 0) {
        snprintf(t.routine, sizeof t.routine, "sgemm");
        snprintf(t.library, sizeof t.library, "/usr/lib/libblas.so.3");
        snprintf(t.provider, sizeof t.provider, "openblas 0.3.21");
        snprintf(t.kernel, sizeof t.kernel, "Haswell");
        t.overhead_s = n > 100 ? -1e-7 : 7e-7;
        t.verified = t.verified_ok = true;
        t.max_error = 0.25;
        t.error_bound = 2;
    } else {
        snprintf(t.overhead_reason, sizeof t.overhead_reason, "this is the bare call");
    }
    mm_path_map_add_timing(map, &t);
}

static inline void sample_row(mm_path_map *map, const char *id, const char *expected, int shapes, int calls)
{
    mm_path_row row = {.frontend = "numpy", .version = "1.24.2"};
    snprintf(row.id, sizeof row.id, "%s", id);
    snprintf(row.expression, sizeof row.expression, "f(%s)", id);
    snprintf(row.expected, sizeof row.expected, "%s", expected);
    for (int i = 0; i < shapes; i++) {
        mm_path_call call = {.routine = "dgemm",
                             .symbol = "cblas_dgemm",
                             .order = "row",
                             .m = 60 + i,
                             .n = 50,
                             .k = 40,
                             .batch = MM_PATH_NONE,
                             .trans_a = "N",
                             .trans_b = "T",
                             .calls = calls,
                             .library = "/usr/lib/libblas.so.3",
                             .provider = "openblas",
                             .version = "0.3.21",
                             .kernel = "Haswell"};
        mm_path_row_add_call(&row, &call);
    }
    mm_path_map_add_row(map, &row);
}

static inline mm_path_map sample_paths(void)
{
    mm_path_map map = {.has_exercise = true};
    const mm_path_frontend numpy = {.name = "numpy",
                                    .title = "NumPy",
                                    .version = "1.24.2",
                                    .language = "Python 3.11.2",
                                    .interpreter = "/usr/bin/python3",
                                    .product = "C = A @ B",
                                    .batch = "C = As @ Bs"};
    const mm_path_frontend jax = {.name = "jax", .title = "JAX", .reason = "module 7 is in no Python"};
    mm_path_row failed = {.frontend = "numpy",
                          .version = "1.24.2",
                          .id = "failed",
                          .expression = "f(x)",
                          .expected = "dsyrk",
                          .reason = "TypeError: 12"};
    mm_path_map_add_frontend(&map, &numpy);
    mm_path_map_add_frontend(&map, &jax);
    sample_row(&map, "once", "dgemm", 1, 1);
    sample_row(&map, "often", "dgemm", 5, 3);
    sample_row(&map, "none", "none", 0, 0);
    sample_row(&map, "unexpected", "dsyrk", 2, 1);
    sample_row(&map, "product", "dgemm", 1, 1);
    mm_path_map_add_row(&map, &failed);
    for (int64_t n = 16; n <= 640; n = n == 16 ? 64 : 10 * n) {
        sample_time(&map, "numpy", "1.24.2", "product", n, 1e-9 * (double)(n * n));
        if (n == 64) {
            sample_time(&map, "numpy", "1.24.2", "loop", n, 3e-3);
            sample_time(&map, "numpy", "1.24.2", "batch", n, 2e-3);
        }
        sample_time(&map, "c", "", "product", n, 9e-10 * (double)(n * n));
    }
    return map;
}

#endif
