/* An experiment's folder: manifest.json and results.json, roofline.json or timings.json in; README.md out. */
#ifndef MM_EXPERIMENT_H
#define MM_EXPERIMENT_H

#include "report/language.h"

typedef enum mm_experiment {
    MM_EXPERIMENT_OF_DATA = -1, /* whichever the folder's data are of */
    MM_EXPERIMENT_LAB,
    MM_EXPERIMENT_ROOFLINE,
    MM_EXPERIMENT_BLOCKING,
    MM_EXPERIMENT_EMBEDDING,
    MM_EXPERIMENT_OVERHEAD,
    MM_EXPERIMENT_PATHS,
    MM_EXPERIMENT_COUNT
} mm_experiment;

/* "lab", "roofline", "blocking", "embedding", "overhead", "paths". Error: badValue, listing them. */
mm_status mm_experiment_parse(const char *name, mm_experiment *experiment, mm_error *err);

/* Reads DIR's data and writes DIR/README.md. Errors, before anything is written: MM_IO, naming the file;
 * MM_USAGE "wrongExperiment" where the data are of another experiment than the one that is given. */
mm_status mm_experiment_report(const char *dir, mm_experiment experiment, const mm_language *language,
                               mm_error *err);

#endif
