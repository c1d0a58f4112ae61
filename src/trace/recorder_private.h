/* What the parts of the recorder share: recorder.c (threads and calls), sites.c (who calls what), tables.c
 * (rows). */
#ifndef MM_TRACE_RECORDER_PRIVATE_H
#define MM_TRACE_RECORDER_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "trace/recorder.h"
#include "trace/store.h"

enum { MM_TRACE_SITES = 512, MM_TRACE_DEPTH_MAX = 16 };

/* A call site that was seen: what its calls through this slot are. */
typedef struct mm_trace_site {
    const void *site;
    const mm_trace_slot *slot;
    mm_trace_function *real;
    uint16_t caller, library;
    uint8_t integer_bits;
    bool is_hidden;
} mm_trace_site;

/* An unfinished call: where it lies on the stack, and the time of the calls inside. */
typedef struct mm_trace_frame {
    const mm_trace_call *call;
    uint64_t inside_ns;
} mm_trace_frame;

struct mm_trace_thread {
    mm_trace_thread *next_free;
    uint32_t table; /* 0: none yet */
    uint32_t id;
    unsigned generation;
    int depth;
    uint64_t excused_ns; /* spent on asking the loader: no call's time */
    bool is_busy;        /* asking the loader: what it calls is not recorded */
    mm_trace_frame frames[MM_TRACE_DEPTH_MAX];
    mm_trace_site sites[MM_TRACE_SITES];
};

/* Of all that threads share; never held while the dynamic loader is asked. */
extern pthread_mutex_t mm_trace_lock;

extern mm_trace_resolver *mm_trace_resolve;

uint64_t mm_trace_now_ns(void);

/* The thread's own state, or NULL before its first call. */
mm_trace_thread *mm_trace_own(void);

/* Opens the record in the folder that was named at the start, if it is not open. With the lock held. */
bool mm_trace_open_record(void);

/* What is known of the calls of this site through this slot; NULL where there is no record. */
const mm_trace_site *mm_trace_find_site(mm_trace_thread *thread, const mm_trace_slot *slot, const void *site);

/* The thread's row of this key, made where it is new; NULL where the record is full. The caller adds to it,
 * to `calls` last: a row without calls is free. */
mm_trace_row *mm_trace_row_of(mm_trace_thread *thread, const mm_trace_key *key);

/* Adds the call to the timeline, if there is one; calls: at most how many it keeps, 0 none. */
void mm_trace_set_timeline(int calls);
void mm_trace_add_event(const mm_trace_call *call, uint64_t duration_ns, const mm_trace_row *row);

#endif
