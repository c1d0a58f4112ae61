/* The table of a contest, for people. */
#ifndef MM_CONTEST_TABLE_H
#define MM_CONTEST_TABLE_H

#include <stdio.h>

#include "record/results.h"

/* A row for each product of ours: its rate, its share of the peak, its ratio to the fastest other and who
 * that was, then its ratio to each rival. A bar that is missed is marked. After the rows, the geometric mean
 * of the square ones. */
void mm_contest_print(FILE *out, const mm_results *results, mm_dtype dtype);

#endif
