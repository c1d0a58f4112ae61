#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>

mm_status mm_fail(mm_error *err, mm_status code, const char *id, const char *format, ...)
{
    if (!err)
        return code;
    err->code = code;
    snprintf(err->id, sizeof err->id, "%s", id);
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return code;
}

mm_status mm_fail_memory(mm_error *err, double bytes)
{
    return mm_fail(err, MM_IO, "noMemory", "out of memory: %.3g bytes could not be allocated; use smaller sizes",
                   bytes);
}
