/* Which BLAS routines an expression reaches: each is evaluated in a process of its own under mmcli trace.
 * What a process calls that only loads the front end and prepares the inputs is taken off. */
#ifndef MM_OBSERVE_H
#define MM_OBSERVE_H

#include "frontends/frontends.h"

/* Evaluates all expressions of a front end's table, or only the one with this id, and appends a row for each.
 * An expression that fails is a row with the reason. parallel: processes at a time, 1 or more. Errors:
 * noTrace (MM_UNAVAILABLE: the tracer does not work), MM_INTERRUPTED, noMemory. */
mm_status mm_observe(const mm_frontends *frontends, const mm_front_end *frontend, const char *only,
                     int parallel, mm_path_map *map, mm_error *err);

#endif
