/* Which methods a benchmark times: from a list of names, or the lab's. */
#ifndef MM_ENTRIES_H
#define MM_ENTRIES_H

#include "bench/bench.h"

/* Reads "naive,octave:mtimes,...": names without a front end are of the given one. *entries is a new array:
 * free (). Errors: unknownMethod, and badValue where a method stands twice. */
mm_status mm_entries_parse(const char *names, const char *frontend, int threads, mm_entry **entries,
                           int *count, mm_error *err);

/* The lab's rows: every method marked so in the table, in one thread; and BLAS with all threads at the
 * largest size where this process may run on more than one CPU. */
mm_status mm_entries_lab(mm_entry **entries, int *count, mm_error *err);

/* The ladder's rungs, from the bottom up: of one front end, or with NULL all of them. */
mm_status mm_entries_ladder(const char *only_frontend, mm_entry **entries, int *count, mm_error *err);

#endif
