#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_private.h"

mm_slot mm_slot_text(const char *name, const char *text)
{
    return (mm_slot){.name = name, .kind = MM_SLOT_TEXT, .text = text};
}

mm_slot mm_slot_fact(const char *name, const char *text)
{
    return (mm_slot){.name = name, .kind = MM_SLOT_FACT, .text = text};
}

mm_slot mm_slot_number(const char *name, double number)
{
    return (mm_slot){.name = name, .kind = MM_SLOT_NUMBER, .number = number};
}

mm_slot mm_slot_exact(const char *name, double number)
{
    return (mm_slot){.name = name, .kind = MM_SLOT_EXACT, .number = number};
}

mm_slot mm_slot_whole(const char *name, int64_t number)
{
    return mm_slot_exact(name, (double)number);
}

mm_slot mm_slot_seconds(const char *name, double seconds)
{
    return (mm_slot){.name = name, .kind = MM_SLOT_SECONDS, .number = seconds};
}

/* Whole numbers with a comma between thousands. */
static void format_thousands(double value, char text[MM_NUMBER_SIZE])
{
    char digits[MM_NUMBER_SIZE];
    int length = snprintf(digits, sizeof digits, "%.0f", value);
    int written = 0;
    for (int i = 0; i < length && written < MM_NUMBER_SIZE - 2; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[written++] = ',';
        text[written++] = digits[i];
    }
    text[written] = '\0';
}

void mm_report_format_number(double value, char text[MM_NUMBER_SIZE])
{
    if (!isfinite(value)) {
        snprintf(text, MM_NUMBER_SIZE, "?");
        return;
    }
    char rounded[MM_NUMBER_SIZE];
    snprintf(rounded, sizeof rounded, "%.2e", value); /* three digits, whose exponent decides the form */
    double number = strtod(rounded, NULL);
    int exponent = number == 0 ? 0 : (int)floor(log10(fabs(number)) + 1e-9);
    if (exponent < -4 || exponent > 14)
        snprintf(text, MM_NUMBER_SIZE, "%s", rounded);
    else if (exponent < 3)
        snprintf(text, MM_NUMBER_SIZE, "%.*f", 2 - exponent, number);
    else
        format_thousands(number, text);
}

void mm_report_format_seconds(double seconds, char text[MM_NUMBER_SIZE])
{
    static const struct {
        double below_s, unit_s;
        const char *unit;
    } units[] = {{1e-6, 1e-9, "ns"}, {1e-3, 1e-6, "µs"}, {1, 1e-3, "ms"},
                 {120, 1, "s"},      {7200, 60, "min"},  {INFINITY, 3600, "h"}};
    size_t u = 0;
    while (u + 1 < sizeof units / sizeof *units && seconds >= units[u].below_s)
        u++;
    char number[MM_NUMBER_SIZE];
    mm_report_format_number(seconds / units[u].unit_s, number);
    snprintf(text, MM_NUMBER_SIZE, "%.30s %s", number, units[u].unit);
}

static void write_slot(FILE *out, const mm_slot *slot)
{
    char text[MM_NUMBER_SIZE];
    switch (slot->kind) {
    case MM_SLOT_TEXT:
        fputs(slot->text, out);
        return;
    case MM_SLOT_FACT:
        mm_report_write_escaped(out, slot->text);
        return;
    case MM_SLOT_EXACT:
        fprintf(out, "%.15g", slot->number);
        return;
    case MM_SLOT_SECONDS:
        mm_report_format_seconds(slot->number, text);
        break;
    default:
        mm_report_format_number(slot->number, text);
        break;
    }
    fputs(text, out);
}

static const mm_slot *find_slot(const mm_slot *slots, const char *name, size_t length)
{
    for (const mm_slot *slot = slots; slot && slot->name; slot++)
        if (strlen(slot->name) == length && strncmp(slot->name, name, length) == 0)
            return slot;
    return NULL;
}

static void write_value(const mm_report *report, const mm_slot *slots, const char *name, size_t length)
{
    const mm_slot *slot = find_slot(slots, name, length);
    if (slot) {
        write_slot(report->out, slot);
        return;
    }
    char path[64];
    snprintf(path, sizeof path, "%.*s", (int)length, name);
    mm_report_write_fact(report, path);
}

const char *mm_report_message(const mm_report *report, mm_message message)
{
    return report->messages[message];
}

void mm_report_say(const mm_report *report, mm_message message, const mm_slot *slots)
{
    const char *rest = mm_report_message(report, message);
    for (;;) {
        size_t plain = strcspn(rest, "{");
        fwrite(rest, 1, plain, report->out);
        rest += plain;
        const char *end = strchr(rest, '}');
        if (!end)
            break;
        write_value(report, slots, rest + 1, (size_t)(end - rest - 1));
        rest = end + 1;
    }
}
