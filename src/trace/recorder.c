/* Threads and calls. */
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "trace/recorder_private.h"

static __thread mm_trace_thread *own __attribute__((tls_model("initial-exec")));
pthread_mutex_t mm_trace_lock = PTHREAD_MUTEX_INITIALIZER;
mm_trace_resolver *mm_trace_resolve;
static pthread_key_t thread_key;
static mm_trace_thread *free_threads;
static char folder_copy[4096]; /* a program may overwrite its environment */
static const char *record_folder;
static atomic_bool is_recording;

uint64_t mm_trace_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

mm_trace_thread *mm_trace_own(void)
{
    return own;
}

/* --- Threads. One that ends leaves its memory and its table to the next. */

static void thread_ends(void *thread)
{
    own = NULL;
    pthread_mutex_lock(&mm_trace_lock);
    ((mm_trace_thread *)thread)->next_free = free_threads;
    free_threads = thread;
    pthread_mutex_unlock(&mm_trace_lock);
}

static mm_trace_thread *take_free_thread(void)
{
    pthread_mutex_lock(&mm_trace_lock);
    mm_trace_thread *thread = free_threads;
    if (thread)
        free_threads = thread->next_free;
    pthread_mutex_unlock(&mm_trace_lock);
    return thread;
}

static mm_trace_thread *begin_thread(void)
{
    mm_trace_thread *thread = take_free_thread();
    if (!thread) {
        thread = mmap(NULL, sizeof *thread, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (thread == MAP_FAILED)
            return NULL;
    }
    thread->depth = 0;
    thread->id = (uint32_t)syscall(SYS_gettid);
    own = thread;
    pthread_setspecific(thread_key, thread);
    return thread;
}

/* A call that is not recorded. */
static void pass_on(mm_trace_call *call, const mm_trace_slot *slot, const void *site)
{
    call->thread = NULL;
    call->real = slot->real ? slot->real : mm_trace_resolve(slot->symbol, site);
    call->key.integer_bits = 32;
    call->is_hidden = false;
}

void mm_trace_bind(mm_trace_call *call, mm_trace_slot *slot, const void *site)
{
    mm_trace_thread *thread = own;
    const mm_trace_site *entry = NULL;
    if (atomic_load_explicit(&is_recording, memory_order_relaxed) && (thread || (thread = begin_thread())) &&
        !thread->is_busy)
        entry = mm_trace_find_site(thread, slot, site);
    if (!entry) {
        pass_on(call, slot, site);
        return;
    }
    call->key = (mm_trace_key){.symbol = slot->symbol,
                               .caller = entry->caller,
                               .library = entry->library,
                               .integer_bits = entry->integer_bits,
                               .m = MM_TRACE_NONE,
                               .n = MM_TRACE_NONE,
                               .k = MM_TRACE_NONE,
                               .batch = MM_TRACE_NONE};
    call->real = entry->real;
    call->is_hidden = entry->is_hidden;
    call->thread = thread;
    call->flops = 0;
}

/* --- Calls. */

/* A call that was left by longjmp never ended: its frame lies below the new one's, where the stack has been
 * given up. It is not noticed by calls from deeper places, which count as nested in it until then; times are
 * right all the same. (Exceptions of C++, as Octave's errors are, end a call as a return does.) */
void mm_trace_start(mm_trace_call *call)
{
    mm_trace_thread *thread = call->thread;
    if (!thread)
        return;
    while (thread->depth > 0 && thread->frames[thread->depth - 1].call <= call)
        thread->depth--;
    call->depth = thread->depth;
    if (thread->depth < MM_TRACE_DEPTH_MAX)
        thread->frames[thread->depth++] = (mm_trace_frame){call, 0};
    call->excused_ns = thread->excused_ns;
    call->start = mm_trace_now_ns();
}

void mm_trace_end(mm_trace_call *call)
{
    mm_trace_thread *thread = call->thread;
    if (!thread)
        return;
    uint64_t end = mm_trace_now_ns(), inside = 0;
    uint64_t spent = end - call->start - (thread->excused_ns - call->excused_ns);
    if (call->depth < MM_TRACE_DEPTH_MAX) {
        inside = thread->frames[call->depth].inside_ns;
        thread->depth = call->depth;
    }
    if (call->depth > 0)
        thread->frames[call->depth - 1].inside_ns += spent;
    if (!mm_trace_store)
        return; /* closed meanwhile */
    mm_trace_row *row = mm_trace_row_of(thread, &call->key);
    if (!row) {
        __atomic_fetch_add(&mm_trace_store->lost_calls, 1, __ATOMIC_RELAXED);
        return;
    }
    row->nested += call->depth > 0;
    row->ns += spent;
    row->exclusive_ns += spent > inside ? spent - inside : 0;
    row->flops += call->flops;
    atomic_signal_fence(memory_order_release);
    row->calls++;
    mm_trace_add_event(call, spent, row);
}

/* --- Start, pause, fork. */

bool mm_trace_open_record(void)
{
    if (!mm_trace_store && !mm_trace_store_open(record_folder))
        atomic_store(&is_recording, false);
    return mm_trace_store != NULL;
}

static void before_fork(void)
{
    pthread_mutex_lock(&mm_trace_lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&mm_trace_lock);
}

/* The child records into a file of its own. Only the thread that forked goes on in it. */
static void in_child(void)
{
    pthread_mutex_unlock(&mm_trace_lock);
    free_threads = NULL;
    if (own)
        own->table = 0;
    mm_trace_forget_sites(); /* places in the parent's record */
    mm_trace_store_forget();
}

bool mm_trace_begin(const char *folder, int timeline, mm_trace_resolver *resolver)
{
    mm_trace_resolve = resolver;
    if (folder && strlen(folder) >= sizeof folder_copy)
        return false;
    if (folder)
        record_folder = strcpy(folder_copy, folder);
    mm_trace_set_timeline(timeline);
    if (pthread_key_create(&thread_key, thread_ends) != 0 ||
        pthread_atfork(before_fork, after_fork, in_child) != 0)
        return false;
    atomic_store(&is_recording, true);
    return mm_trace_open_record();
}

void mm_trace_pause(bool is_paused)
{
    atomic_store(&is_recording, !is_paused && mm_trace_store != NULL);
}

const void *mm_trace_memory(size_t *size)
{
    *size = mm_trace_store ? mm_trace_store->used : 0;
    return mm_trace_store;
}
