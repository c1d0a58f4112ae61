/* doctor.json, written. The order of the keys here is the canonical one. */
#include <math.h>

#include "record/json.h"
#include "report/doctor_page.h"

static void add_positive(mm_json_writer *json, cJSON *parent, const char *key, double value)
{
    mm_json_number(json, parent, key, value > 0 ? value : NAN); /* NAN is written as null: unknown */
}

static void add_library(mm_json_writer *json, cJSON *parent, const mm_served *library)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "path", library->path);
    mm_json_text(json, object, "engine", library->blas.engine);
    mm_json_text(json, object, "package", library->owner.package);
    mm_json_text(json, object, "package_version", library->owner.version);
    mm_json_text(json, object, "provider", library->blas.provider);
    mm_json_text(json, object, "version", library->blas.version);
    mm_json_text(json, object, "kernel", library->blas.kernel);
    mm_json_text(json, object, "threading", library->blas.threading);
    add_positive(json, object, "threads", library->blas.threads);
    add_positive(json, object, "gflops", library->gflops);
    add_positive(json, object, "share_of_peak", library->share);
    add_positive(json, object, "n", library->n);
    mm_json_text(json, object, "reason", library->reason);
}

static void add_subject(mm_json_writer *json, cJSON *parent, const mm_subject *subject)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "name", subject->name);
    cJSON *libraries = mm_json_array(json, object, "libraries");
    for (int i = 0; i < subject->library_count; i++)
        add_library(json, libraries, &subject->libraries[i]);
    mm_json_text(json, object, "lapack", subject->lapack);
    mm_json_text(json, object, "reason", subject->reason);
}

static void add_gain(mm_json_writer *json, cJSON *parent, const mm_gain *gain)
{
    if (gain->ratio <= 0) {
        mm_json_null(json, parent, "gain");
        return;
    }
    cJSON *object = mm_json_object(json, parent, "gain");
    mm_json_number(json, object, "ratio", gain->ratio);
    cJSON *interval = mm_json_array(json, object, "ci95");
    mm_json_number(json, interval, NULL, gain->ci95[0]);
    mm_json_number(json, interval, NULL, gain->ci95[1]);
    add_positive(json, object, "now_gflops", gain->now_gflops);
    add_positive(json, object, "after_gflops", gain->after_gflops);
}

static void add_finding(mm_json_writer *json, cJSON *parent, const mm_finding *finding)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "id", finding->id);
    mm_json_string(json, object, "subject", finding->subject);
    mm_json_bool(json, object, "broken", finding->is_broken);
    mm_json_bool(json, object, "advice", finding->is_advice);
    mm_json_string(json, object, "title", finding->title);
    mm_json_string(json, object, "evidence", finding->evidence);
    mm_json_string(json, object, "consequence", finding->consequence);
    mm_json_text(json, object, "fix", finding->fix);
    mm_json_text(json, object, "setting", finding->setting);
    mm_json_bool(json, object, "verified", finding->is_verified);
    mm_json_string(json, object, "verification", finding->verification);
    add_gain(json, object, &finding->gain);
}

static void add_look(mm_json_writer *json, cJSON *parent, const mm_look *look)
{
    cJSON *object = mm_json_object(json, parent, NULL);
    mm_json_string(json, object, "id", look->id);
    mm_json_string(json, object, "subject", look->subject);
    mm_json_string(json, object, "state", mm_probe_state_name(look->state));
    mm_json_text(json, object, "note", look->note);
}

mm_status mm_doctor_to_text(const mm_diagnosis *d, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL), *list;
    mm_json_string(&json, root, "schema", "gemmlab-doctor/1");
    mm_json_bool(&json, root, "healthy", mm_diagnosis_sick(d) == 0 && !d->is_interrupted);
    mm_json_bool(&json, root, "interrupted", d->is_interrupted);
    mm_json_number(&json, root, "seconds", d->seconds);
    add_positive(&json, root, "peak_gflops", d->peak.gflops);
    mm_json_string(&json, root, "peak_isa", mm_isa_name(d->peak.isa));
    if (d->program_status >= 0)
        mm_json_integer(&json, root, "program_status", d->program_status);
    else
        mm_json_null(&json, root, "program_status");
    list = mm_json_array(&json, root, "subjects");
    for (int i = 0; i < d->subject_count; i++)
        add_subject(&json, list, &d->subjects[i]);
    list = mm_json_array(&json, root, "findings");
    for (int i = 0; i < d->finding_count; i++)
        add_finding(&json, list, &d->findings[i]);
    list = mm_json_array(&json, root, "looked_at");
    for (int i = 0; i < d->look_count; i++)
        add_look(&json, list, &d->looks[i]);
    return mm_json_finish(&json, text, err);
}
