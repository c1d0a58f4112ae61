/* mmcli trace: its table. */
#ifndef MM_CLI_TRACE_H
#define MM_CLI_TRACE_H

#include "trace/trace.h"

mm_status cli_print_trace(const mm_trace *trace, mm_trace_by by, mm_error *err);

#endif
