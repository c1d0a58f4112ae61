/* BLAS libraries on this machine, found by where they use to lie and what they are called; none is opened. */
#ifndef MM_FIND_H
#define MM_FIND_H

#include "core/status.h"

typedef struct mm_paths {
    char **paths; /* with links resolved, each once, in the order found */
    int count;
} mm_paths;

/* First what MM_BLAS_PATH names: files, or folders with all below them, separated by colons (a Python virtual
 * environment is such a folder); then the system's own folders. Errors: badBlasPath (MM_USAGE) where an entry
 * does not exist. Free with mm_paths_free, also after an error. */
mm_status mm_blas_find(mm_paths *found, mm_error *err);
void mm_paths_free(mm_paths *paths);

#endif
