/* manifest.json: what a reader needs to judge and to repeat a run (schema/manifest.schema.json,
 * "gemmlab-manifest/1"). */
#ifndef MM_MANIFEST_H
#define MM_MANIFEST_H

#include <stdbool.h>
#include <time.h>

#include "blas/blas.h"
#include "core/random.h"
#include "measure/cpu.h"
#include "measure/environment.h"
#include "record/providers.h"

typedef struct mm_manifest {
    char **command_line; /* borrowed, NULL-terminated */
    mm_uint128 seed;
    int threads;                /* asked for */
    char octave_version[32];    /* "" (null) outside Octave */
    char gnuplot_version[32];   /* "" (null) where the run drew no plot */
    struct timespec start, end; /* CLOCK_REALTIME; written as ISO 8601 in UTC, in seconds */
    bool interrupted;           /* the run was stopped before its end */
    mm_cpu cpu;
    mm_environment environment;
    mm_counters before, after;
    mm_blas blas;
    const mm_providers *providers; /* libraries that were timed in processes of their own; borrowed, NULL: none */
} mm_manifest;

/* Reads the machine: cpu, environment, blas, counters before, start time. Fill in the versions afterwards. */
void mm_manifest_begin(mm_manifest *manifest, char **command_line, mm_uint128 seed, int threads);
/* Counters after, end time, and the library as it is now. */
void mm_manifest_end(mm_manifest *manifest);

/* Canonical text, as in results.h. results_sha256 is of results.json's bytes. Free *text with free (). */
mm_status mm_manifest_to_text(const mm_manifest *manifest, const char *results_sha256, char **text,
                              mm_error *err);

/* Writes DIR/results.json, then DIR/manifest.json with its sha256 and, under "sha256", those of all data
 * files in DIR. DIR is made if it is missing. */
struct mm_results;
mm_status mm_record_write(const char *dir, const struct mm_results *results, const mm_manifest *manifest,
                          mm_error *err);

/* The same for any data: writes DIR/NAME, then DIR/manifest.json. */
mm_status mm_record_write_text(const char *dir, const char *name, const char *data,
                               const mm_manifest *manifest, mm_error *err);

/* For a data file that was written beside those: brings the list "sha256" of DIR/manifest.json up to date.
 * Does nothing where there is no manifest. */
mm_status mm_manifest_list_files(const char *dir, mm_error *err);

#endif
