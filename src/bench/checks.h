/* The lab's sanity checks (L6, L11, L12): each finding in words, with numbers and its fix. */
#ifndef MM_CHECKS_H
#define MM_CHECKS_H

#include "record/manifest.h"
#include "record/results.h"

/* Appends to results->checks every check that the rows allow (a check whose rows are missing is left out). */
void mm_checks_add(mm_results *results, const mm_manifest *manifest);

#endif
