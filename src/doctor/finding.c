/* Findings, put down and told. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/exam.h"

const char *mm_probe_state_name(mm_probe_state state)
{
    static const char *const names[] = {"well", "finding", "advice", "unknown"};
    return names[state];
}

mm_finding *mm_finding_add(mm_exam *exam, mm_look *look)
{
    static mm_finding nobody_sees;
    mm_diagnosis *out = exam->out;
    mm_finding *finding =
        out->finding_count < MM_FINDINGS_MAX ? &out->findings[out->finding_count++] : &nobody_sees;
    *finding = (mm_finding){0};
    snprintf(finding->id, sizeof finding->id, "%s", look->id);
    snprintf(finding->subject, sizeof finding->subject, "%s", look->subject);
    look->state = MM_PROBE_FINDING;
    return finding;
}

mm_look *mm_look_add(mm_diagnosis *diagnosis, const char *id, const char *subject)
{
    static mm_look nobody_sees;
    mm_look *look =
        diagnosis->look_count < MM_LOOKS_MAX ? &diagnosis->looks[diagnosis->look_count++] : &nobody_sees;
    *look = (mm_look){.id = id, .state = MM_PROBE_UNKNOWN, .note = "it came to no answer"};
    snprintf(look->subject, sizeof look->subject, "%s", subject);
    return look;
}

void mm_look_is(mm_look *look, mm_probe_state state, const char *format, ...)
{
    va_list arguments;
    look->state = state;
    va_start(arguments, format);
    vsnprintf(look->note, sizeof look->note, format, arguments);
    va_end(arguments);
}

void mm_gain_tell(const mm_gain *gain, const mm_race *race, const char *threads, char *text, size_t size)
{
    snprintf(text, size,
             "could be %.3g times as fast (%.3g to %.3g): %.3g GFLOPS now, %.3g after; N=%d, %s, %s",
             gain->ratio, gain->ci95[0], gain->ci95[1], gain->now_gflops, gain->after_gflops, race->n,
             mm_dtype_name(race->dtype), threads);
}

/* Single quotes where the value has anything that a shell may take for its own. */
bool mm_setting_line(const char *setting, char line[MM_SETTING_LINE_SIZE])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,=@%";
    const char *end = strchrnul(setting, '\n'), *value = memchr(setting, '=', (size_t)(end - setting));
    size_t name = strcspn(setting, "=\n"), at;
    *line = '\0';
    if (name + strlen("export =''") >= MM_SETTING_LINE_SIZE)
        return false;
    at = (size_t)sprintf(line, "%s %.*s", value ? "export" : "unset", (int)(name + (value != NULL)), setting);
    if (!value)
        return true;
    enum { QUOTE_ROOM = 6 }; /* a quoted quote, the closing one, the end */
    bool quoted = value + 1 + strspn(value + 1, plain) < end;
    if (quoted)
        line[at++] = '\'';
    for (value++; value < end && at + QUOTE_ROOM < MM_SETTING_LINE_SIZE; value++)
        at += (size_t)sprintf(line + at, *value == '\'' ? "'\\''" : "%c", *value);
    if (quoted)
        line[at++] = '\'';
    line[value == end ? at : 0] = '\0';
    return value == end;
}

static bool append(char *text, size_t size, const char *line)
{
    size_t used = strlen(text);
    if (used + strlen(line) + 2 > size)
        return false;
    snprintf(text + used, size - used, "%s%s", used > 0 ? "\n" : "", line);
    return true;
}

void mm_finding_fix(mm_finding *finding, const char *line)
{
    append(finding->fix, sizeof finding->fix, line);
}

bool mm_finding_set(mm_finding *finding, const char *setting)
{
    char line[MM_SETTING_LINE_SIZE];
    const size_t used = strlen(finding->setting);
    if (!mm_setting_line(setting, line) || !append(finding->setting, sizeof finding->setting, setting))
        return false;
    if (append(finding->fix, sizeof finding->fix, line))
        return true;
    finding->setting[used] = '\0';
    return false;
}

static int compare(const void *left, const void *right)
{
    const mm_finding *a = left, *b = right;
    int rank = (b->is_broken - a->is_broken) + 2 * (a->is_advice - b->is_advice);
    if (rank != 0)
        return rank;
    return (b->gain.ratio > a->gain.ratio) - (b->gain.ratio < a->gain.ratio);
}

void mm_findings_sort(mm_diagnosis *diagnosis)
{
    qsort(diagnosis->findings, (size_t)diagnosis->finding_count, sizeof *diagnosis->findings, compare);
}

int mm_diagnosis_sick(const mm_diagnosis *diagnosis)
{
    int sick = 0;
    for (int i = 0; i < diagnosis->finding_count; i++)
        sick += !diagnosis->findings[i].is_advice;
    return sick;
}
