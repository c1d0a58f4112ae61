#include "traffic/cachegrind.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cleanup.h"
#include "record/file.h"

void mm_cachegrind_option(const char *name, const mm_geometry *cache, char text[MM_CACHEGRIND_OPTION_SIZE])
{
    snprintf(text, MM_CACHEGRIND_OPTION_SIZE, "--%s=%" PRId64 ",%d,%d", name, cache->size_bytes, cache->ways,
             cache->line_bytes);
}

/* What follows the key on the line that begins with it, or NULL. */
static const char *find_line(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) == 0)
            return line + length;
        if (!*line)
            break;
    }
    return NULL;
}

/* The number in the summary below the name in the list of events; -1 where there is none. */
static int64_t count_of(const char *events, const char *summary, const char *name)
{
    char *end = (char *)summary;
    while (*events && *events != '\n') {
        events += strspn(events, " ");
        size_t length = strcspn(events, " \n");
        const char *number = end;
        int64_t value = strtoimax(number, &end, 10);
        if (end == number)
            return -1;
        if (length == strlen(name) && strncmp(events, name, length) == 0)
            return value;
        events += length;
        events += strspn(events, " ");
    }
    return -1;
}

mm_status mm_cachegrind_read(const char *path, mm_cachegrind_misses *misses, mm_error *err)
{
    static const char *const names[] = {"D1mr", "D1mw", "DLmr", "DLmw"};
    char *text MM_FREED = NULL;
    int64_t counts[4];
    mm_status status = mm_file_read(path, &text, NULL, err);
    if (status != MM_OK)
        return status;
    const char *events = find_line(text, "events:"), *summary = find_line(text, "summary:");
    if (!events || !summary)
        return mm_fail(err, MM_IO, "badFile",
                       "%s has no line '%s', expected one as cachegrind writes at its end", path,
                       events ? "summary:" : "events:");
    for (int i = 0; i < 4; i++) {
        counts[i] = count_of(events, summary, names[i]);
        if (counts[i] < 0)
            return mm_fail(err, MM_IO, "badFile",
                           "%s has no count of the event %s; cachegrind needs --cache-sim=yes", path,
                           names[i]);
    }
    *misses = (mm_cachegrind_misses){counts[0] + counts[1], counts[2] + counts[3]};
    return MM_OK;
}
