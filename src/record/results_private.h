/* What results.c, results_json.c and results_read.c share. */
#ifndef MM_RESULTS_PRIVATE_H
#define MM_RESULTS_PRIVATE_H

#include "record/results.h"

#define MM_RESULTS_SCHEMA "gemmlab-results/1"

void mm_rows_sort(mm_row *rows, int count);

#endif
