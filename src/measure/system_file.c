#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/environment_internal.h"

enum { PATH_SIZE = 1024 };

void mm_fact_unknown(mm_fact *fact, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(fact->reason, sizeof fact->reason, format, args);
    fact->value[0] = '\0'; /* last: it may be among the arguments */
    va_end(args);
}

void mm_fact_set(mm_fact *fact, const char *path, const char *text)
{
    size_t length = strlen(text);
    while (isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    if (length >= sizeof fact->value) {
        mm_fact_unknown(fact, "%s: the value is %zu characters long, more than the %zu kept", path, length,
                        sizeof fact->value - 1);
        return;
    }
    memcpy(fact->value, text, length);
    fact->value[length] = '\0';
    fact->reason[0] = '\0';
}

/* What follows the key on its line, or NULL where the line is another one. No key takes any line. */
static const char *match(const char *line, const char *key)
{
    if (!key)
        return line;
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || !strchr(": \t", line[length]))
        return NULL;
    return line + length + strspn(line + length, ": \t");
}

static bool read_fact(const char *root, mm_fact *fact, const char *key, const char *path)
{
    char whole[PATH_SIZE];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    FILE *file = fopen(whole, "re");
    if (!file) {
        int why = errno;
        mm_fact_unknown(fact, "%s: %s", path, strerror(why));
        errno = why;
        return false;
    }
    char *line = NULL;
    size_t capacity = 0;
    const char *text = NULL;
    errno = 0;
    while (!text && getline(&line, &capacity, file) >= 0)
        text = match(line, key);
    int error = errno;
    if (text)
        mm_fact_set(fact, path, text);
    else if (error)
        mm_fact_unknown(fact, "%s: %s", path, strerror(error));
    else if (key)
        mm_fact_unknown(fact, "%s: no line '%s'", path, key);
    else
        mm_fact_set(fact, path, "");
    free(line);
    fclose(file);
    errno = error;
    return text || (!key && !error);
}

bool mm_system_line(const char *root, mm_fact *fact, const char *path_format, ...)
{
    char path[PATH_SIZE];
    va_list args;
    va_start(args, path_format);
    vsnprintf(path, sizeof path, path_format, args);
    va_end(args);
    return read_fact(root, fact, NULL, path);
}

bool mm_system_key(const char *root, mm_fact *fact, const char *key, const char *path_format, ...)
{
    char path[PATH_SIZE];
    va_list args;
    va_start(args, path_format);
    vsnprintf(path, sizeof path, path_format, args);
    va_end(args);
    return read_fact(root, fact, key, path);
}

bool mm_fact_number(const mm_fact *fact, int64_t *number)
{
    static const struct {
        const char *unit;
        int64_t factor;
    } units[] = {{"", 1}, {"K", 1 << 10}, {"kB", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}};
    char *end;
    errno = 0;
    int64_t value = strtoimax(fact->value, &end, 10);
    if (end == fact->value || errno)
        return false;
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0)
            return !__builtin_mul_overflow(value, units[i].factor, number);
    return false;
}
