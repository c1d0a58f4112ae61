/* The manifest, read for a report. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "core/isa.h"
#include "report/report_private.h"

static const cJSON *child(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* The object that holds the path's last key, and that key. */
static const cJSON *find_parent(const cJSON *root, const char *path, const char **key)
{
    const cJSON *object = root;
    const char *dot;
    char name[64];
    while ((dot = strchr(path, '.'))) {
        snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
        object = child(object, name);
        path = dot + 1;
    }
    *key = path;
    return object;
}

void mm_report_write_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            fputs("\\|", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else
            fputc(iscntrl((unsigned char)*text) ? ' ' : *text, out);
    }
}

static void write_unknown(const mm_report *report, const cJSON *parent, const char *key)
{
    char reason_key[80];
    snprintf(reason_key, sizeof reason_key, "%s_reason", key);
    const char *reason = cJSON_GetStringValue(child(parent, reason_key));
    const mm_slot slots[] = {
        mm_slot_fact("reason", reason ? reason : mm_report_message(report, MM_SAY_UNKNOWN_REASON)), {0}};
    mm_report_say(report, MM_SAY_UNKNOWN, slots);
}

void mm_report_write_fact(const mm_report *report, const char *path)
{
    FILE *out = report->out;
    const char *key;
    const cJSON *parent = find_parent(report->manifest, path, &key);
    const cJSON *item = child(parent, key);
    if (cJSON_IsString(item)) /* an instruction set is named as people do */
        mm_report_write_escaped(out, strcmp(path, "cpu.isa") == 0 ? mm_isa_label_of(item->valuestring)
                                                                  : item->valuestring);
    else if (cJSON_IsNumber(item) && item->valuedouble == floor(item->valuedouble))
        fprintf(out, "%.0f", item->valuedouble);
    else if (cJSON_IsNumber(item))
        fprintf(out, "%.3g", item->valuedouble);
    else if (cJSON_IsBool(item))
        mm_report_say(report, cJSON_IsTrue(item) ? MM_SAY_YES : MM_SAY_NO, NULL);
    else
        write_unknown(report, parent, key);
}

double mm_report_last_cache_bytes(const cJSON *manifest)
{
    double largest = 0;
    const cJSON *cache;
    cJSON_ArrayForEach(cache, child(child(manifest, "cpu"), "caches"))
    {
        const cJSON *size = child(cache, "size_bytes");
        if (cJSON_IsNumber(size))
            largest = fmax(largest, size->valuedouble);
    }
    return largest;
}

const char *mm_report_cache_for(const mm_report *report, double bytes, char text[8])
{
    double smallest = INFINITY;
    const cJSON *cache, *caches = child(child(report->manifest, "cpu"), "caches");
    const char *found = cJSON_IsArray(caches) ? mm_report_message(report, MM_SAY_MEMORY) : "?";
    cJSON_ArrayForEach(cache, caches)
    {
        const cJSON *size = child(cache, "size_bytes"), *level = child(cache, "level");
        const char *type = cJSON_GetStringValue(child(cache, "type"));
        bool holds = cJSON_IsNumber(size) && size->valuedouble >= bytes && size->valuedouble < smallest;
        if (!holds || !cJSON_IsNumber(level) || !type || strcmp(type, "Instruction") == 0)
            continue;
        smallest = size->valuedouble;
        snprintf(text, 8, "L%d", level->valueint % 100);
        found = text;
    }
    return found;
}

/* A word as a shell reads it back. */
static void write_word(FILE *out, const char *word)
{
    const char *harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*word && word[strspn(word, harmless)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

void mm_report_write_command(FILE *out, const cJSON *manifest)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, child(manifest, "env"))
    {
        if (!cJSON_IsString(item))
            continue;
        fprintf(out, "%s=", item->string);
        write_word(out, item->valuestring);
        fputc(' ', out);
    }
    const char *gap = "";
    cJSON_ArrayForEach(item, child(manifest, "command_line"))
    {
        fputs(gap, out);
        write_word(out, cJSON_IsString(item) ? item->valuestring : "?");
        gap = " ";
    }
}
