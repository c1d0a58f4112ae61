/* timings.json: the times of calls that need not be products of matrices, and what was derived from them
 * (schema/timings.schema.json, "gemmlab-timings/1"). */
#ifndef MM_TIMINGS_H
#define MM_TIMINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/roofline.h"
#include "measure/sampler.h"
#include "record/manifest.h"

#define MM_TIMINGS_SCHEMA "gemmlab-timings/1"

typedef struct mm_timing {
    char name[48]; /* who does what: "octave:mtimes", "cli:blas" */
    char call[96]; /* the expression, as written */
    int64_t size;  /* N of its matrices; 0 (null) where one number does not tell */
    double flop;   /* operations of a call */
    double bytes;  /* what a call reads and writes at least; 0 (null): not counted */
    int reps;      /* samples taken */
    int64_t calls_per_sample;
    double median_s, min_s; /* seconds a call; 0 (seconds: null) where there is no sample */
    double ci95_s[2];       /* zeros (null) with fewer than 6 samples */
    double *samples_s;      /* reps of them, owned */
    char reason[256];       /* why there is no time; "" (null) where there is */
} mm_timing;

typedef struct mm_derived {
    char name[48];    /* "fixed_overhead" */
    char of[48];      /* the timing's name */
    int64_t size;     /* and its size; 0 (null) */
    double value;     /* NAN: null */
    char unit[16];    /* "s", "N", "GFLOPS", "1" */
    char reason[256]; /* why value is null; "" (null) where it is not */
} mm_derived;

typedef struct mm_timings {
    char experiment[32]; /* "embedding", "overhead"; "" (null): none of those */
    mm_timing *items;
    int item_count, item_capacity;
    mm_derived *derived;
    int derived_count, derived_capacity;
    bool has_roofline;
    mm_roofline roofline; /* peak.gflops, peak.isa, peak.dtype, triad.gbytes_per_s and the ridge are kept */
    char roofline_reason[256];
} mm_timings;

void mm_timings_free(mm_timings *timings);

/* Append a copy; an item's samples_s pass into the timings' ownership. NULL where memory ran out. The
 * pointers hold until the next call. */
mm_timing *mm_timings_add(mm_timings *timings, const mm_timing *item);
mm_derived *mm_timings_derive(mm_timings *timings, const mm_derived *derived);

/* The first with these keys, or NULL. size 0 finds any size. An item is only found if it has a time. */
const mm_timing *mm_timings_find(const mm_timings *timings, const char *name, int64_t size);
const mm_derived *mm_timings_find_derived(const mm_timings *timings, const char *name, const char *of,
                                          int64_t size);

/* Takes over what a series measured. `why_missing` becomes the reason where that is nothing. Returns false
 * where memory ran out. */
bool mm_timing_take(mm_timing *item, mm_series *series, const char *why_missing);

double mm_timing_gflops(const mm_timing *item);    /* from the median; 0 where there is no time */
double mm_timing_intensity(const mm_timing *item); /* FLOP/byte; NAN where bytes were not counted */

/* Which side of the ridge: "left" (bound by memory) or "right" (by arithmetic); NULL where it is not known.
 */
const char *mm_timing_side(const mm_timings *timings, const mm_timing *item);

/* The canonical text: items sorted by name and size, derived values by name, of and size; as in results.h. */
mm_status mm_timings_to_text(const mm_timings *timings, char **text, mm_error *err);

/* Writes DIR/timings.json, then DIR/manifest.json, as mm_record_write_text does. */
mm_status mm_timings_write(const char *dir, const mm_timings *timings, const mm_manifest *manifest,
                           mm_error *err);

/* Overwrites *timings, which is left empty on failure. Errors and round trip as mm_results_read. */
mm_status mm_timings_read(const char *path, mm_timings *timings, mm_error *err);

/* In the canonical order. */
void mm_timings_sort(mm_timings *timings);

#endif
