/* The libraries that a user chose by name or by file, to be timed beside each other. */
#ifndef MM_CHOSEN_H
#define MM_CHOSEN_H

#include "bench/bench.h"
#include "bench/rivals.h"
#include "record/providers.h"

/* Starts and tries those of a list, in its order: "openblas,blis:skx,default,/opt/lib/libx.so". A name is one
 * of blas/provider.h, "default" (what the loader gives to this program), or that of a file that mm_blas_find
 * finds; a kernel family may stand behind it. Each becomes a contender of *rivals whose kernel, where none is
 * asked for, is what the user's environment gives; its label tells it from the others. One that cannot be
 * loaded, crashes, hangs or is wrong is a contender that does not run, and its why says so. End them with
 * mm_rivals_end, also after an error. Errors: badValue (MM_USAGE) for what is no list, stands twice, or a
 * kernel that cannot be asked for; unknownProvider (MM_UNAVAILABLE), which names those found and how to get
 * the one wanted; badBlasPath; MM_INTERRUPTED. */
mm_status mm_chosen_start(const char *list, int threads, const mm_rivals_options *options, mm_rivals *rivals,
                          mm_error *err);

/* For the record: what each is. mm_providers_free, also after an error. */
mm_status mm_chosen_describe(const mm_rivals *rivals, mm_providers *providers, mm_error *err);

/* An entry for each, in their order, behind those of *entries (new or realloc'ed); entries of cli:blas in
 * this process are dropped, as what the method names is now these libraries. They borrow the contenders,
 * which must stay. */
mm_status mm_chosen_entries(mm_rivals *rivals, int threads, mm_entry **entries, int *count, mm_error *err);

#endif
