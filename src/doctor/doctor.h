/* Which BLAS serves a program, which of its kernels, how far from what this CPU can do, and what to change:
 * every fix is tried in a child process before it is advised, first for right results, then for speed. */
#ifndef MM_DOCTOR_H
#define MM_DOCTOR_H

#include <stdbool.h>

#include "blas/blas.h"
#include "blas/owner.h"
#include "measure/peak.h"

/* How many times as fast with the fix as without it: medians of samples taken in turns. All zeros: not
 * measured. */
typedef struct mm_gain {
    double ratio, ci95[2];
    double now_gflops, after_gflops;
} mm_gain;

/* An LD_LIBRARY_PATH may be long, and one that is cut is wrong. */
enum { MM_SETTING_SIZE = 4096, MM_FIX_SIZE = 5120 };

typedef struct mm_finding {
    char id[32];      /* of the probe: mm_doctor_probe */
    char subject[96]; /* mm_subject.name, or "the machine" */
    bool is_broken;   /* results are wrong, or there are none: before everything else */
    bool is_advice;   /* worth knowing, but nothing is sick: it does not count for the exit status */
    char title[200];
    char evidence[512];            /* what was read or measured */
    char consequence[320];         /* in numbers */
    char fix[MM_FIX_SIZE];         /* lines to paste, separated by \n */
    char setting[MM_SETTING_SIZE]; /* what the fix exports: "NAME=value", or "NAME" to unset it, separated by
                                      \n where it takes several; "" where it is not of that kind */
    bool is_verified;              /* the fix ran in a child: right results, then faster */
    char verification[320];        /* how, or why it could not be */
    mm_gain gain;
} mm_finding;

typedef enum mm_probe_state {
    MM_PROBE_WELL,
    MM_PROBE_FINDING,
    MM_PROBE_ADVICE,
    MM_PROBE_UNKNOWN
} mm_probe_state;
const char *mm_probe_state_name(mm_probe_state state); /* "well", "finding", ... */

/* What one probe saw. */
typedef struct mm_look {
    const char *id;
    char subject[96];
    mm_probe_state state;
    char note[320]; /* unknown: why; well: the number behind it */
} mm_look;

/* A share beyond this says that the peak was measured too low. */
#define MM_ABOVE_PEAK 1.02

/* A BLAS that a subject has loaded. */
typedef struct mm_served {
    char path[512];   /* as mm_blas.path */
    mm_owner owner;   /* of the file; empty: nobody claims it */
    bool is_examined; /* false: it may not be timed, for reason */
    char reason[256]; /* that, or: */
    bool is_repeated; /* it was examined with another subject */
    mm_blas blas;     /* empty where it does not even load; threads: that it takes by itself, 0 not asked */
    double gflops;    /* f32, square, one thread, at n; 0 where it may not be timed (a wrong result) */
    double share;     /* of the measured peak */
    int n;
} mm_served;

enum {
    MM_SERVED_MAX = 8,
    MM_RUNTIMES_MAX = 4,
    MM_FINDINGS_MAX = 48,
    MM_LOOKS_MAX = 160,
    MM_SUBJECTS_MAX = 3
};

/* The names of what is everybody's. */
#define MM_DEFAULT_LIBRARY "the default library"
#define MM_MACHINE "the machine"

/* Whose BLAS: the default library, Octave, or a program. */
typedef struct mm_subject {
    char name[96];
    char **environment;                 /* that its library starts with; owned */
    mm_served libraries[MM_SERVED_MAX]; /* the first serves it */
    int library_count;
    char lapack[512];                    /* the file that has dgetrf_; "" unknown */
    char runtimes[MM_RUNTIMES_MAX][512]; /* OpenMP's, that a program has loaded */
    int runtime_count;
    char cpus[128];   /* "0-1": what a program's main thread may run on at its end; "" unknown */
    char reason[256]; /* where nothing is known of it */
} mm_subject;

typedef struct mm_diagnosis {
    mm_subject subjects[MM_SUBJECTS_MAX];
    int subject_count;
    mm_finding findings[MM_FINDINGS_MAX]; /* sick first, then by gain */
    int finding_count;
    mm_look looks[MM_LOOKS_MAX];
    int look_count;
    mm_peak peak; /* f32, one thread: the best of the start and the end */
    double seconds;
    int program_status; /* exit status of the program, 128 + signal; -1 where none ran */
    bool is_interrupted;
} mm_diagnosis;

typedef struct mm_doctor_options {
    const char *worker; /* the program whose worker command is run; NULL: this one */
    char **program;     /* argv of a program to diagnose, or NULL: the default library and Octave */
    int program_output; /* file descriptor for its standard output; -1: ours */
    const char *octave; /* to ask for its library; NULL: leave it out */
    const char *only;   /* "kernel,threads": no other probes; NULL: all */
    const char *skip;   /* likewise: not these; NULL: none */
    double budget_s;    /* for everything; a probe that would begin later is "unknown" */
    double patience_s;  /* a child that does not answer for so long hangs */
    bool (*interrupted)(void);
    void (*progress)(const char *line);
} mm_doctor_options;

/* Examines. *diagnosis holds what was found whatever the status; free it with mm_diagnosis_free. Errors:
 * noSubject (MM_UNAVAILABLE: no library could be found or started), noMemory, MM_INTERRUPTED. */
mm_status mm_doctor_run(const mm_doctor_options *options, mm_diagnosis *diagnosis, mm_error *err);
void mm_diagnosis_free(mm_diagnosis *diagnosis);

/* How many findings are no mere advice. */
int mm_diagnosis_sick(const mm_diagnosis *diagnosis);

/* The i-th probe: its id and what it looks at; NULL after the last. */
const char *mm_doctor_probe(int i, const char **looks_at);

#endif
