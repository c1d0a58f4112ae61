/* The record of one process: a file that it maps and writes as it goes, so that nothing is lost however it
 * ends, and that mmcli reads afterwards. All places are offsets in bytes from the start; 0: none.
 * Little-endian, one machine. */
#ifndef MM_TRACE_LAYOUT_H
#define MM_TRACE_LAYOUT_H

#include <stdint.h>

#define MM_TRACE_MAGIC "mmtrace1"
#define MM_TRACE_SUFFIX ".trace"

enum {
    MM_TRACE_SIZE_MAX = 64 << 20, /* of a record: mapped at once, the file grows as it is used */
    MM_TRACE_OBJECTS_MAX = 1024,
    MM_TRACE_LOADED_MAX = 16,
    MM_TRACE_TABLE_FIRST = 64, /* rows of a thread's first table; each next has four times as many */
    MM_TRACE_TABLE_HEAD = 64,  /* bytes before its first row */
};

#define MM_TRACE_NONE INT64_MIN /* an extent that the routine does not have */

/* What a row stands for. Characters are the caller's, upper case, '\0' where there is none. */
typedef struct mm_trace_key {
    uint16_t symbol, caller, library; /* the two are places in objects; caller 0: in no file */
    uint8_t integer_bits;
    char order, trans_a, trans_b, side, uplo, diag; /* order: R or C */
    char unused[3];
    int64_t m, n, k, batch;
} mm_trace_key;

typedef struct mm_trace_row {
    mm_trace_key key;
    uint64_t calls; /* 0: the row is free */
    uint64_t nested;
    uint64_t ns, exclusive_ns;
    double flops; /* as in mm_trace_call */
    uint64_t unused;
} mm_trace_row;

/* Of one thread at a time; a thread that ends leaves its table to the next one. Rows follow. */
typedef struct mm_trace_table {
    uint32_t next;      /* another thread's */
    uint32_t successor; /* the larger table that has taken all rows over */
    uint32_t capacity;  /* a power of two */
    uint32_t count;
} mm_trace_table;

/* A file of the process; about: an mm_trace_library where it serves calls. */
typedef struct mm_trace_object {
    uint32_t path; /* a text */
    uint32_t about;
} mm_trace_object;

typedef struct mm_trace_library {
    char provider[32], version[64], kernel[64]; /* as in mm_blas */
    int32_t threads;                            /* 0: unknown */
    int32_t integer_bits;
} mm_trace_library;

/* One call of a timeline. The row's table may have a successor: the key stays there all the same. */
typedef struct mm_trace_event {
    uint64_t start_ns, duration_ns; /* start: CLOCK_MONOTONIC */
    uint32_t row, thread;
} mm_trace_event;

typedef struct mm_trace_header {
    char magic[8];
    uint32_t symbol_count; /* of the tracer's table: mmcli's must be the same */
    int32_t pid, parent_pid;
    uint32_t used;       /* bytes of the record */
    uint64_t lost_calls; /* where the record was full */
    uint32_t unbound;    /* look-ups of functions that no wrapper was left for */
    uint32_t first_table;
    uint32_t object_count; /* with the unused first */
    uint32_t timeline, timeline_capacity;
    uint32_t ended;                           /* 1: by a return from main or exit () */
    uint32_t loaded[MM_TRACE_LOADED_MAX];     /* texts: paths of libraries that multiply matrices */
    uint32_t loaded_for[MM_TRACE_LOADED_MAX]; /* texts: of those, which needs it, or 0 */
    uint64_t timeline_next;                   /* events so far; the ring keeps the last */
    char program[1024];
    mm_trace_object objects[MM_TRACE_OBJECTS_MAX];
} mm_trace_header;

#endif
