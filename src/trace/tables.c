/* The rows of each thread, and the timeline. */
#include <string.h>

#include "trace/recorder_private.h"

static int timeline_capacity;

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
    pthread_mutex_lock(&mm_trace_lock);
    uint32_t offset = new_table(old->capacity * 4);
    pthread_mutex_unlock(&mm_trace_lock);
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
    pthread_mutex_lock(&mm_trace_lock);
    if (timeline_capacity > 0 && !mm_trace_store->timeline)
        open_timeline();
    uint32_t offset = new_table(MM_TRACE_TABLE_FIRST);
    if (offset) {
        ((mm_trace_table *)mm_trace_at(offset))->next = mm_trace_store->first_table;
        atomic_signal_fence(memory_order_release);
        mm_trace_store->first_table = offset;
    }
    pthread_mutex_unlock(&mm_trace_lock);
    thread->table = offset;
    return offset != 0;
}

mm_trace_row *mm_trace_row_of(mm_trace_thread *thread, const mm_trace_key *key)
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

void mm_trace_set_timeline(int calls)
{
    timeline_capacity = calls;
}

void mm_trace_add_event(const mm_trace_call *call, uint64_t duration_ns, const mm_trace_row *row)
{
    mm_trace_header *store = mm_trace_store;
    if (!store->timeline)
        return;
    uint64_t place =
        __atomic_fetch_add(&store->timeline_next, 1, __ATOMIC_RELAXED) % store->timeline_capacity;
    mm_trace_event *events = mm_trace_at(store->timeline);
    events[place] = (mm_trace_event){.start_ns = call->start,
                                     .duration_ns = duration_ns,
                                     .row = (uint32_t)((const char *)row - (const char *)store),
                                     .thread = call->thread->id};
}

/* A table keeps its place and its size, and loses its rows. */
void mm_trace_clear(void)
{
    pthread_mutex_lock(&mm_trace_lock);
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
    pthread_mutex_unlock(&mm_trace_lock);
}
