/* BLAS libraries on this machine, found by where they use to lie and what they are called; none is opened. */
#ifndef MM_FIND_H
#define MM_FIND_H

#include "core/status.h"

/* How a file was found. */
typedef enum mm_origin {
    MM_ORIGIN_NAMED, /* MM_BLAS_PATH names it, or a folder that it lies below; or the user did, by its path */
    MM_ORIGIN_LDCONFIG,     /* the loader's cache lists it */
    MM_ORIGIN_FOLDER,       /* one of the folders where systems and installers put such libraries */
    MM_ORIGIN_WHEEL,        /* inside a Python package */
    MM_ORIGIN_ALTERNATIVES, /* update-alternatives can select it as libblas.so.3 */
    MM_ORIGIN_LOADER,       /* this program is linked with it */
} mm_origin;
const char *mm_origin_name(mm_origin origin); /* "MM_BLAS_PATH", "ldconfig", ... */

typedef struct mm_paths {
    char **paths; /* with links resolved, each once, in the order found */
    mm_origin *origins;
    int count;
} mm_paths;

/* First what MM_BLAS_PATH names: files, or folders with all below them, separated by colons (a Python virtual
 * environment is such a folder); then the others, in the order of mm_origin. Files for another kind of CPU
 * are passed over. Errors: badBlasPath (MM_USAGE) where an entry does not exist. Free with mm_paths_free,
 * also after an error. */
mm_status mm_blas_find(mm_paths *found, mm_error *err);

/* Adds one more file, unless it is there. */
mm_status mm_paths_add(mm_paths *paths, const char *path, mm_origin origin, mm_error *err);
void mm_paths_free(mm_paths *paths);

/* The paths in what `ldconfig -p` prints ("\tNAME (libc6,x86-64) => PATH" lines) whose names are those of a
 * BLAS. */
mm_status mm_paths_add_ldconfig(mm_paths *paths, const char *text, mm_error *err);

/* The libraries of the wheels in a site-packages folder. */
mm_status mm_paths_add_wheels(mm_paths *paths, const char *site_packages, mm_error *err);

#endif
