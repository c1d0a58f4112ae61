#include "traffic/traffic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cleanup.h"
#include "measure/clock.h"
#include "traffic/count.h"
#include "traffic/geometry.h"
#include "traffic/model.h"
#include "traffic/simulate.h"

/* What a simulation is taken to cost before the first one of a method was seen: valgrind evaluates each
 * multiply-add of an FMA instruction in a function of its own. */
static const double GUESS_START_S = 1.5, GUESS_MADD_S = 60e-9;

/* Below this, the difference of two runs says little about the time of a product. */
static const double TELLING_S = 0.2;

typedef struct traffic_cell {
    const mm_method *method;
    int64_t n;
    double *madd_s; /* the method's, shared by its cells */
    bool done;
} traffic_cell;

typedef struct traffic_state {
    const mm_traffic_run *run;
    mm_intensity *intensity;
    mm_traffic_source source; /* chosen */
    double deadline_s;
    double start_s; /* of a simulated run without a product */
    traffic_cell *cells;
    int cell_count;
} traffic_state;

/* --- the source */

static mm_status find_source(mm_traffic_source source, mm_intensity *intensity, mm_error *err)
{
    if (source == MM_TRAFFIC_COUNTERS)
        return mm_count_available(err);
    if (source == MM_TRAFFIC_SIMULATED)
        return mm_simulate_find(intensity->valgrind, sizeof intensity->valgrind, err);
    return MM_OK;
}

static mm_status choose_source(traffic_state *state, mm_error *err)
{
    mm_intensity *intensity = state->intensity;
    state->source = state->run->source;
    if (state->source != MM_TRAFFIC_NONE)
        return find_source(state->source, intensity, err);
    for (state->source = MM_TRAFFIC_COUNTERS; state->source < MM_TRAFFIC_MODEL; state->source++) {
        mm_error why;
        mm_status status = find_source(state->source, intensity, &why);
        if (status != MM_UNAVAILABLE) {
            if (status != MM_OK && err)
                *err = why;
            return status;
        }
        snprintf(intensity->source_reason[state->source], sizeof intensity->source_reason[0], "%.255s",
                 why.text);
    }
    return MM_OK;
}

/* --- a cell */

static double predicted_s(const traffic_state *state, const traffic_cell *cell)
{
    return 2 * state->start_s + *cell->madd_s * mm_intensity_flop(cell->n) / 2;
}

static void fill_model(const traffic_state *state, const traffic_cell *cell, mm_intensity_row *row)
{
    row->source = MM_TRAFFIC_MODEL;
    for (int i = 0; i < state->intensity->cache_count; i++)
        row->bytes[i] =
            mm_model_bytes(cell->method, state->run->dtype, cell->n, &state->intensity->simulated[i]);
}

static mm_status simulate(traffic_state *state, const traffic_cell *cell, mm_intensity_row *row,
                          mm_error *err)
{
    const mm_traffic_run *run = state->run;
    mm_simulation_time time;
    double needed_s = predicted_s(state, cell), left_s = state->deadline_s - mm_clock_s();
    if (needed_s > left_s)
        return mm_fail(err, MM_UNAVAILABLE, "tooLong",
                       "simulating it would take about %.0f s, and the budget leaves %.0f; raise --budget",
                       needed_s, fmax(0, left_s));
    mm_simulator simulator = {.program = run->program,
                              .caches = state->intensity->simulated,
                              .cache_count = state->intensity->cache_count,
                              .deadline_s = state->deadline_s,
                              .interrupted = run->interrupted};
    mm_status status = mm_simulate(&simulator, cell->method, run->dtype, cell->n, row, &time, err);
    if (status != MM_OK)
        return status;
    state->start_s = time.start_s;
    if (time.product_s > TELLING_S)
        *cell->madd_s = time.product_s / (mm_intensity_flop(cell->n) / 2);
    return MM_OK;
}

static void tell_progress(const traffic_state *state, const traffic_cell *cell)
{
    char line[160];
    double needed_s = state->source == MM_TRAFFIC_SIMULATED ? predicted_s(state, cell) : 0;
    if (!state->run->progress)
        return;
    snprintf(line, sizeof line, "%s N=%lld, %s: about %.0f s", cell->method->name, (long long)cell->n,
             mm_traffic_source_name(state->source), needed_s);
    state->run->progress(line);
}

/* One row, from the source chosen; where that fails and the source was left open, from the model. */
static mm_status measure_cell(traffic_state *state, traffic_cell *cell, mm_error *err)
{
    const mm_traffic_run *run = state->run;
    mm_intensity_row row = {.dtype = run->dtype, .n = cell->n, .source = state->source};
    mm_error why = {0};
    mm_status status = MM_OK;
    snprintf(row.method, sizeof row.method, "%s", cell->method->name);
    cell->done = true;
    tell_progress(state, cell);
    if (state->source == MM_TRAFFIC_COUNTERS)
        status = mm_count_traffic(state->intensity, cell->method, run->dtype, cell->n, &row, &why);
    else if (state->source == MM_TRAFFIC_SIMULATED)
        status = simulate(state, cell, &row, &why);
    if (status != MM_OK && status != MM_UNAVAILABLE) {
        if (err)
            *err = why;
        return status;
    }
    bool open = run->source == MM_TRAFFIC_NONE;
    if (status == MM_UNAVAILABLE) {
        row.source = MM_TRAFFIC_NONE;
        snprintf(row.reason, sizeof row.reason, "%.250s", why.text);
    }
    if (state->source == MM_TRAFFIC_MODEL || (status != MM_OK && open)) {
        fill_model(state, cell, &row);
        if (status == MM_OK)
            snprintf(row.reason, sizeof row.reason, "%s", mm_model_meaning(cell->method));
    }
    if (!mm_intensity_add(state->intensity, &row))
        return mm_fail_memory(err, sizeof row);
    return run->recorded ? run->recorded(run->recorded_context, state->intensity, err) : MM_OK;
}

/* --- all of them */

static traffic_cell *cheapest(const traffic_state *state)
{
    traffic_cell *best = NULL;
    for (int i = 0; i < state->cell_count; i++) {
        traffic_cell *cell = &state->cells[i];
        if (!cell->done && (!best || predicted_s(state, cell) < predicted_s(state, best)))
            best = cell;
    }
    return best;
}

static mm_status measure_cells(traffic_state *state, mm_error *err)
{
    const mm_traffic_run *run = state->run;
    mm_status status = MM_OK;
    for (traffic_cell *cell; status == MM_OK && (cell = cheapest(state));) {
        if (run->interrupted && run->interrupted())
            status = mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
        else
            status = measure_cell(state, cell, err);
    }
    if (run->progress)
        run->progress(NULL);
    return status;
}

mm_status mm_traffic_measure(const mm_traffic_run *run, mm_intensity *intensity, mm_error *err)
{
    mm_cpu cpu;
    int count = run->method_count * run->size_count;
    double *madd_s MM_FREED = malloc(((size_t)run->method_count + 1) * sizeof *madd_s);
    traffic_cell *cells MM_FREED = malloc(((size_t)count + 1) * sizeof *cells);
    if (!madd_s || !cells)
        return mm_fail_memory(err, (double)count * sizeof *cells);
    for (int m = 0; m < run->method_count; m++) {
        madd_s[m] = GUESS_MADD_S;
        for (int s = 0; s < run->size_count; s++)
            cells[m * run->size_count + s] =
                (traffic_cell){.method = run->methods[m], .n = run->sizes[s], .madd_s = &madd_s[m]};
    }
    *intensity = (mm_intensity){0};
    mm_cpu_read(&cpu);
    mm_geometry_of_cpu(&cpu, intensity);
    traffic_state state = {.run = run,
                           .intensity = intensity,
                           .deadline_s = run->budget_s > 0 ? mm_clock_s() + run->budget_s : INFINITY,
                           .start_s = GUESS_START_S,
                           .cells = cells,
                           .cell_count = count};
    mm_status status = choose_source(&state, err);
    return status == MM_OK ? measure_cells(&state, err) : status;
}
