/* Where the dynamic loader would find a name for code in an object, were the tracer's own names not there. */
#ifndef MM_TRACE_SCOPE_H
#define MM_TRACE_SCOPE_H

#include <stdbool.h>

/* dlsym, but NULL where it finds one of the tracer's own functions. */
typedef void *mm_trace_look_up(void *handle, const char *name);

/* The definition of `name` that the code at `site` would be bound to: the first of the global scope, behind
 * the tracer; else of the scope of the dlopen that brought the object of `site` in; else of the object's own
 * needs; else any that is loaded. NULL where there is none. */
void *mm_trace_scope_find(const char *name, const void *site, mm_trace_look_up *look_up);

/* Was the file with this address there when the program started? The global scope is then first for it. A
 * file opened later may look into its own needs first (RTLD_DEEPBIND), which cannot be told from outside. */
bool mm_trace_scope_is_first(const void *site);

/* The definition of `name` in the object of `site` or its needs; or NULL. */
void *mm_trace_scope_find_near(const char *name, const void *site, mm_trace_look_up *look_up);

#endif
