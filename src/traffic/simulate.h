/* A product's traffic, simulated: the program runs it under valgrind --tool=cachegrind, in processes of their
 * own. */
#ifndef MM_SIMULATE_H
#define MM_SIMULATE_H

#include "methods.h"
#include "record/intensity.h"

typedef struct mm_simulator {
    const char *program;       /* an mmcli, for its command `product` */
    const mm_geometry *caches; /* simulated geometries, L1 first */
    int cache_count;
    double deadline_s;         /* on mm_clock_s's scale; INFINITY for none */
    bool (*interrupted)(void); /* NULL for never */
} mm_simulator;

/* The version of valgrind, "3.19.0". VALGRIND in the environment names another program than valgrind. Error:
 * MM_UNAVAILABLE noValgrind. */
mm_status mm_simulate_find(char *version, size_t size, mm_error *err);

/* What the simulation took, for predictions. */
typedef struct mm_simulation_time {
    double start_s;   /* of a run without a product */
    double product_s; /* more with one */
} mm_simulation_time;

/* Fills row's bytes, isa and kernel. Every pair of neighbouring levels needs a run, as cachegrind simulates
 * two levels: the first is the L1, and the last in turn each of the others, which then sees every miss of the
 * L1. Each run is made once without and once with the product, and the difference is the product's: making
 * the inputs, loading libraries and their first steps cancel out (product.h). Errors: MM_UNAVAILABLE
 * (simulationFailed, with the last words of the log; tooLong), MM_INTERRUPTED, MM_IO. */
mm_status mm_simulate(const mm_simulator *simulator, const mm_method *method, mm_dtype dtype, int64_t n,
                      mm_intensity_row *row, mm_simulation_time *time, mm_error *err);

#endif
