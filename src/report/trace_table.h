/* A trace for people: a table of its calls, their sum, and what may be missing. */
#ifndef MM_TRACE_TABLE_H
#define MM_TRACE_TABLE_H

#include <stdio.h>

#include "trace/trace.h"

/* by: what a line is. more: how to see the lines that a long table leaves out. */
mm_status mm_trace_print(FILE *out, const mm_trace *trace, mm_trace_by by, const char *more, mm_error *err);

#endif
