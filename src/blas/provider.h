/* The BLAS libraries that are known by name: what their files are called, and how to get them. */
#ifndef MM_PROVIDER_H
#define MM_PROVIDER_H

#include <stdbool.h>
#include <stddef.h>

enum { MM_PROVIDER_FILES_MAX = 8 };

typedef struct mm_provider_kind {
    const char *name;  /* as mm_blas.provider has it: "openblas" */
    const char *alias; /* another name that users give it; NULL for none */
    const char *title; /* for people: "OpenBLAS" */
    const char *get;   /* how to install it: "apt install libopenblas0-pthread"; NULL: not for this system */
    const char *files[MM_PROVIDER_FILES_MAX]; /* names of the files that serve gemm (fnmatch), up to NULL */
} mm_provider_kind;

extern const mm_provider_kind mm_provider_kinds[];
extern const int mm_provider_kind_count;

/* By name or alias, in any case; NULL where it is not known. */
const mm_provider_kind *mm_provider_named(const char *name);

/* The one whose files are called so, judged by the end of the path; NULL: not known. A guess, which only
 * opening the library can confirm. */
const mm_provider_kind *mm_provider_of_file(const char *path);

#endif
