/* The recording core, in the traced process. A generated wrapper (wrappers.c) does, for each call:
 *
 *     MM_TRACE_CALL call;
 *     mm_trace_bind(&call, slot, site);        which function, of which library, called from which file
 *     call.key.m = mm_trace_integer(&call, m); shape and flags
 *     mm_trace_start(&call);                   the clock starts
 *     function(...);
 *                                              the clock stops when `call` goes out of scope, also where a
 * C++ exception unwinds through it
 *
 * Who links this decides how a function is found and when (mm_trace_begin): libmmtrace.so under LD_PRELOAD,
 * or a module that rebinds symbols itself. Nothing here takes a lock once a call site is known, and no lock
 * is held while the dynamic loader is asked: the loader runs constructors with its own lock held, and they
 * may call BLAS. */
#ifndef MM_TRACE_RECORDER_H
#define MM_TRACE_RECORDER_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/layout.h"
#include "trace/symbols.h"

typedef void mm_trace_function(void);
typedef float _Complex mm_complex32;
typedef double _Complex mm_complex64;

/* What a wrapper stands for. The slots of named wrappers (mm_trace_named) have real NULL: the function is
 * found for each call site. A bound slot (mm_trace_bind_slot) holds its function. */
typedef struct mm_trace_slot {
    mm_trace_function *real;
    uint16_t symbol;
} mm_trace_slot;

typedef struct mm_trace_thread mm_trace_thread;

typedef struct mm_trace_call {
    mm_trace_key key;
    mm_trace_function *real;
    mm_trace_thread *thread; /* NULL: not recorded */
    uint64_t start,
        excused_ns; /* the clock, and the thread's time for the tracer's own questions, at the start */
    double flops;   /* of a batch; else 0, and worked out from the key by who reads it */
    int depth;
    bool is_hidden;
} mm_trace_call;

/* --- For whoever links the recorder. */

/* How a named wrapper finds its function, called the first time that a site calls it: the function that
 * `symbol` would be bound to in the code at site, were there no tracer. It does not return NULL. */
typedef mm_trace_function *mm_trace_resolver(int symbol, const void *site);

/* Starts to record into a new file in the folder; NULL: into memory (mm_trace_memory). timeline: the calls
 * whose start and duration are kept one by one (0: none). A failure leaves the calls unrecorded. */
bool mm_trace_begin(const char *folder, int timeline, mm_trace_resolver *resolver);

/* The record in memory, laid out as a file is; *size its bytes in use. */
const void *mm_trace_memory(size_t *size);

/* While paused, calls are passed on unrecorded. */
void mm_trace_pause(bool is_paused);

/* Begins the record anew, without any call. Not while another thread is in a recorded call. */
void mm_trace_clear(void);

/* Forgets which function belongs to which call site: to be called when a library was unloaded. */
void mm_trace_forget_sites(void);

/* Notes a file that multiplies matrices and is loaded, once, and another such that needs it ("": none); then
 * that the process ends in good order. In a forked child without a record, the first opens one. */
void mm_trace_note_loaded(const char *path, const char *needed_by);
void mm_trace_note_end(void);

/* A wrapper of the symbol that calls `real`; always the same for the same two. NULL where none is left. */
mm_trace_function *mm_trace_bind_slot(int symbol, mm_trace_function *real);

/* --- For the generated wrappers. */

#define MM_TRACE_EXPORT __attribute__((visibility("default")))
#define MM_TRACE_BODY static __attribute__((noinline))
#define MM_TRACE_CALL mm_trace_call __attribute__((cleanup(mm_trace_end)))

enum { MM_TRACE_BOUND = 4 }; /* functions that can be bound to one routine and interface */

extern mm_trace_slot mm_trace_named[];
extern mm_trace_slot mm_trace_bound[][MM_TRACE_BOUND];
extern mm_trace_function *const mm_trace_bound_functions[][MM_TRACE_BOUND];

void mm_trace_bind(mm_trace_call *call, mm_trace_slot *slot, const void *site);
void mm_trace_start(mm_trace_call *call);
void mm_trace_end(mm_trace_call *call);

/* gemm_batch: arrays of transposes (two), of m, n, k, and of the groups' sizes. */
void mm_trace_batch(mm_trace_call *call, int64_t group_count, const void *const arrays[6]);

/* An integer argument by value: of a library with 32-bit integers, the lower half is defined. */
static inline int64_t mm_trace_value(const mm_trace_call *call, int64_t value)
{
    return call->key.integer_bits == 64 ? value : (int32_t)value;
}

static inline int64_t mm_trace_integer(const mm_trace_call *call, const void *address)
{
    return call->key.integer_bits == 64 ? *(const int64_t *)address : *(const int32_t *)address;
}

static inline char mm_trace_letter(const void *address)
{
    return (char)(*(const char *)address & 0xdf); /* upper case */
}

/* The enumerations of cblas.h: CblasRowMajor = 101 and so on. */
static inline char mm_trace_enum(int value)
{
    static const char letters[] = "RC........NTCR......UL........NU........LR";
    return value >= 101 && value < 101 + (int)sizeof letters - 1 ? letters[value - 101] : '?';
}

static inline void mm_trace_workspace(mm_trace_call *call, const void *size)
{
    if (mm_trace_integer(call, size) == -1)
        call->thread = NULL; /* a question, not a computation */
}

static inline bool mm_trace_returns_hidden(const mm_trace_call *call)
{
    return call->is_hidden;
}

#endif
