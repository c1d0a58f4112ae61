#include "report/doctor_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cleanup.h"
#include "doctor/exam.h"
#include "report/report_private.h"

enum { WIDTH = 100 };

/* --- Words. */

/* A message as a text of its own: free (). NULL where memory ran out. */
static char *say(const mm_report *page, mm_message message, const mm_slot *slots)
{
    char *text = NULL;
    size_t size;
    mm_report aside = *page;
    aside.out = open_memstream(&text, &size);
    if (!aside.out)
        return NULL;
    mm_report_say(&aside, message, slots);
    fclose(aside.out);
    return text;
}

/* What has a name in the reader's language; all else is called as it is. */
static const char *name_of(const mm_report *page, const char *subject)
{
    if (strcmp(subject, MM_DEFAULT_LIBRARY) == 0)
        return mm_report_message(page, MM_SAY_DOCTOR_DEFAULT_LIBRARY);
    if (strcmp(subject, MM_MACHINE) == 0)
        return mm_report_message(page, MM_SAY_DOCTOR_MACHINE);
    return subject;
}

/* What a finding is; NULL where its own title says that. */
static const char *headline_of(const mm_report *page, const char *id)
{
    static const struct {
        const char *id;
        mm_message message;
    } known[] = {{"result", MM_SAY_DOCTOR_RESULT},        {"integer-width", MM_SAY_DOCTOR_WIDTH},
                 {"kernel", MM_SAY_DOCTOR_KERNEL},        {"library", MM_SAY_DOCTOR_FASTER_LIBRARY},
                 {"threads", MM_SAY_DOCTOR_THREADS},      {"affinity", MM_SAY_DOCTOR_AFFINITY},
                 {"small-products", MM_SAY_DOCTOR_SMALL}, {"runtimes", MM_SAY_DOCTOR_RUNTIMES},
                 {"lapack", MM_SAY_DOCTOR_LAPACK},        {"denormals", MM_SAY_DOCTOR_DENORMALS},
                 {"governor", MM_SAY_DOCTOR_GOVERNOR},    {"power", MM_SAY_DOCTOR_POWER},
                 {"clock", MM_SAY_DOCTOR_CLOCK},          {"steal", MM_SAY_DOCTOR_STEAL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].id, id) == 0)
            return mm_report_message(page, known[i].message);
    return NULL;
}

/* What it costs, where that is a gain and the language has words for it; else as it was recorded. */
static char *cost_of(const mm_report *page, const mm_finding *f)
{
    const mm_slot slots[] = {
        mm_slot_number("ratio", f->gain.ratio),        mm_slot_number("low", f->gain.ci95[0]),
        mm_slot_number("high", f->gain.ci95[1]),       mm_slot_number("now", f->gain.now_gflops),
        mm_slot_number("after", f->gain.after_gflops), {0}};
    if (!mm_report_message(page, MM_SAY_DOCTOR_GAIN) || !(f->gain.now_gflops > 0))
        return strdup(f->consequence);
    return say(page, MM_SAY_DOCTOR_GAIN, slots);
}

static const char *proof_of(const mm_report *page, const mm_finding *f)
{
    const char *words =
        mm_report_message(page, f->is_broken ? MM_SAY_DOCTOR_PROVEN_RIGHT : MM_SAY_DOCTOR_PROVEN_FASTER);
    return f->is_verified && words ? words : f->verification;
}

/* --- Lines. */

/* Columns of a terminal that so many bytes of UTF-8 take: two for a letter of Hangul, and their like. */
static int columns(const char *text, size_t bytes)
{
    int count = 0;
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char byte = (unsigned char)text[i];
        count += (byte & 0xC0) != 0x80;        /* the first of a letter */
        count += byte >= 0xE3 && byte <= 0xED; /* U+3000 to U+DFFF */
    }
    return count;
}

/* The text after `used` columns that are printed already, in lines of WIDTH broken at blanks, the others
 * indented. */
static void print_wrapped(FILE *out, int used, int indent, const char *text)
{
    for (size_t blanks = 0; *text; blanks = strspn(text, " "), text += blanks) {
        size_t length = strcspn(text, " ");
        const int wide = columns(text, length);
        bool fits = used + (int)blanks + wide <= WIDTH || used <= indent;
        if (!fits)
            fprintf(out, "\n%*s", indent, "");
        else
            fprintf(out, "%*s", (int)blanks, "");
        used = fits ? used + (int)blanks + wide : indent + wide;
        fprintf(out, "%.*s", (int)length, text);
        text += length;
    }
    fputc('\n', out);
}

/* "   seen:     ", all labels alike wide; returns the columns. */
static int print_label(const mm_report *page, mm_message label)
{
    static const mm_message labels[] = {MM_SAY_DOCTOR_SEEN, MM_SAY_DOCTOR_COSTS, MM_SAY_DOCTOR_FIX,
                                        MM_SAY_DOCTOR_VERIFIED, MM_SAY_DOCTOR_UNPROVEN};
    const char *text = mm_report_message(page, label);
    int widest = 0, own = columns(text, strlen(text));
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        const char *other = mm_report_message(page, labels[i]);
        const int wide = columns(other, strlen(other));
        widest = wide > widest ? wide : widest;
    }
    fprintf(page->out, "   %s%*s", text, widest - own + 1, "");
    return 3 + widest + 1;
}

static void print_labelled(const mm_report *page, mm_message label, const char *text)
{
    const int indent = print_label(page, label);
    print_wrapped(page->out, indent, indent, text);
}

/* Each line of a fix as it is to be pasted, under the first. */
static void print_fix(const mm_report *page, const char *fix)
{
    const int indent = print_label(page, MM_SAY_DOCTOR_FIX);
    for (; *fix; fix++)
        if (*fix == '\n')
            fprintf(page->out, "\n%*s", indent, "");
        else
            fputc(*fix, page->out);
    fputc('\n', page->out);
}

/* --- Whom was looked at. */

static void print_rate(const mm_report *page, const mm_served *library, const mm_peak *peak)
{
    const mm_slot slots[] = {mm_slot_number("gflops", library->gflops),
                             mm_slot_number("peak", peak->gflops),
                             mm_slot_whole("percent", (int64_t)lround(100 * library->share)),
                             mm_slot_whole("n", library->n),
                             {0}};
    mm_report_say(page, MM_SAY_DOCTOR_RATE, slots);
}

static void print_library(const mm_report *page, const mm_served *library, bool serves, const mm_peak *peak)
{
    const mm_blas *blas = &library->blas;
    const mm_owner *owner = &library->owner;
    char name[128];
    fprintf(page->out, "  %s%s", library->path, serves ? "" : mm_report_message(page, MM_SAY_DOCTOR_ALSO));
    if (*owner->package)
        fprintf(page->out, " (%s%s%s)", owner->package, *owner->version ? " " : "", owner->version);
    fputc('\n', page->out);
    if (*blas->engine)
        mm_report_say(page, MM_SAY_DOCTOR_FRONT, (mm_slot[]){mm_slot_text("file", blas->engine), {0}});
    if (library->is_repeated)
        mm_report_say(page, MM_SAY_DOCTOR_REPEATED, NULL);
    else if (*library->reason)
        fprintf(page->out, "    %s\n", library->reason);
    if (!library->is_examined || *library->reason)
        return;
    snprintf(name, sizeof name, "%s%s%s", blas->provider, *blas->version ? " " : "", blas->version);
    const char *kernel = *blas->kernel ? blas->kernel : mm_report_message(page, MM_SAY_DOCTOR_KERNEL_UNKNOWN);
    mm_report_say(page, MM_SAY_DOCTOR_LIBRARY,
                  (mm_slot[]){mm_slot_text("library", name), mm_slot_text("kernel", kernel), {0}});
    if (library->gflops > 0)
        print_rate(page, library, peak);
    fputc('\n', page->out);
    if (library->share > MM_ABOVE_PEAK)
        mm_report_say(page, MM_SAY_DOCTOR_ABOVE_PEAK, NULL);
}

static void print_subject(const mm_report *page, const mm_subject *subject, const mm_peak *peak)
{
    const char *name = name_of(page, subject->name);
    if (subject->library_count > 0)
        mm_report_say(page, MM_SAY_DOCTOR_SERVED, (mm_slot[]){mm_slot_text("subject", name), {0}});
    else
        fprintf(page->out, "%s\n", name);
    for (int i = 0; i < subject->library_count; i++)
        print_library(page, &subject->libraries[i], i == 0, peak);
    if (*subject->reason)
        fprintf(page->out, "  %s\n", subject->reason);
}

/* A program that did not end well may not have come to its BLAS. */
static void print_program(const mm_report *page, const mm_diagnosis *d)
{
    if (d->program_status > 0 && !d->is_interrupted)
        mm_report_say(page, MM_SAY_DOCTOR_PROGRAM_ENDED,
                      (mm_slot[]){mm_slot_text("program", d->subjects[0].name),
                                  mm_slot_whole("status", d->program_status),
                                  {0}});
}

/* --- What was found. */

static void print_finding(const mm_report *page, int number, const mm_finding *f)
{
    const char *headline = headline_of(page, f->id), *subject = name_of(page, f->subject);
    char evidence[sizeof f->title + sizeof f->evidence + 4];
    char *MM_FREED cost = cost_of(page, f);
    int used = fprintf(page->out, "\n%d. ", number) - 1 + columns(subject, strlen(subject)) + 2;
    fprintf(page->out, "%s: ", subject);
    print_wrapped(page->out, used, 3, headline ? headline : f->title);
    snprintf(evidence, sizeof evidence, "%s%s%s", headline ? f->title : "", headline ? "; " : "",
             f->evidence);
    print_labelled(page, MM_SAY_DOCTOR_SEEN, evidence);
    print_labelled(page, MM_SAY_DOCTOR_COSTS, cost ? cost : f->consequence);
    if (*f->fix)
        print_fix(page, f->fix);
    print_labelled(page, f->is_verified ? MM_SAY_DOCTOR_VERIFIED : MM_SAY_DOCTOR_UNPROVEN, proof_of(page, f));
}

/* Short: nothing is sick. */
static void print_advice(const mm_report *page, const mm_finding *f)
{
    const char *headline = headline_of(page, f->id), *subject = name_of(page, f->subject);
    char *MM_FREED cost = cost_of(page, f);
    char line[2 * sizeof f->title + 2 * sizeof f->consequence];
    snprintf(line, sizeof line, "%.190s: %.190s: %.600s", subject, headline ? headline : f->title,
             cost ? cost : f->consequence);
    fputs("  ", page->out);
    print_wrapped(page->out, 2, 4, line);
    if (*f->fix)
        fprintf(page->out, "    %s\n", f->fix);
}

static void print_findings(const mm_report *page, const mm_diagnosis *d)
{
    int sick = mm_diagnosis_sick(d); /* those stand first */
    for (int i = 0; i < sick; i++)
        print_finding(page, i + 1, &d->findings[i]);
    if (sick < d->finding_count)
        mm_report_say(page, MM_SAY_DOCTOR_ADVICE, NULL);
    for (int i = sick; i < d->finding_count; i++)
        print_advice(page, &d->findings[i]);
}

static bool is_same_unknown(const mm_look *one, const mm_look *two)
{
    return one->state == MM_PROBE_UNKNOWN && two->state == MM_PROBE_UNKNOWN &&
           strcmp(one->subject, two->subject) == 0 && strcmp(one->note, two->note) == 0;
}

/* "SUBJECT: kernel, library: NOTE", of all looks from the i-th on with this subject and note. */
static void print_unknown_line(const mm_report *page, const mm_diagnosis *d, int i)
{
    const mm_look *look = &d->looks[i];
    char line[1000];
    size_t length = (size_t)snprintf(line, sizeof line, "%.190s: %s", name_of(page, look->subject), look->id);
    for (int after = i + 1; after < d->look_count; after++)
        if (is_same_unknown(look, &d->looks[after]) && strcmp(look->id, d->looks[after].id) != 0 &&
            length < sizeof line)
            length += (size_t)snprintf(line + length, sizeof line - length, ", %s", d->looks[after].id);
    if (length < sizeof line)
        snprintf(line + length, sizeof line - length, ": %s", look->note);
    fputs("  ", page->out);
    print_wrapped(page->out, 2, 4, line);
}

/* One line a reason. */
static void print_unknown(const mm_report *page, const mm_diagnosis *d)
{
    bool any = false;
    for (int i = 0; i < d->look_count; i++) {
        bool is_told = d->looks[i].state != MM_PROBE_UNKNOWN;
        for (int before = 0; before < i && !is_told; before++)
            is_told = is_same_unknown(&d->looks[i], &d->looks[before]);
        if (is_told)
            continue;
        if (!any)
            mm_report_say(page, MM_SAY_DOCTOR_UNKNOWN, NULL);
        print_unknown_line(page, d, i);
        any = true;
    }
}

static void print_summary(const mm_report *page, const mm_diagnosis *d)
{
    int sick = mm_diagnosis_sick(d), well = 0, unknown = 0;
    char seconds[32];
    for (int i = 0; i < d->look_count; i++) {
        well += d->looks[i].state == MM_PROBE_WELL;
        unknown += d->looks[i].state == MM_PROBE_UNKNOWN;
    }
    snprintf(seconds, sizeof seconds, "%.1f", d->seconds);
    const double share = d->subject_count > 0 ? d->subjects[0].libraries[0].share : 0;
    const mm_slot slots[] = {mm_slot_whole("percent", (int64_t)lround(100 * share)),
                             mm_slot_whole("count", sick),
                             mm_slot_whole("well", well),
                             mm_slot_whole("unknown", unknown),
                             mm_slot_text("seconds", seconds),
                             {0}};
    if (d->is_interrupted) {
        mm_report_say(page, MM_SAY_DOCTOR_INTERRUPTED, NULL);
        return;
    }
    mm_report_say(page,
                  sick == 0   ? MM_SAY_DOCTOR_HEALTHY
                  : sick == 1 ? MM_SAY_DOCTOR_ONE_FINDING
                              : MM_SAY_DOCTOR_FINDINGS,
                  slots);
    mm_report_say(page, MM_SAY_DOCTOR_COUNTS, slots);
}

mm_status mm_doctor_page(const mm_diagnosis *d, const mm_language *language, char **text, mm_error *err)
{
    size_t size;
    const mm_report page = {.out = open_memstream(text, &size), .messages = language->messages};
    if (!page.out)
        return mm_fail_memory(err, 1);
    for (int i = 0; i < d->subject_count; i++)
        print_subject(&page, &d->subjects[i], &d->peak);
    print_program(&page, d);
    print_findings(&page, d);
    print_unknown(&page, d);
    print_summary(&page, d);
    return fclose(page.out) == 0 ? MM_OK : mm_fail_memory(err, (double)size);
}

/* --- For eval. */

/* Does a line of text set this variable, or unset it? */
static bool is_set_in(const char *text, const char *setting)
{
    const size_t length = strcspn(setting, "=\n");
    for (; text && *text; text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL)
        if (strcspn(text, "=\n") == length && strncmp(text, setting, length) == 0)
            return true;
    return false;
}

static bool is_set_before(const mm_diagnosis *d, int i, const char *setting)
{
    for (int before = 0; before < i; before++) {
        const mm_finding *other = &d->findings[before];
        if (other->is_verified && !other->is_advice && is_set_in(other->setting, setting))
            return true;
    }
    return false;
}

mm_status mm_doctor_environment(const mm_diagnosis *d, char **text, mm_error *err)
{
    size_t size;
    char line[MM_SETTING_LINE_SIZE];
    FILE *out = open_memstream(text, &size);
    if (!out)
        return mm_fail_memory(err, 1);
    for (int i = 0; i < d->finding_count; i++) {
        const mm_finding *f = &d->findings[i];
        if (!f->is_verified || f->is_advice)
            continue;
        for (const char *at = f->setting; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
            if (!is_set_before(d, i, at) && mm_setting_line(at, line))
                fprintf(out, "%s\n", line);
    }
    return fclose(out) == 0 ? MM_OK : mm_fail_memory(err, (double)size);
}
