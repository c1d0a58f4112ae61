/* The machine's state from the start of an examination to its end. Private to src/doctor and its tests. */
#ifndef MM_MACHINE_H
#define MM_MACHINE_H

#include "doctor/exam.h"
#include "measure/clock_rate.h"
#include "record/manifest.h"

typedef struct mm_machine_state {
    mm_manifest manifest; /* only environment, before and after */
    double clock_ghz[2];  /* measured at the start and at the end; 0 unknown */
    double system_ghz;    /* the highest, as the system says; 0 unknown */
} mm_machine_state;

void mm_machine_begin(mm_machine_state *state);
void mm_machine_end(mm_machine_state *state);

/* Adds a look each at governor, power, clock and stolen time, and what findings there are. */
void mm_machine_look(mm_exam *exam, const mm_machine_state *state);

#endif
