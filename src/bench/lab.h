/* The lab's second folder: the roofline experiment, from the same run. */
#ifndef MM_LAB_H
#define MM_LAB_H

#include "record/manifest.h"
#include "record/results.h"

/* Writes DIR/results.json and DIR/manifest.json with the run's roofline and its single-thread rows at the
 * largest size, which stand on it as points. Does nothing where there is no roofline. */
mm_status mm_lab_write_roofline(const char *dir, const mm_results *results, const mm_manifest *manifest,
                                mm_error *err);

#endif
