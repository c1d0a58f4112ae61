#include "trace/recorder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "trace/objects.h"
#include "trace/store.h"

enum { SITES = 512, DEPTH_MAX = 16 };

/* A call site that was seen: what its calls through this slot are. */
typedef struct site_entry {
    const void *site;
    const mm_trace_slot *slot;
    mm_trace_function *real;
    uint16_t caller, library;
    uint8_t integer_bits;
    bool is_hidden;
} site_entry;

/* An unfinished call: where it lies on the stack, and the time of the calls inside. */
typedef struct frame {
    const mm_trace_call *call;
    uint64_t inside_ns;
} frame;

struct mm_trace_thread {
    mm_trace_thread *next_free;
    uint32_t table; /* 0: none yet */
    uint32_t id;
    unsigned generation;
    int depth;
    uint64_t excused_ns; /* spent on asking the loader: no call's time */
    bool is_busy;        /* asking the loader: what it calls is not recorded */
    frame frames[DEPTH_MAX];
    site_entry sites[SITES];
};

static __thread mm_trace_thread *own __attribute__((tls_model("initial-exec")));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t thread_key;
static mm_trace_thread *free_threads;
static mm_trace_resolver *resolve_function;
static const char *record_folder;
static int timeline_capacity;
static atomic_uint generation = 1;
static atomic_bool is_recording;

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* --- Threads. One that ends leaves its memory and its table to the next. */

static void thread_ends(void *thread)
{
    own = NULL;
    pthread_mutex_lock(&lock);
    ((mm_trace_thread *)thread)->next_free = free_threads;
    free_threads = thread;
    pthread_mutex_unlock(&lock);
}

static mm_trace_thread *take_free_thread(void)
{
    pthread_mutex_lock(&lock);
    mm_trace_thread *thread = free_threads;
    if (thread)
        free_threads = thread->next_free;
    pthread_mutex_unlock(&lock);
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

/* --- Tables. */

static uint64_t hash(const mm_trace_key *key)
{
    uint64_t words[sizeof *key / 8], sum = 0;
    memcpy(words, key, sizeof words);
    for (size_t i = 0; i < sizeof *key / 8; i++)
        sum = (sum ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
    return sum ^ (sum >> 32);
}

static mm_trace_row *rows_of(mm_trace_table *table)
{
    return (mm_trace_row *)((char *)table + MM_TRACE_TABLE_HEAD);
}

/* The row of the key, or the free one where it belongs. A table is never full. */
static mm_trace_row *find_row(mm_trace_table *table, const mm_trace_key *key)
{
    mm_trace_row *rows = rows_of(table);
    uint32_t mask = table->capacity - 1;
    for (uint32_t at = (uint32_t)hash(key) & mask;; at = (at + 1) & mask)
        if (rows[at].calls == 0 || memcmp(&rows[at].key, key, sizeof *key) == 0)
            return &rows[at];
}

static uint32_t new_table(uint32_t capacity)
{
    uint32_t offset = mm_trace_store_take(MM_TRACE_TABLE_HEAD + (size_t)capacity * sizeof(mm_trace_row));
    if (offset)
        ((mm_trace_table *)mm_trace_at(offset))->capacity = capacity;
    return offset;
}

/* Moves all rows into a larger table. A reader follows `successor`, which is set last: it never sees a row
 * twice. */
static bool enlarge(mm_trace_thread *thread)
{
    mm_trace_table *old = mm_trace_at(thread->table), *larger;
    pthread_mutex_lock(&lock);
    uint32_t offset = new_table(old->capacity * 4);
    pthread_mutex_unlock(&lock);
    if (!offset)
        return false;
    larger = mm_trace_at(offset);
    for (uint32_t i = 0; i < old->capacity; i++)
        if (rows_of(old)[i].calls > 0)
            *find_row(larger, &rows_of(old)[i].key) = rows_of(old)[i];
    larger->count = old->count;
    atomic_signal_fence(memory_order_release);
    old->successor = offset;
    thread->table = offset;
    return true;
}

/* At the first call: most processes make none. With the lock held. */
static void open_timeline(void)
{
    uint32_t offset = mm_trace_store_take((size_t)timeline_capacity * sizeof(mm_trace_event));
    mm_trace_store->timeline_capacity = (uint32_t)timeline_capacity;
    mm_trace_store->timeline = offset;
}

static bool begin_table(mm_trace_thread *thread)
{
    pthread_mutex_lock(&lock);
    if (timeline_capacity > 0 && !mm_trace_store->timeline)
        open_timeline();
    uint32_t offset = new_table(MM_TRACE_TABLE_FIRST);
    if (offset) {
        ((mm_trace_table *)mm_trace_at(offset))->next = mm_trace_store->first_table;
        atomic_signal_fence(memory_order_release);
        mm_trace_store->first_table = offset;
    }
    pthread_mutex_unlock(&lock);
    thread->table = offset;
    return offset != 0;
}

static mm_trace_row *count(mm_trace_thread *thread, const mm_trace_key *key)
{
    if (!thread->table && !begin_table(thread))
        return NULL;
    mm_trace_table *table = mm_trace_at(thread->table);
    mm_trace_row *row = find_row(table, key);
    if (row->calls > 0)
        return row;
    if ((table->count + 1) * 4 > table->capacity * 3) {
        if (!enlarge(thread))
            return NULL;
        table = mm_trace_at(thread->table);
        row = find_row(table, key);
    }
    table->count++;
    row->key = *key;
    return row;
}

/* --- Files of the process. */

static uint32_t add_text(const char *text)
{
    uint32_t offset = mm_trace_store_take(strlen(text) + 1);
    if (offset)
        strcpy(mm_trace_at(offset), text);
    return offset;
}

/* The place of the file among the record's objects, made where it is new; 0 for no file. With the lock held.
 */
static uint16_t object_of(const char *path)
{
    mm_trace_header *store = mm_trace_store;
    if (!*path)
        return 0;
    for (uint32_t i = 1; i < store->object_count; i++)
        if (strcmp(mm_trace_at(store->objects[i].path), path) == 0)
            return (uint16_t)i;
    uint32_t text = store->object_count < MM_TRACE_OBJECTS_MAX ? add_text(path) : 0;
    if (!text)
        return 0;
    store->objects[store->object_count].path = text;
    return (uint16_t)store->object_count++;
}

/* --- Call sites. */

static bool open_record(void)
{
    return mm_trace_store_open(record_folder);
}

static mm_trace_library *library_at(uint16_t object)
{
    uint32_t about = mm_trace_store->objects[object].about;
    return about ? mm_trace_at(about) : NULL;
}

static void fill_entry(site_entry *entry, const mm_trace_file *caller, const mm_trace_file *server)
{
    mm_trace_library about;
    pthread_mutex_lock(&lock);
    entry->caller = object_of(caller->path);
    entry->library = object_of(server->path);
    mm_trace_library *known = library_at(entry->library);
    pthread_mutex_unlock(&lock);
    if (!known) {
        mm_trace_describe(server, entry->slot->symbol, entry->real, &about);
        pthread_mutex_lock(&lock);
        uint32_t offset = mm_trace_store_take(sizeof about);
        if (offset) {
            memcpy(mm_trace_at(offset), &about, sizeof about);
            mm_trace_store->objects[entry->library].about = offset;
        }
        pthread_mutex_unlock(&lock);
        known = &about;
    }
    entry->integer_bits = (uint8_t)known->integer_bits;
}

/* In a forked child, the record is opened at its first call: most call nothing, or become another program. */
static bool is_open(void)
{
    pthread_mutex_lock(&lock);
    if (!mm_trace_store && !open_record())
        atomic_store(&is_recording, false);
    pthread_mutex_unlock(&lock);
    return mm_trace_store != NULL;
}

static void learn_site(mm_trace_thread *thread, site_entry *entry, const mm_trace_slot *slot,
                       const void *site)
{
    mm_trace_file caller, server;
    uint64_t begin = now_ns();
    thread->is_busy = true;
    *entry =
        (site_entry){.slot = slot, .real = slot->real ? slot->real : resolve_function(slot->symbol, site)};
    void *address;
    memcpy(&address, &entry->real, sizeof address);
    mm_trace_file_of(site, &caller);
    mm_trace_file_of(address, &server);
    fill_entry(entry, &caller, &server);
    mm_trace_file_close(&caller);
    mm_trace_file_close(&server);
    if (mm_trace_routine_at(mm_trace_symbol_at(slot->symbol)->routine)->returns_complex &&
        !mm_trace_symbol_at(slot->symbol)->is_cblas)
        entry->is_hidden = mm_trace_probe_hidden(entry->real);
    entry->site = site; /* from now on it is valid */
    thread->is_busy = false;
    thread->excused_ns += now_ns() - begin;
}

static site_entry *find_site(mm_trace_thread *thread, const mm_trace_slot *slot, const void *site)
{
    unsigned current = atomic_load_explicit(&generation, memory_order_acquire);
    uintptr_t mixed = ((uintptr_t)site ^ ((uintptr_t)slot << 3)) * (uintptr_t)UINT64_C(0x9e3779b97f4a7c15);
    site_entry *entry = &thread->sites[mixed >> 55];
    if (thread->generation != current) {
        memset(thread->sites, 0, sizeof thread->sites);
        thread->generation = current;
    }
    if (entry->site == site && entry->slot == slot)
        return entry;
    if (!is_open())
        return NULL;
    learn_site(thread, entry, slot, site);
    return entry;
}

/* A call that is not recorded. */
static void pass_on(mm_trace_call *call, const mm_trace_slot *slot, const void *site)
{
    call->thread = NULL;
    call->real = slot->real ? slot->real : resolve_function(slot->symbol, site);
    call->key.integer_bits = 32;
    call->is_hidden = false;
}

void mm_trace_bind(mm_trace_call *call, mm_trace_slot *slot, const void *site)
{
    mm_trace_thread *thread = own;
    const site_entry *entry = NULL;
    if (atomic_load_explicit(&is_recording, memory_order_relaxed) && (thread || (thread = begin_thread())) &&
        !thread->is_busy)
        entry = find_site(thread, slot, site);
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
 * given up. */
void mm_trace_start(mm_trace_call *call)
{
    mm_trace_thread *thread = call->thread;
    if (!thread)
        return;
    while (thread->depth > 0 && thread->frames[thread->depth - 1].call <= call)
        thread->depth--;
    call->depth = thread->depth;
    if (thread->depth < DEPTH_MAX)
        thread->frames[thread->depth++] = (frame){call, 0};
    call->excused_ns = thread->excused_ns;
    call->start = now_ns();
}

static void add_event(const mm_trace_call *call, uint64_t end, const mm_trace_row *row)
{
    mm_trace_header *store = mm_trace_store;
    uint64_t place =
        __atomic_fetch_add(&store->timeline_next, 1, __ATOMIC_RELAXED) % store->timeline_capacity;
    mm_trace_event *events = mm_trace_at(store->timeline);
    events[place] = (mm_trace_event){.start_ns = call->start,
                                     .duration_ns = end - call->start,
                                     .row = (uint32_t)((const char *)row - (const char *)store),
                                     .thread = call->thread->id};
}

void mm_trace_end(mm_trace_call *call)
{
    mm_trace_thread *thread = call->thread;
    if (!thread)
        return;
    uint64_t end = now_ns(), inside = 0;
    uint64_t spent = end - call->start - (thread->excused_ns - call->excused_ns);
    if (call->depth < DEPTH_MAX) {
        inside = thread->frames[call->depth].inside_ns;
        thread->depth = call->depth;
    }
    if (call->depth > 0)
        thread->frames[call->depth - 1].inside_ns += spent;
    if (!mm_trace_store)
        return; /* closed meanwhile */
    mm_trace_row *row = count(thread, &call->key);
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
    if (mm_trace_store->timeline)
        add_event(call, end, row);
}

/* --- Start, pause, fork. */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

/* The child records into a file of its own. Only the thread that forked goes on in it. */
static void in_child(void)
{
    pthread_mutex_unlock(&lock);
    free_threads = NULL;
    if (own)
        own->table = 0;
    mm_trace_forget_sites(); /* places in the parent's record */
    mm_trace_store_forget();
}

bool mm_trace_begin(const char *folder, int timeline, mm_trace_resolver *resolver)
{
    resolve_function = resolver;
    record_folder = folder;
    timeline_capacity = timeline;
    if (pthread_key_create(&thread_key, thread_ends) != 0 ||
        pthread_atfork(before_fork, after_fork, in_child) != 0)
        return false;
    bool opened = open_record();
    atomic_store(&is_recording, opened);
    return opened;
}

void mm_trace_note_loaded(const char *path)
{
    mm_trace_header *store = mm_trace_store;
    pthread_mutex_lock(&lock);
    for (int i = 0; store && i < MM_TRACE_LOADED_MAX; i++)
        if (!store->loaded[i]) {
            store->loaded[i] = add_text(path);
            break;
        }
    pthread_mutex_unlock(&lock);
}

void mm_trace_pause(bool is_paused)
{
    atomic_store(&is_recording, !is_paused && mm_trace_store != NULL);
}

/* A table keeps its place and its size, and loses its rows. */
void mm_trace_clear(void)
{
    pthread_mutex_lock(&lock);
    for (uint32_t at = mm_trace_store ? mm_trace_store->first_table : 0, next; at; at = next) {
        next = ((mm_trace_table *)mm_trace_at(at))->next;
        for (; at; at = ((mm_trace_table *)mm_trace_at(at))->successor) {
            mm_trace_table *table = mm_trace_at(at);
            memset(rows_of(table), 0, (size_t)table->capacity * sizeof(mm_trace_row));
            table->count = 0;
        }
    }
    if (mm_trace_store)
        mm_trace_store->lost_calls = mm_trace_store->unbound = 0;
    pthread_mutex_unlock(&lock);
}

const void *mm_trace_memory(size_t *size)
{
    *size = mm_trace_store ? mm_trace_store->used : 0;
    return mm_trace_store;
}

void mm_trace_forget_sites(void)
{
    if (own && own->is_busy)
        return; /* it is the recorder that lets go of what it looked at: nothing is unloaded */
    atomic_fetch_add_explicit(&generation, 1, memory_order_release);
}

mm_trace_function *mm_trace_bind_slot(int symbol, mm_trace_function *real)
{
    int entry = mm_trace_symbol_at(symbol)->entry;
    mm_trace_function *found = NULL;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MM_TRACE_BOUND && !found; i++) {
        mm_trace_slot *slot = &mm_trace_bound[entry][i];
        if (!slot->real)
            *slot = (mm_trace_slot){real, (uint16_t)symbol};
        if (slot->real == real && slot->symbol == symbol)
            found = mm_trace_bound_functions[entry][i];
    }
    pthread_mutex_unlock(&lock);
    if (!found && mm_trace_store)
        __atomic_fetch_add(&mm_trace_store->unbound, 1, __ATOMIC_RELAXED);
    return found;
}

/* --- gemm_batch. */

static int64_t integer_at(const mm_trace_call *call, const void *array, int64_t i)
{
    return call->key.integer_bits == 64 ? ((const int64_t *)array)[i] : ((const int32_t *)array)[i];
}

static char transpose_at(bool is_cblas, const void *array)
{
    return is_cblas ? mm_trace_enum(*(const int *)array) : mm_trace_letter(array);
}

/* A row has one shape: the first group's. The operations are those of all groups. */
void mm_trace_batch(mm_trace_call *call, int64_t group_count, const void *const arrays[6])
{
    const mm_trace_symbol *symbol = mm_trace_symbol_at(call->key.symbol);
    if (!call->thread || group_count < 1)
        return;
    call->key.trans_a = transpose_at(symbol->is_cblas, arrays[0]);
    call->key.trans_b = transpose_at(symbol->is_cblas, arrays[1]);
    call->key.m = integer_at(call, arrays[2], 0);
    call->key.n = integer_at(call, arrays[3], 0);
    call->key.k = integer_at(call, arrays[4], 0);
    call->key.batch = 0;
    for (int64_t i = 0; i < group_count; i++) {
        int64_t size = integer_at(call, arrays[5], i);
        call->key.batch += size;
        call->flops +=
            mm_trace_flops(symbol->routine, integer_at(call, arrays[2], i), integer_at(call, arrays[3], i),
                           integer_at(call, arrays[4], i), size, '\0');
    }
}
