/* The machine while it was examined: governor, power, the clock, stolen time. What the lab's checks say of
 * them is said here, too; a finding is only what clearly costs. */
#include "doctor/machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/checks.h"

/* What the clock could be, in times of what it is. 1 where either is unknown. */
static double clock_loss(const mm_machine_state *state)
{
    double now = fmax(state->clock_ghz[0], state->clock_ghz[1]);
    return state->system_ghz > 0 && now > 0 ? state->system_ghz / now : 1;
}

static mm_finding *add_finding(mm_exam *exam, mm_look *look, const mm_check *check, double ratio)
{
    mm_finding *f = mm_finding_add(exam, look);
    snprintf(f->title, sizeof f->title, "%.190s", check->message);
    snprintf(f->evidence, sizeof f->evidence, "%s", check->message);
    snprintf(f->fix, sizeof f->fix, "# %s", check->fix);
    f->gain.ratio = f->gain.ci95[0] = f->gain.ci95[1] = ratio;
    snprintf(f->verification, sizeof f->verification,
             "it takes the administrator, or other hands than a program's");
    snprintf(look->note, sizeof look->note, "%.300s", check->message);
    return f;
}

/* Governor and power: what is set matters where the clock shows it. */
static void look_at_setting(mm_exam *exam, const mm_machine_state *state, const mm_fact *fact,
                            const char *fix, const mm_check *check, mm_look *look)
{
    double loss = clock_loss(state), now = fmax(state->clock_ghz[0], state->clock_ghz[1]);
    if (!*fact->value) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "%s", fact->reason);
        return;
    }
    if (!check->ok && (state->system_ghz <= 0 || now <= 0)) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "%s; %s", check->message,
                   now <= 0 ? "the clock could not be measured" : "how high the clock can be is not known");
        return;
    }
    if (check->ok || loss <= MM_CLEAR_GAIN) {
        char clock[80] = "";
        if (now > 0)
            snprintf(clock, sizeof clock, "; the clock was measured at %.2f GHz%s", now,
                     state->system_ghz > 0 && loss <= MM_CLEAR_GAIN ? ", near its highest" : "");
        mm_look_is(look, MM_PROBE_WELL, "%s%s", check->message, clock);
        return;
    }
    mm_finding *f = add_finding(exam, look, check, loss);
    snprintf(f->evidence, sizeof f->evidence,
             "%.400s; the clock was measured at %.2f GHz, its highest is %.2f", check->message, now,
             state->system_ghz);
    snprintf(f->consequence, sizeof f->consequence, "up to %.2f times as fast at the highest clock", loss);
    snprintf(f->fix, sizeof f->fix, "%s", fix);
}

static void look_at_governor(mm_exam *exam, const mm_machine_state *state, const mm_check *check,
                             mm_look *look)
{
    look_at_setting(exam, state, &state->manifest.environment.governor,
                    "sudo cpupower frequency-set -g performance", check, look);
}

static void look_at_power(mm_exam *exam, const mm_machine_state *state, const mm_check *check, mm_look *look)
{
    look_at_setting(exam, state, &state->manifest.environment.ac_power, "# plug it in", check, look);
}

/* A clock that falls while it is measured: too hot, or over a limit of power. */
static void look_at_clock(mm_exam *exam, const mm_machine_state *state, const mm_check *check, mm_look *look)
{
    double start = state->clock_ghz[0], end = state->clock_ghz[1];
    (void)check;
    if (start <= 0 || end <= 0) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "the clock could not be measured");
        return;
    }
    if (start <= MM_CLEAR_GAIN * end) {
        mm_look_is(look, MM_PROBE_WELL, "%.2f GHz at the start, %.2f at the end", start, end);
        return;
    }
    mm_check fall = {
        .fix = "let it cool, and look at its fans and power limits; on shared machines, at its neighbours"};
    snprintf(fall.message, sizeof fall.message, "the clock fell from %.2f to %.2f GHz during the examination",
             start, end);
    mm_finding *f = add_finding(exam, look, &fall, start / end);
    snprintf(f->consequence, sizeof f->consequence, "%.2f times as fast at the clock of the start",
             start / end);
}

static void look_at_steal(mm_exam *exam, const mm_machine_state *state, const mm_check *check, mm_look *look)
{
    const mm_counters *before = &state->manifest.before, *after = &state->manifest.after;
    if (!before->has_steal || !after->has_steal) {
        mm_look_is(look, MM_PROBE_UNKNOWN, "%s", before->has_steal ? after->reason : before->reason);
        return;
    }
    double busy_s = fmax(0, after->busy_s - before->busy_s),
           steal_s = fmax(0, after->steal_s - before->steal_s);
    double loss = busy_s > 0 ? (busy_s + steal_s) / busy_s : 1;
    if (check->ok || loss <= MM_CLEAR_GAIN) {
        mm_look_is(look, MM_PROBE_WELL, "%s", check->message);
        return;
    }
    mm_finding *f = add_finding(exam, look, check, loss);
    snprintf(f->consequence, sizeof f->consequence, "%.2f times as fast without it", loss);
}

static const struct {
    const char *id, *check;
    void (*look)(mm_exam *, const mm_machine_state *, const mm_check *, mm_look *);
} looks[] = {{"governor", "governor", look_at_governor},
             {"power", "power", look_at_power},
             {"clock", NULL, look_at_clock},
             {"steal", "steal", look_at_steal}};
enum { LOOK_COUNT = sizeof looks / sizeof *looks };

void mm_machine_look(mm_exam *exam, const mm_machine_state *state)
{
    const mm_results none = {0};
    for (int i = 0; i < LOOK_COUNT; i++) {
        mm_check check = {.ok = true};
        if (!mm_is_wanted(exam, looks[i].id))
            continue;
        if (looks[i].check)
            mm_check_one(looks[i].check, &none, &state->manifest, &check);
        looks[i].look(exam, state, &check, mm_look_add(exam->out, looks[i].id, MM_MACHINE));
    }
}

static const double CLOCK_S = 0.03;

static double measure_clock(void)
{
    mm_clock_rate rate;
    return mm_clock_rate_measure(CLOCK_S, &rate, NULL) == MM_OK ? rate.ghz : 0;
}

void mm_machine_begin(mm_machine_state *state)
{
    mm_fact why;
    *state = (mm_machine_state){.system_ghz = mm_clock_rate_system_ghz(&why)};
    mm_environment_read(&state->manifest.environment);
    mm_counters_read(&state->manifest.before);
    state->clock_ghz[0] = measure_clock();
}

/* A low clock is measured again: one sample may have had a neighbour. */
void mm_machine_end(mm_machine_state *state)
{
    mm_counters_read(&state->manifest.after);
    for (int i = 0; i < 5 && state->clock_ghz[0] > MM_CLEAR_GAIN * state->clock_ghz[1]; i++)
        state->clock_ghz[1] = fmax(state->clock_ghz[1], measure_clock());
}
