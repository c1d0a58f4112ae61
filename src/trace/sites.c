/* Call sites: which function each calls, of which file, from which file. Asking takes microseconds, once a
 * thread and site; afterwards a comparison tells. */
#include <string.h>

#include "trace/objects.h"
#include "trace/recorder_private.h"

static atomic_uint generation = 1;

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

static mm_trace_library *library_at(uint16_t object)
{
    uint32_t about = mm_trace_store->objects[object].about;
    return about ? mm_trace_at(about) : NULL;
}

static void fill_entry(mm_trace_site *entry, const mm_trace_file *caller, const mm_trace_file *server)
{
    mm_trace_library about;
    pthread_mutex_lock(&mm_trace_lock);
    entry->caller = object_of(caller->path);
    entry->library = object_of(server->path);
    mm_trace_library *known = library_at(entry->library);
    pthread_mutex_unlock(&mm_trace_lock);
    if (!known) {
        mm_trace_describe(server, entry->slot->symbol, entry->real, &about);
        pthread_mutex_lock(&mm_trace_lock);
        uint32_t offset = mm_trace_store_take(sizeof about);
        if (offset) {
            memcpy(mm_trace_at(offset), &about, sizeof about);
            mm_trace_store->objects[entry->library].about = offset;
        }
        pthread_mutex_unlock(&mm_trace_lock);
        known = &about;
    }
    entry->integer_bits = (uint8_t)known->integer_bits;
}

/* In a forked child, the record is opened at its first call: most call nothing, or become another program. */
static bool is_open(void)
{
    pthread_mutex_lock(&mm_trace_lock);
    mm_trace_open_record();
    pthread_mutex_unlock(&mm_trace_lock);
    return mm_trace_store != NULL;
}

static void learn_site(mm_trace_thread *thread, mm_trace_site *entry, const mm_trace_slot *slot,
                       const void *site)
{
    mm_trace_file caller, server;
    uint64_t begin = mm_trace_now_ns();
    thread->is_busy = true;
    *entry =
        (mm_trace_site){.slot = slot, .real = slot->real ? slot->real : mm_trace_resolve(slot->symbol, site)};
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
    thread->excused_ns += mm_trace_now_ns() - begin;
}

const mm_trace_site *mm_trace_find_site(mm_trace_thread *thread, const mm_trace_slot *slot, const void *site)
{
    unsigned current = atomic_load_explicit(&generation, memory_order_acquire);
    uintptr_t mixed = ((uintptr_t)site ^ ((uintptr_t)slot << 3)) * (uintptr_t)UINT64_C(0x9e3779b97f4a7c15);
    mm_trace_site *entry = &thread->sites[mixed >> 55];
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

static void note_loaded(mm_trace_header *store, const char *path, const char *needed_by)
{
    for (int i = 0; i < MM_TRACE_LOADED_MAX; i++) {
        if (store->loaded[i] && strcmp(mm_trace_at(store->loaded[i]), path) == 0)
            return;
        if (!store->loaded[i]) {
            store->loaded_for[i] = *needed_by ? add_text(needed_by) : 0;
            store->loaded[i] = add_text(path);
            return;
        }
    }
}

void mm_trace_note_loaded(const char *path, const char *needed_by)
{
    pthread_mutex_lock(&mm_trace_lock);
    if (mm_trace_open_record())
        note_loaded(mm_trace_store, path, needed_by);
    pthread_mutex_unlock(&mm_trace_lock);
}

void mm_trace_note_end(void)
{
    if (mm_trace_store)
        mm_trace_store->ended = 1;
}

void mm_trace_forget_sites(void)
{
    if (mm_trace_own() && mm_trace_own()->is_busy)
        return; /* it is the recorder that lets go of what it looked at: nothing is unloaded */
    atomic_fetch_add_explicit(&generation, 1, memory_order_release);
}

mm_trace_function *mm_trace_bind_slot(int symbol, mm_trace_function *real)
{
    int entry = mm_trace_symbol_at(symbol)->entry;
    mm_trace_function *found = NULL;
    pthread_mutex_lock(&mm_trace_lock);
    for (int i = 0; i < MM_TRACE_BOUND && !found; i++) {
        mm_trace_slot *slot = &mm_trace_bound[entry][i];
        if (!slot->real)
            *slot = (mm_trace_slot){real, (uint16_t)symbol};
        if (slot->real == real && slot->symbol == symbol)
            found = mm_trace_bound_functions[entry][i];
    }
    pthread_mutex_unlock(&mm_trace_lock);
    if (!found && mm_trace_store)
        __atomic_fetch_add(&mm_trace_store->unbound, 1, __ATOMIC_RELAXED);
    return found;
}
