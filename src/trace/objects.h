/* Which file code belongs to, and what kind of BLAS a file is. Asks the dynamic loader: call it without a
 * lock held. */
#ifndef MM_TRACE_OBJECTS_H
#define MM_TRACE_OBJECTS_H

#include <limits.h>
#include <stdbool.h>

#include "trace/recorder.h"

typedef struct mm_trace_file {
    char path[PATH_MAX]; /* links resolved; "" for code in no file */
    void *handle;        /* for dlsym; NULL where the code is in no file */
} mm_trace_file;

/* The path of a file as the loader names it: links resolved; "" is the program's own. */
void mm_trace_resolve_links(const char *name, char path[PATH_MAX]);

/* Free with mm_trace_file_close. */
void mm_trace_file_of(const void *address, mm_trace_file *file);
void mm_trace_file_close(mm_trace_file *file);

/* Describes the file that serves `symbol` with `real`: who it is, and the width of its integers, probed where
 * it can be. */
void mm_trace_describe(const mm_trace_file *file, int symbol, mm_trace_function *real,
                       mm_trace_library *library);

/* Does a function that returns a complex number take the place of the result as a hidden first argument?
 * Called with a result of zero bytes: as the length of vectors, that is a vector of none. (So does
 * libblastrampoline.) */
bool mm_trace_probe_hidden(mm_trace_function *real);

#endif
