/* libmmtrace.so: the recorder under LD_PRELOAD. The loader finds our names before any library's, so that
 * calls from every object that binds through the global scope come here; functions that a program looks up by
 * name (Python's ctypes, cffi) are handed out as bound wrappers by our dlsym. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/loaded.h"
#include "trace/recorder.h"
#include "trace/scope.h"

typedef void *dlsym_function(void *, const char *);
typedef int dlclose_function(void *);

static dlsym_function *_Atomic real_dlsym;
static bool is_on;

/* dlsym cannot be found by dlsym: it is ours. Its versions: glibc 2.34 moved it into libc; x86-64 and aarch64
 * before. */
static dlsym_function *find_dlsym(void)
{
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"};
    dlsym_function *found = atomic_load_explicit(&real_dlsym, memory_order_relaxed);
    for (size_t i = 0; !found && i < sizeof versions / sizeof *versions; i++) {
        void *symbol = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
        memcpy(&found, &symbol, sizeof found);
    }
    if (!found) {
        fprintf(stderr, "libmmtrace: the C library's dlsym was not found; only glibc is known\n");
        abort();
    }
    atomic_store_explicit(&real_dlsym, found, memory_order_relaxed);
    return found;
}

static bool is_own(const void *address)
{
    Dl_info own, other;
    return dladdr(address, &other) && dladdr((const void *)&real_dlsym, &own) &&
           own.dli_fbase == other.dli_fbase;
}

static mm_trace_function *as_function(void *symbol)
{
    mm_trace_function *function;
    memcpy(&function, &symbol, sizeof function);
    return function;
}

/* A function that is not ours, or NULL. */
static void *look_up(void *handle, const char *name)
{
    void *symbol = find_dlsym()(handle, name);
    return symbol && is_own(symbol) ? NULL : symbol;
}

static mm_trace_function *resolve(int symbol, const void *site)
{
    const char *name = mm_trace_symbol_at(symbol)->name;
    void *found = mm_trace_scope_find(name, site, look_up);
    if (!found) {
        fprintf(stderr, "libmmtrace: symbol lookup error: no loaded library has %s\n", name);
        _exit(127); /* as the loader does */
    }
    return as_function(found);
}

__attribute__((constructor(101))) static void load(void)
{
    const char *folder = getenv("MM_TRACE_DIR"), *timeline = getenv("MM_TRACE_TIMELINE");
    if (folder && *folder)
        is_on = mm_trace_begin(folder, timeline ? atoi(timeline) : 0, resolve);
    if (is_on)
        mm_trace_note_new();
}

/* _exit and signals pass this by: what was noted before stays. */
__attribute__((destructor)) static void unload(void)
{
    if (!is_on)
        return;
    mm_trace_note_new();
    mm_trace_note_end();
}

/* --- What programs look up by name. */

static void *traced_dlsym(void *handle, const char *name)
{
    int symbol = mm_trace_symbol_find(name);
    void *found = find_dlsym()(handle, name), *wrapper;
    if (found && is_own(found))
        found = look_up(RTLD_NEXT, name);
    if (!found)
        return NULL;
    mm_trace_function *bound = mm_trace_bind_slot(symbol, as_function(found));
    memcpy(&wrapper, &bound, sizeof wrapper);
    return bound ? wrapper : found;
}

/* Who opened a library looks for something in it: the time to note it, should the process not end well. */
static dlsym_function *choose(const char *name)
{
    if (is_on)
        mm_trace_note_new();
    return mm_trace_symbol_find(name) < 0 ? find_dlsym() : traced_dlsym;
}

/* With RTLD_NEXT, dlsym looks at who called it: this has to be a jump, so this file is always compiled with
 * -foptimize-sibling-calls. */
MM_TRACE_EXPORT void *dlsym(void *handle, const char *name)
{
    return choose(name)(handle, name);
}

/* Another library may come to lie where this one was. */
MM_TRACE_EXPORT int dlclose(void *handle)
{
    static dlclose_function *_Atomic real;
    dlclose_function *function = atomic_load_explicit(&real, memory_order_relaxed);
    if (!function) {
        void *symbol = find_dlsym()(RTLD_NEXT, "dlclose");
        memcpy(&function, &symbol, sizeof function);
        atomic_store_explicit(&real, function, memory_order_relaxed);
    }
    if (is_on)
        mm_trace_note_new(); /* the last occasion */
    int result = function(handle);
    mm_trace_forget_sites();
    return result;
}
