/* paths.json: which routine of which library each expression of each front end reached, as traced, and what
 * the same product took in each (schema/paths.schema.json, "gemmlab-paths/1"). */
#ifndef MM_PATH_MAP_H
#define MM_PATH_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "record/timings.h"

#define MM_PATHS_SCHEMA "gemmlab-paths/1"

typedef struct mm_path_frontend {
    char name[16];         /* "numpy" */
    char title[32];        /* "NumPy" */
    char version[32];      /* "" (null) where it did not run */
    char language[48];     /* "Python 3.11.2"; "" (null) where the front end is the language */
    char interpreter[256]; /* the program, as found; "" (null) where none was */
    char product[96];      /* the statement of the exercise */
    char batch[96];        /* and of a stack of products; "" (null) where it has none */
    char reason[256];      /* why it did not run; "" (null) where it did */
} mm_path_frontend;

enum { MM_PATH_NONE = -1 }; /* an extent that the routine does not have */

/* Calls of one routine with the same shape and flags, by the front end itself: those that a routine makes
 * inside are not counted. */
typedef struct mm_path_call {
    char routine[32];               /* "dgemm" */
    char symbol[64];                /* as called: "cblas_dgemm", "scipy_dgemm_64_" */
    char order[8];                  /* "row", "column"; "" (null) */
    int64_t m, n, k, batch;         /* MM_PATH_NONE: null */
    char trans_a[2], trans_b[2];    /* "" (null) */
    int64_t calls;                  /* above 0 */
    char library[512];              /* the file that served them */
    char provider[32], version[64]; /* "openblas", "0.3.21"; version "" (null) */
    char kernel[64];                /* "" (null) for kernel_reason */
    char kernel_reason[256];
} mm_path_call;

typedef struct mm_path_row {
    char frontend[16], version[32]; /* of the front end */
    char id[32];
    char expression[160];
    char expected[64];   /* routines with a space between, sorted; "none": no BLAS */
    char reason[256];    /* why it could not be observed; "" (null) where it was */
    mm_path_call *calls; /* owned; none: no BLAS */
    int call_count;
} mm_path_row;

/* A time of the exercise. */
typedef struct mm_path_timing {
    char frontend[16], version[32]; /* "c" and "": a call from C, without a front end */
    char what[16];                  /* "product"; a thousand of 64 x 64: "loop", or "batch" in one call */
    mm_timing time;                 /* call, size, flop, seconds and reason are kept */
    char routine[32];               /* "" (null): no BLAS, or not observed */
    char library[512], provider[32], kernel[64]; /* "" (null) */
    double overhead_s;                           /* beyond the bare call of that library; NAN: null */
    char overhead_reason[256];
    bool verified, verified_ok; /* against our own product in double */
    double max_error, error_bound;
} mm_path_timing;

typedef struct mm_path_map {
    mm_path_frontend *frontends;
    int frontend_count;
    mm_path_row *rows; /* in the order of the front ends and their tables */
    int row_count;
    bool has_exercise;
    mm_path_timing *timings; /* ascending in size */
    int timing_count;
} mm_path_map;

void mm_path_map_free(mm_path_map *map);

/* Append a copy; what it points to passes into the map's ownership. NULL where memory ran out. The pointers
 * hold until the next call of the same function. */
mm_path_frontend *mm_path_map_add_frontend(mm_path_map *map, const mm_path_frontend *frontend);
mm_path_row *mm_path_map_add_row(mm_path_map *map, const mm_path_row *row);
mm_path_call *mm_path_row_add_call(mm_path_row *row, const mm_path_call *call);
mm_path_timing *mm_path_map_add_timing(mm_path_map *map, const mm_path_timing *timing);

/* The routines that were observed, sorted, each once, with a space between; "none" where there was no call.
 */
enum { MM_PATH_FOUND_SIZE = 256 };
void mm_path_row_found(const mm_path_row *row, char found[MM_PATH_FOUND_SIZE]);
bool mm_path_row_is_as_expected(const mm_path_row *row); /* false where it was not observed */

/* The first with these keys, or NULL. A timing is only found if it has a time. */
const mm_path_frontend *mm_path_map_frontend(const mm_path_map *map, const char *name, const char *version);
const mm_path_row *mm_path_map_row(const mm_path_map *map, const char *frontend, const char *version,
                                   const char *id);
const mm_path_timing *mm_path_map_timing(const mm_path_map *map, const char *frontend, const char *version,
                                         const char *what, int64_t size);

mm_status mm_path_map_to_text(const mm_path_map *map, char **text, mm_error *err);

/* Overwrites *map, which is left empty on failure. Errors as mm_results_read. */
mm_status mm_path_map_read(const char *path, mm_path_map *map, mm_error *err);

#endif
