/* What the probes share: children that compute with one library, verified and then timed in turns, and the
 * places for what is found. Private to src/doctor and its tests. */
#ifndef MM_EXAM_H
#define MM_EXAM_H

#include <limits.h>

#include "bench/rivals.h"
#include "blas/find.h"
#include "doctor/doctor.h"
#include "measure/environment.h"

typedef struct mm_exam {
    const mm_doctor_options *options;
    mm_diagnosis *out;
    mm_rivals room; /* only its shared memory */
    mm_paths found; /* the libraries of this machine */
    mm_environment environment;
    bool was_late;     /* a search was cut short by the deadline */
    double deadline_s; /* on mm_clock_s's scale */
} mm_exam;

/* One library of one subject. */
typedef struct mm_patient {
    mm_subject *subject;
    mm_served *library;
    mm_contender now;  /* as it is, in one thread; verified, and gone where that failed */
    char failure[256]; /* why; "" where it is right */
    char failure_id[32];
    int integer_bits;
    bool plain_names;
    int threads;        /* it takes by itself; 0 before mm_patient_threads */
    double working;     /* of them, by the CPU time of a large product */
    double kernel_gain; /* of a better kernel that was found; else 0 */
} mm_patient;

/* --- candidate.c */

enum { MM_ANY_THREADS = 0 };

/* Starts a child with the library at path under the subject's environment with the settings (NULL-terminated,
 * as mm_environment_with; NULL: none), in one thread or in as many as it takes by itself, and sees that its
 * products are right, in both element types. Errors: as mm_rival_start and mm_trial; the child is gone then.
 */
mm_status mm_candidate_start(mm_exam *exam, const mm_subject *subject, const char *path,
                             const char *const *settings, int threads, mm_contender *candidate,
                             mm_error *err);

/* The same in one element type; one that it does not have is right. Before a candidate is advised, both must
 * be. */
mm_status mm_candidate_verify(mm_exam *exam, mm_contender *candidate, mm_dtype dtype, mm_error *err);

/* Is the budget used up? Notes that the search which asks is cut short: what it did not find is no all-clear.
 */
bool mm_is_late(mm_exam *exam);

/* Must the examination stop? Else the failure is the candidate's own. */
bool mm_is_fatal(mm_status status);

typedef struct mm_race {
    mm_dtype dtype;
    int n;            /* square */
    int rounds;       /* at least 6, for an interval */
    bool is_denormal; /* A's numbers are below the smallest normal one */
} mm_race;

enum { MM_ROUNDS_MAX = 31 };
typedef struct mm_timed {
    double samples_s[MM_ROUNDS_MAX];
    int count; /* 0: it failed, for reason */
    char reason[256];
    double gflops, best_gflops; /* of the median, of the fastest sample */
} mm_timed;

/* Times candidates in turns, one sample of each a round, after each has computed this product rightly. One
 * that fails is ended, and the others go on. */
mm_status mm_candidates_time(mm_exam *exam, mm_contender *const *candidates, int count, const mm_race *race,
                             mm_timed *timed, mm_error *err);

/* The rate of a candidate alone, large enough for what a kernel can do, small enough for the slowest. */
mm_status mm_candidate_measure(mm_exam *exam, mm_contender *candidate, mm_race *race, mm_timed *timed,
                               mm_error *err);

/* From the ratios of the samples of the same rounds. Zeros where one has none. */
mm_gain mm_gain_of(const mm_timed *now, const mm_timed *after);

/* A fix must win clearly: the whole interval is beyond this. */
#define MM_CLEAR_GAIN 1.10
bool mm_is_clear(const mm_gain *gain);

/* It seems to win, but the samples scatter too much: neither a finding nor an all-clear. */
bool mm_is_unsure(const mm_gain *gain);

/* Is this rate so near the measured peak that nothing can be clearly faster? The peak is measured again then:
 * a low one would be a false all-clear, and one that the rate is above of says nothing. */
mm_status mm_is_near_peak(mm_exam *exam, double gflops, bool *near, mm_error *err);

/* --- kernel.c, library.c and selection.c. The best is running where one was found, and not otherwise: the
 * fastest that is clearly faster than the patient, or the fastest of all where the patient itself may not be
 * timed; but what mm_library_underneath gives, unless another is clearly faster than that. */

/* Another kernel of the patient's library; best->setting selects it. */
mm_status mm_kernel_search(mm_exam *exam, mm_patient *patient, mm_contender *best, mm_error *err);

/* Another library, under its best kernel; best->path, and best->setting where it needs one. */
mm_status mm_library_search(mm_exam *exam, mm_patient *patient, mm_contender *best, mm_error *err);

/* What the loader gives once that which gives the patient's library is taken out of the environment: the
 * path, and "" where nothing there gives it or what is left computes wrongly. */
mm_status mm_library_underneath(mm_exam *exam, const mm_patient *patient, char path[PATH_MAX], mm_error *err);

/* How that library is selected: the finding's fix, and its setting where the loader was seen to give that
 * library under it, so that it is verified. */
mm_status mm_library_selection(mm_exam *exam, const mm_patient *patient, const mm_contender *best,
                               mm_finding *finding, mm_error *err);

/* The folder of a file, and whether two files lie in the same one; by name, links not resolved. */
void mm_folder_of(const char *path, char folder[PATH_MAX]);
bool mm_is_same_folder(const char *path, const char *other);

/* --- finding.c */

/* A new finding of the look's probe; its state becomes finding. Never NULL: where there is no place left, one
 * that nobody sees. */
mm_finding *mm_finding_add(mm_exam *exam, mm_look *look);
mm_look *mm_look_add(mm_diagnosis *diagnosis, const char *id, const char *subject); /* never NULL, likewise */
void mm_look_is(mm_look *look, mm_probe_state state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "could be 7.9 times as fast (7.7 to 8.1): 34 GFLOPS now, 268 after, N=512, f32, one thread" */
void mm_gain_tell(const mm_gain *gain, const mm_race *race, const char *threads, char *text, size_t size);

/* The line of a shell that makes the setting, which \n or \0 ends: "export NAME='a b'", "unset NAME". False,
 * and line "", where it is too long. */
enum { MM_SETTING_LINE_SIZE = MM_SETTING_SIZE };
bool mm_setting_line(const char *setting, char line[MM_SETTING_LINE_SIZE]);

/* One more line of the fix. */
void mm_finding_fix(mm_finding *finding, const char *line);

/* The administrator's command that selects a file, or what lies beside it, as "libblas.so.3" or
 * "liblapack.so.3", as a line of the fix. False where it is no alternative, or the present one. */
bool mm_finding_alternative(mm_finding *finding, const char *name, const char *path);

/* One more setting, and its line of the fix. False, and nothing done, where there is no room for it. */
bool mm_finding_set(mm_finding *finding, const char *setting);

/* Sick first, then by gain. */
void mm_findings_sort(mm_diagnosis *diagnosis);

/* --- the probes: each fills the look, and adds findings. Errors: only what stops the examination. */
typedef mm_status mm_probe(mm_exam *exam, mm_patient *patient, mm_look *look, mm_error *err);
mm_probe mm_probe_result, mm_probe_width, mm_probe_kernel, mm_probe_library, mm_probe_threads,
    mm_probe_affinity, mm_probe_small, mm_probe_runtimes, mm_probe_lapack, mm_probe_denormals, mm_probe_data;

/* Do options->only and options->skip leave this probe? */
bool mm_is_wanted(const mm_exam *exam, const char *id);

/* The threads that it takes by itself: counted when first asked for. 0 where that could not be, for a reason
 * in the look. Errors: only what stops the examination. */
mm_status mm_patient_threads(mm_exam *exam, mm_patient *patient, int *threads, mm_look *look, mm_error *err);

/* The variable that sets this library's threads and nothing else, where there is one. */
const char *mm_thread_variable(const mm_blas *blas);

/* A candidate's own failure, "with WHAT it ...", is noted in the look. False where there is nothing to race.
 */
bool mm_has_started(mm_status status, const mm_error *why, const char *what, mm_look *look);

/* CPUs that affinity and cgroup quota leave this process, rounded down, at least 1. */
int mm_usable_cpus(const mm_exam *exam);

#endif
