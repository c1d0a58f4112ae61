/* The arithmetic intensity of methods, each figure from the best source that there is. */
#ifndef MM_TRAFFIC_H
#define MM_TRAFFIC_H

#include "methods.h"
#include "record/intensity.h"

typedef struct mm_traffic_run {
    const mm_method *const *methods; /* of the front end cli */
    int method_count;
    const int64_t *sizes;
    int size_count;
    mm_dtype dtype;
    mm_traffic_source source; /* asked for; MM_TRAFFIC_NONE: the best that there is */
    const char *program;      /* this mmcli */
    double budget_s;          /* for simulations; 0: no bound */
    bool (*interrupted)(void);
    void (*progress)(const char *line);
    mm_status (*recorded)(void *context, const mm_intensity *intensity,
                          mm_error *err); /* after each row; may be NULL */
    void *recorded_context;
} mm_traffic_run;

/* Fills *intensity, the caller's (mm_intensity_free), with a row for each method and size, the quickest
 * simulation first. A row that the source asked for cannot give, for lack of time or because a run fails, is
 * a model's where the source was left open, and else without figures; both say why. MM_UNAVAILABLE noCounters
 * or noValgrind: the source asked for does not exist here; MM_INTERRUPTED: the rows so far are there. */
mm_status mm_traffic_measure(const mm_traffic_run *run, mm_intensity *intensity, mm_error *err);

#endif
