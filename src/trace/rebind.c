#include "trace/rebind.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "trace/recorder.h"
#include "trace/scope.h"

typedef void *dlopen_function(const char *, int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mm_got_list rebound;
static int failed;
static dlopen_function *_Atomic real_dlopen;

/* --- What a slot is for: a traced symbol, or dlopen. */

/* The symbols in the order of their names: a process imports tens of thousands of names, all looked up. */
static uint16_t *sorted;

static int compare_symbols(const void *left, const void *right)
{
    const uint16_t *l = left, *r = right;
    return strcmp(mm_trace_symbol_at(*l)->name, mm_trace_symbol_at(*r)->name);
}

static int compare_name(const void *name, const void *symbol)
{
    return strcmp(name, mm_trace_symbol_at(*(const uint16_t *)symbol)->name);
}

/* Is done once. False where memory is short. */
static bool sort_symbols(void)
{
    size_t count = (size_t)mm_trace_symbol_count();
    uint16_t *order = sorted ? NULL : malloc(count * sizeof *order);
    for (size_t i = 0; order && i < count; i++)
        order[i] = (uint16_t)i;
    if (order) {
        qsort(order, count, sizeof *order, compare_symbols);
        sorted = order;
    }
    return sorted != NULL;
}

static int number_of(const char *name)
{
    size_t count = (size_t)mm_trace_symbol_count();
    if (*name == '_') /* most are C++'s */
        return -1;
    if (strcmp(name, "dlopen") == 0)
        return (int)count;
    const uint16_t *found = bsearch(name, sorted, count, sizeof *sorted, compare_name);
    return found ? *found : -1;
}

static const char *name_of(int number)
{
    return number == mm_trace_symbol_count() ? "dlopen" : mm_trace_symbol_at(number)->name;
}

static void *as_address(mm_trace_function *function)
{
    void *address;
    memcpy(&address, &function, sizeof address);
    return address;
}

static mm_trace_function *as_function(void *address)
{
    mm_trace_function *function;
    memcpy(&function, &address, sizeof function);
    return function;
}

/* --- The function that a slot would lead to. */

static void *look_up(void *handle, const char *name)
{
    static void *program; /* its handle, which stands for the global scope */
    if (!program)
        program = dlopen(NULL, RTLD_LAZY);
    return dlsym(handle == RTLD_NEXT ? program : handle, name);
}

/* What is the same for many slots. */
typedef struct knowledge {
    void **global;  /* by number: what the global scope has, NULL: not asked yet */
    uintptr_t base; /* of the file of the last slot, and whether it was there from the start */
    bool is_first;
} knowledge;

/* The function that the loader would bind a pending slot to; NULL where there is none, or where it could be
 * one of two. */
static void *find_pending(const mm_got_slot *slot, knowledge *known)
{
    const char *name = name_of(slot->number);
    if (!known->global[slot->number])
        known->global[slot->number] = look_up(RTLD_NEXT, name);
    void *global = known->global[slot->number];
    if (!global)
        return mm_trace_scope_find(name, slot->place, look_up);
    if (slot->number == mm_trace_symbol_count())
        return global; /* one dlopen is as good as another */
    if (slot->base != known->base)
        known->is_first = mm_trace_scope_is_first(slot->place);
    known->base = slot->base;
    void *near = known->is_first ? NULL : mm_trace_scope_find_near(name, slot->place, look_up);
    if (!near || near == global)
        return global;
    failed++;
    return NULL;
}

/* --- Files that are loaded meanwhile. */

static void rebind(void);

/* A name without a folder, or one that begins in the caller's, means something else when we ask for it: then
 * this has to be a jump, so this file is always compiled with -foptimize-sibling-calls. */
static void *traced_dlopen(const char *file, int mode)
{
    dlopen_function *function = real_dlopen;
    if (!file || *file != '/')
        return function(file, mode);
    void *handle = function(file, mode);
    if (handle && pthread_mutex_trylock(&lock) == 0) { /* who has it may wait for the loader, which is ours */
        if (rebound.count > 0)
            rebind();
        pthread_mutex_unlock(&lock);
    }
    return handle;
}

/* --- Rebinding. */

/* NULL for a slot that is to be left alone: it has a wrapper already, or nobody defines its name. */
static void *choose_replacement(const mm_got_slot *slot, knowledge *known)
{
    if (mm_got_is_own(slot->original))
        return NULL;
    void *function = slot->is_pending ? find_pending(slot, known) : slot->original;
    if (!function || mm_got_is_own(function))
        return NULL;
    if (slot->number < mm_trace_symbol_count()) {
        mm_trace_function *wrapper = mm_trace_bind_slot(slot->number, as_function(function));
        failed += !wrapper;
        return wrapper ? as_address(wrapper) : NULL;
    }
    memcpy(&real_dlopen, &function, sizeof function);
    return as_address((mm_trace_function *)traced_dlopen);
}

/* Makes room beforehand, so that no slot is written that cannot be written back. */
static bool make_room(int more)
{
    mm_got_slot *slots = realloc(rebound.slots, ((size_t)rebound.count + (size_t)more + 1) * sizeof *slots);
    if (slots)
        rebound.slots = slots;
    return slots != NULL;
}

/* With the lock held. */
static void rebind(void)
{
    knowledge known = {.global = calloc((size_t)mm_trace_symbol_count() + 1, sizeof *known.global)};
    mm_got_list found = {0};
    failed = 0;
    mm_got_drop_stale(&rebound);
    mm_trace_forget_sites();
    if (sort_symbols())
        found = mm_got_find(number_of);
    if (known.global && sorted && make_room(found.count)) {
        for (int i = 0; i < found.count; i++)
            found.slots[i].replacement = choose_replacement(&found.slots[i], &known);
        failed += mm_got_replace(&found) + found.is_short;
        for (int i = 0; i < found.count; i++)
            rebound.slots[rebound.count++] = found.slots[i];
    } else {
        failed++; /* no memory */
    }
    mm_got_free(&found);
    free(known.global);
}

int mm_rebind_all(void)
{
    int count = 0;
    pthread_mutex_lock(&lock);
    rebind();
    for (int i = 0; i < rebound.count; i++)
        count += rebound.slots[i].number < mm_trace_symbol_count();
    pthread_mutex_unlock(&lock);
    return count;
}

void mm_rebind_undo(void)
{
    pthread_mutex_lock(&lock);
    mm_got_restore(&rebound);
    pthread_mutex_unlock(&lock);
}

int mm_rebind_failed(void)
{
    return failed;
}

mm_got_list mm_rebind_slots(void)
{
    return sort_symbols() ? mm_got_find(number_of) : (mm_got_list){.is_short = true};
}

bool mm_rebind_stay(void)
{
    Dl_info own;
    return dladdr((const void *)&rebound, &own) &&
           dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}
