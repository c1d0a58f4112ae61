#include "report/doctor_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/exam.h"

enum { WIDTH = 100 };

/* The text after `used` columns that are printed already, in lines of WIDTH broken at blanks, the others
 * indented. */
static void print_wrapped(FILE *out, int used, int indent, const char *text)
{
    for (size_t blanks = 0; *text; blanks = strspn(text, " "), text += blanks) {
        size_t length = strcspn(text, " ");
        bool fits = used + (int)(blanks + length) <= WIDTH || used <= indent;
        if (!fits)
            fprintf(out, "\n%*s", indent, "");
        else
            fprintf(out, "%*s", (int)blanks, "");
        used = fits ? used + (int)(blanks + length) : indent + (int)length;
        fprintf(out, "%.*s", (int)length, text);
        text += length;
    }
    fputc('\n', out);
}

static void print_labelled(FILE *out, const char *label, const char *text)
{
    enum { INDENT = 13 };
    fprintf(out, "   %-*s", INDENT - 3, label);
    print_wrapped(out, INDENT, INDENT, text);
}

static void print_library(FILE *out, const mm_served *library, bool serves, const mm_peak *peak)
{
    const mm_blas *blas = &library->blas;
    fprintf(out, "  %s%s%s%s%s%s%s\n", library->path, serves ? "" : " (loaded, too)",
            *library->owner.package ? " (" : "", library->owner.package, *library->owner.package ? " " : "",
            library->owner.version, *library->owner.package ? ")" : "");
    if (*blas->engine)
        fprintf(out, "    a front of %s\n", blas->engine);
    if (*library->reason)
        fprintf(out, "    %s\n", library->reason);
    if (!library->is_examined || *library->reason)
        return;
    fprintf(out, "    %s%s%s, kernel %s", blas->provider, *blas->version ? " " : "", blas->version,
            *blas->kernel ? blas->kernel : "unknown");
    if (library->gflops > 0)
        fprintf(out, ", %.3g GFLOPS of %.3g (%.0f %%) at N=%d, f32, one thread", library->gflops,
                peak->gflops, 100 * library->share, library->n);
    fputc('\n', out);
}

static void print_subject(FILE *out, const mm_subject *subject, const mm_peak *peak)
{
    fprintf(out, "%s%s\n", subject->name, subject->library_count > 0 ? " is served by" : "");
    for (int i = 0; i < subject->library_count; i++)
        print_library(out, &subject->libraries[i], i == 0, peak);
    if (*subject->reason)
        fprintf(out, "  %s\n", subject->reason);
}

/* Each line of a fix, under the first. */
static void print_fix(FILE *out, const char *fix)
{
    fprintf(out, "   fix:      ");
    for (; *fix; fix++)
        if (*fix == '\n')
            fprintf(out, "\n             ");
        else
            fputc(*fix, out);
    fputc('\n', out);
}

static void print_finding(FILE *out, int number, const mm_finding *f)
{
    int used = fprintf(out, "\n%d. %s: ", number, f->subject) - 1;
    print_wrapped(out, used, 3, f->title);
    print_labelled(out, "seen:", f->evidence);
    print_labelled(out, "costs:", f->consequence);
    if (*f->fix)
        print_fix(out, f->fix);
    print_labelled(out, f->is_verified ? "verified:" : "unproven:", f->verification);
}

/* Short: nothing is sick. */
static void print_advice(FILE *out, const mm_finding *f)
{
    int used = fprintf(out, "  %s: %s: ", f->subject, f->title);
    print_wrapped(out, used, 4, f->consequence);
    if (*f->fix)
        fprintf(out, "    %s\n", f->fix);
}

static void print_findings(FILE *out, const mm_diagnosis *d)
{
    int sick = mm_diagnosis_sick(d); /* those stand first */
    for (int i = 0; i < sick; i++)
        print_finding(out, i + 1, &d->findings[i]);
    if (sick < d->finding_count)
        fprintf(out, "\nadvice:\n");
    for (int i = sick; i < d->finding_count; i++)
        print_advice(out, &d->findings[i]);
}

static bool is_same_unknown(const mm_look *one, const mm_look *two)
{
    return one->state == MM_PROBE_UNKNOWN && two->state == MM_PROBE_UNKNOWN &&
           strcmp(one->subject, two->subject) == 0 && strcmp(one->note, two->note) == 0;
}

/* One line a reason. */
static void print_unknown(FILE *out, const mm_diagnosis *d)
{
    bool any = false;
    for (int i = 0; i < d->look_count; i++) {
        const mm_look *look = &d->looks[i];
        bool is_told = look->state != MM_PROBE_UNKNOWN;
        for (int before = 0; before < i && !is_told; before++)
            is_told = is_same_unknown(look, &d->looks[before]);
        if (is_told)
            continue;
        fputs(any ? "" : "\nunknown:\n", out);
        char line[800];
        size_t length = (size_t)snprintf(line, sizeof line, "%s", look->id);
        for (int after = i + 1; after < d->look_count; after++)
            if (is_same_unknown(look, &d->looks[after]) && strcmp(look->id, d->looks[after].id) != 0 &&
                length < sizeof line)
                length += (size_t)snprintf(line + length, sizeof line - length, ", %s", d->looks[after].id);
        if (length < sizeof line)
            snprintf(line + length, sizeof line - length, ": %s", look->note);
        print_wrapped(out, fprintf(out, "  %s: ", look->subject), 4, line);
        any = true;
    }
}

static void print_summary(FILE *out, const mm_diagnosis *d)
{
    int sick = mm_diagnosis_sick(d), well = 0, unknown = 0;
    for (int i = 0; i < d->look_count; i++) {
        well += d->looks[i].state == MM_PROBE_WELL;
        unknown += d->looks[i].state == MM_PROBE_UNKNOWN;
    }
    if (d->is_interrupted)
        fprintf(out, "\ninterrupted: what was found so far is shown\n");
    else if (sick > 0)
        fprintf(out, "\n%d finding%s; looked at and well: %d, unknown: %d; %.1f s\n", sick,
                sick > 1 ? "s" : "", well, unknown, d->seconds);
    else
        fprintf(out, "\nhealthy: %.0f %% of the measured peak; looked at and well: %d, unknown: %d; %.1f s\n",
                d->subject_count > 0 ? 100 * d->subjects[0].libraries[0].share : 0, well, unknown,
                d->seconds);
}

mm_status mm_doctor_page(const mm_diagnosis *d, char **text, mm_error *err)
{
    size_t size;
    FILE *out = open_memstream(text, &size);
    if (!out)
        return mm_fail_memory(err, 1);
    for (int i = 0; i < d->subject_count; i++)
        print_subject(out, &d->subjects[i], &d->peak);
    print_findings(out, d);
    print_unknown(out, d);
    print_summary(out, d);
    return fclose(out) == 0 ? MM_OK : mm_fail_memory(err, (double)size);
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
