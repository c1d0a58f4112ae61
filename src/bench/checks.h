/* The lab's sanity checks (L6, L11, L12): each finding in words, with numbers and its fix. */
#ifndef MM_CHECKS_H
#define MM_CHECKS_H

#include "record/manifest.h"
#include "record/results.h"

/* Appends to results->checks every check that the rows allow (a check whose rows are missing is left out). */
void mm_checks_add(mm_results *results, const mm_manifest *manifest);

/* Makes the one check with this id. Returns false where there is none, or where its rows are missing. */
bool mm_check_one(const char *id, const mm_results *results, const mm_manifest *manifest, mm_check *check);

#endif
