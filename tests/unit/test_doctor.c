/* The doctor's own judgements: what is clear, what the machine's state means, how a fix is written for a
 * shell, and what is seen of a program. tests/cli/doctor.bats provokes the findings for real. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/rival_environment.h"
#include "blas/exports.h"
#include "doctor/machine.h"
#include "doctor/watch.h"
#include "report/doctor_page.h"

static const mm_doctor_options options = {.budget_s = 1, .patience_s = 1};

/* --- Gains. */

static mm_timed samples(double first, double step, int count)
{
    mm_timed timed = {.count = count, .gflops = 1};
    for (int i = 0; i < count; i++)
        timed.samples_s[i] = first + step * i;
    return timed;
}

static void test_gain(void **state)
{
    (void)state;
    const mm_timed slow = samples(3, 0, 15), fast = samples(1, 0, 15), wild = samples(1, 0.4, 15), none = {0};
    mm_gain gain = mm_gain_of(&slow, &fast);
    assert_true(gain.ratio == 3 && gain.ci95[0] == 3 && gain.ci95[1] == 3);
    assert_true(mm_is_clear(&gain) && !mm_is_unsure(&gain));
    gain = mm_gain_of(&fast, &slow);
    assert_true(gain.ratio < 1 && !mm_is_clear(&gain) && !mm_is_unsure(&gain));
    const mm_timed steady = samples(3, 0, 15);
    gain = mm_gain_of(&wild, &steady); /* 1/3 to 2.2, median 1.27 */
    assert_true(gain.ratio > MM_CLEAR_GAIN && !mm_is_clear(&gain) && mm_is_unsure(&gain));
    gain = mm_gain_of(&none, &fast);
    assert_true(gain.ratio == 0 && !mm_is_clear(&gain) && !mm_is_unsure(&gain));
    const mm_timed few[] = {samples(3, 0, 5), samples(1, 0, 5)}; /* too few for an interval: never clear */
    gain = mm_gain_of(&few[0], &few[1]);
    assert_true(gain.ratio == 3 && !mm_is_clear(&gain));
}

/* --- The shell. */

static void test_setting_line(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *line;
    } known[] = {
        {"OPENBLAS_CORETYPE=SkylakeX", "export OPENBLAS_CORETYPE=SkylakeX"},
        {"GOMP_CPU_AFFINITY", "unset GOMP_CPU_AFFINITY"},
        {"LD_LIBRARY_PATH=/a b:/c", "export LD_LIBRARY_PATH='/a b:/c'"},
        {"X=it's; rm $HOME", "export X='it'\\''s; rm $HOME'"},
        {"X=", "export X="},
        {"A=1\nB=2 3", "export A=1"}, /* the first of two */
        {"A\nB='", "unset A"},
    };
    static char line[MM_SETTING_LINE_SIZE], long_value[MM_SETTING_LINE_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(mm_setting_line(known[i].setting, line));
        assert_string_equal(line, known[i].line);
    }
    for (const char *fill = "'a"; *fill; fill++) { /* what does not fit is no line, rather than a cut one */
        memset(long_value, *fill, sizeof long_value);
        memcpy(long_value, "X=", 2);
        long_value[sizeof long_value - 1] = '\0';
        assert_false(mm_setting_line(long_value, line));
        assert_string_equal(line, "");
    }
    long_value[sizeof long_value - 20] = '\0';
    assert_true(mm_setting_line(long_value, line));
    assert_int_equal(strlen(line), sizeof long_value - 20 + strlen("export "));
}

static void test_settings_of_a_fix(void **state)
{
    (void)state;
    static mm_finding f;
    static char long_value[MM_SETTING_SIZE];
    assert_true(mm_finding_set(&f, "LD_LIBRARY_PATH"));
    assert_true(mm_finding_set(&f, "BLIS_ARCH_TYPE=skx"));
    memset(long_value, 'x', sizeof long_value - 20);
    assert_false(mm_finding_set(&f, long_value)); /* there is no room beside the others */
    mm_finding_fix(&f, "# a word");
    assert_string_equal(f.setting, "LD_LIBRARY_PATH\nBLIS_ARCH_TYPE=skx");
    assert_string_equal(f.fix, "unset LD_LIBRARY_PATH\nexport BLIS_ARCH_TYPE=skx\n# a word");
}

static mm_finding *add(mm_exam *exam, const char *setting, double ratio, bool verified, bool advice)
{
    mm_look *look = mm_look_add(exam->out, "kernel", "somebody");
    mm_finding *f = mm_finding_add(exam, look);
    snprintf(f->setting, sizeof f->setting, "%s", setting);
    f->gain.ratio = ratio;
    f->is_verified = verified;
    f->is_advice = advice;
    return f;
}

static mm_exam new_exam(void)
{
    mm_exam exam = {.options = &options, .out = calloc(1, sizeof *exam.out)};
    assert_non_null(exam.out);
    return exam;
}

static void test_order_and_environment(void **state)
{
    (void)state;
    mm_exam exam = new_exam();
    char *text = NULL;
    add(&exam, "A=advice", 9, true, true);
    add(&exam, "GONE2=1\nK=small\nC=3", 2, true, false);
    add(&exam, "K=large\nB=beside it\nGONE2", 8, true, false);
    add(&exam, "U=unproven", 5, false, false);
    add(&exam, "", 0, true, false)->is_broken = true;
    add(&exam, "GONE", 1.5, true, false);
    mm_findings_sort(exam.out);
    assert_true(exam.out->findings[0].is_broken);
    assert_string_equal(exam.out->findings[1].setting, "K=large\nB=beside it\nGONE2");
    assert_true(exam.out->findings[5].is_advice);
    assert_int_equal(mm_diagnosis_sick(exam.out), 5);
    assert_int_equal(mm_doctor_environment(exam.out, &text, NULL), MM_OK);
    assert_string_equal(text, "export K=large\nexport B='beside it'\nunset GONE2\nexport C=3\nunset GONE\n");
    /* verified; each of several; one variable once, by the larger gain */
    free(text);
    for (int i = 0; i < 2 * MM_FINDINGS_MAX + MM_LOOKS_MAX; i++)
        add(&exam, "X=1", 1, false, false); /* more than there is place for */
    assert_int_equal(exam.out->finding_count, MM_FINDINGS_MAX);
    assert_int_equal(exam.out->look_count, MM_LOOKS_MAX);
    free(exam.out);
}

/* --- The page. */

static bool has_all(const char *page, const char *const *words)
{
    for (; *words; words++)
        if (!strstr(page, *words)) {
            print_message("'%s' is not in\n%s", *words, page);
            return false;
        }
    return true;
}

static void ill_with_a_program(mm_diagnosis *d)
{
    mm_served *library = &d->subjects[0].libraries[0];
    d->subject_count = d->subjects[0].library_count = 1;
    d->program_status = 139;
    d->peak.gflops = 264;
    d->seconds = 2.46;
    snprintf(d->subjects[0].name, sizeof d->subjects[0].name, "octave-cli");
    *library = (mm_served){.path = "/lib/libblas.so.3",
                           .is_examined = true,
                           .owner = {"dpkg", "libblas3", "3.11"},
                           .blas = {.provider = "openblas", .version = "0.3.21", .engine = "/lib/engine.so"},
                           .gflops = 45.9,
                           .share = 45.9 / 264,
                           .n = 512};
    d->findings[0] = (mm_finding){.id = "kernel",
                                  .subject = "octave-cli",
                                  .title = "the title",
                                  .evidence = "the evidence",
                                  .consequence = "the consequence",
                                  .fix = "export A=1\nexport B=2",
                                  .is_verified = true,
                                  .verification = "the proof",
                                  .gain = {6.5, {6.25, 6.75}, 35.7, 237}};
    d->findings[1] = (mm_finding){
        .id = "steal", .subject = MM_MACHINE, .title = "stolen", .consequence = "slower", .is_advice = true};
    d->finding_count = 2;
    mm_look_is(mm_look_add(d, "power", MM_MACHINE), MM_PROBE_UNKNOWN, "no such file");
    mm_look_is(mm_look_add(d, "clock", MM_MACHINE), MM_PROBE_WELL, "steady");
}

static void test_page(void **state)
{
    (void)state;
    static const struct {
        const char *code, *words[16];
    } known[] = {
        {"en",
         {"octave-cli is served by\n  /lib/libblas.so.3 (libblas3 3.11)\n    a front of /lib/engine.so\n",
          "openblas 0.3.21, kernel unknown, 45.9 GFLOPS of 264 (17 %) at N=512, f32, one thread\n",
          "octave-cli ended with exit status 139\n", "\n1. octave-cli: the title\n",
          "   seen:     the evidence\n   costs:    the consequence\n   fix:      export A=1\n"
          "             export B=2\n   verified: the proof\n",
          "\nadvice:\n  the machine: stolen: slower\n", "\nunknown:\n  the machine: power: no such file\n",
          "\n1 finding; looked at and well: 1, unknown: 1; 2.5 s\n"}},
        {"es",
         {"octave-cli: archivo en uso\n", "con el kernel desconocido, 45.9 GFLOPS de 264 (17 %) con N=512",
          "octave-cli terminó con el código de salida 139\n",
          "\n1. octave-cli: la misma biblioteca tiene un kernel más rápido\n",
          "   visto:      the title; the evidence\n   coste:      podría ser 6.50 veces más rápido (6.25 a "
          "6.75): 35.7 GFLOPS ahora, 237 después\n   remedio:    export A=1\n               export B=2\n"
          "   verificado: en procesos hijos: ",
          "\n  la máquina: otras máquinas virtuales quitaron tiempo de CPU: slower\n", "\n1 hallazgo; "}},
        {"ko",
         {"octave-cli에 쓰이는 파일:\n", "스레드 하나에서 264 중 45.9 GFLOPS(17 %)\n",
          "octave-cli: 종료 상태 139", "\n1. octave-cli: 같은 라이브러리에 더 빠른 커널이 있다\n",
          "   관찰:   the title; the evidence\n   손실:   6.50배(6.25~6.75) 빨라질 수 있다: 지금 35.7 "
          "GFLOPS, "
          "조치 후 237\n   조치:   export A=1\n           export B=2\n   확인됨: 자식 프로세스에서",
          "\n  이 컴퓨터: 다른 가상 머신이 CPU 시간을 가져갔다: slower\n", "\n이상 1건; "}}};
    mm_exam exam = new_exam();
    ill_with_a_program(exam.out);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const mm_language *language;
        char *page = NULL;
        assert_int_equal(mm_language_parse(known[i].code, &language, NULL), MM_OK);
        assert_int_equal(mm_doctor_page(exam.out, language, &page, NULL), MM_OK);
        assert_true(has_all(page, known[i].words));
        assert_null(strstr(page, "while the machine was busy"));
        free(page);
    }
    char *page = NULL;
    exam.out->subjects[0].libraries[0].share = 1.03;
    assert_int_equal(mm_doctor_page(exam.out, &mm_languages[0], &page, NULL), MM_OK);
    assert_non_null(strstr(page, "(103 %)"));
    assert_non_null(
        strstr(page, "\n    more than the peak, which was measured while the machine was busy\n"));
    free(page);
    free(exam.out);
}

/* No line is wider than the page, however many bytes its letters take, where it can be broken. */
static void test_page_is_wrapped(void **state)
{
    (void)state;
    mm_exam exam = new_exam();
    char *page = NULL;
    ill_with_a_program(exam.out);
    char *evidence = exam.out->findings[0].evidence;
    for (int word = 0; word < 30; word++)
        strcat(evidence, word % 2 ? " 행렬" : " año");
    assert_int_equal(mm_doctor_page(exam.out, &mm_languages[2], &page, NULL), MM_OK);
    const char *line = strstr(page, "관찰:"), *end = strchr(line, '\n');
    int columns = 3;
    for (const char *at = line; at < end; at++)
        columns += ((*at & 0xC0) != 0x80) + ((unsigned char)*at >= 0xE3);
    assert_in_range(columns, 90, 100);
    free(page);
    free(exam.out);
}

/* --- The machine. */

static mm_machine_state quiet_machine(void)
{
    mm_machine_state m = {.clock_ghz = {3, 3}, .system_ghz = 3};
    m.manifest.environment.governor = (mm_fact){.value = "performance"};
    m.manifest.environment.ac_power = (mm_fact){.value = "ac"};
    m.manifest.before = (mm_counters){.has_steal = true};
    m.manifest.after = (mm_counters){.has_steal = true, .busy_s = 10};
    return m;
}

static mm_probe_state state_of(const mm_diagnosis *d, const char *id)
{
    for (int i = 0; i < d->look_count; i++)
        if (strcmp(d->looks[i].id, id) == 0)
            return d->looks[i].state;
    fail_msg("nobody looked at %s", id);
    return MM_PROBE_UNKNOWN;
}

/* What is seen of the machine, and the one finding that there may be. */
static void sees(const mm_machine_state *m, const char *id, mm_probe_state expected, double ratio)
{
    mm_exam exam = new_exam();
    mm_machine_look(&exam, m);
    assert_int_equal(exam.out->look_count, 4);
    assert_int_equal(state_of(exam.out, id), expected);
    assert_int_equal(exam.out->finding_count, expected == MM_PROBE_FINDING);
    if (expected == MM_PROBE_FINDING) {
        assert_string_equal(exam.out->findings[0].id, id);
        assert_float_equal(exam.out->findings[0].gain.ratio, ratio, 1e-9);
        assert_false(exam.out->findings[0].is_verified);
        assert_true(*exam.out->findings[0].verification && *exam.out->findings[0].consequence);
    }
    free(exam.out);
}

static void test_machine(void **state)
{
    (void)state;
    mm_machine_state m = quiet_machine();
    sees(&m, "governor", MM_PROBE_WELL, 0);
    m.manifest.environment.governor = (mm_fact){.value = "powersave"}; /* whose clock rises all the same */
    sees(&m, "governor", MM_PROBE_WELL, 0);
    m.clock_ghz[0] = m.clock_ghz[1] = 1.5;
    sees(&m, "governor", MM_PROBE_FINDING, 2);
    m.system_ghz = 0; /* how high it could be is not known */
    sees(&m, "governor", MM_PROBE_UNKNOWN, 0);
    m.system_ghz = 3;
    m.clock_ghz[0] = m.clock_ghz[1] = 0;
    sees(&m, "governor", MM_PROBE_UNKNOWN, 0);
    m.manifest.environment.governor = (mm_fact){.value = "performance"};
    sees(&m, "governor", MM_PROBE_WELL, 0);
    m = quiet_machine();
    m.manifest.environment.governor = (mm_fact){.reason = "no such file"};
    sees(&m, "governor", MM_PROBE_UNKNOWN, 0);
    m = quiet_machine();
    m.manifest.environment.ac_power = (mm_fact){.value = "battery"};
    sees(&m, "power", MM_PROBE_WELL, 0);
    m.clock_ghz[0] = m.clock_ghz[1] = 1;
    sees(&m, "power", MM_PROBE_FINDING, 3);
    m = quiet_machine();
    m.clock_ghz[1] = 2.8;
    sees(&m, "clock", MM_PROBE_WELL, 0);
    m.clock_ghz[1] = 2;
    sees(&m, "clock", MM_PROBE_FINDING, 1.5);
    m.clock_ghz[1] = 0;
    sees(&m, "clock", MM_PROBE_UNKNOWN, 0);
    m = quiet_machine();
    m.manifest.after.steal_s = 0.5;
    sees(&m, "steal", MM_PROBE_WELL, 0);
    m.manifest.after.steal_s = 5;
    sees(&m, "steal", MM_PROBE_FINDING, 1.5);
    m.manifest.after.has_steal = false;
    sees(&m, "steal", MM_PROBE_UNKNOWN, 0);
}

/* --- Programs. */

static mm_status watch(const char *script, mm_watch_options how, mm_watched *watched, mm_error *err)
{
    char *const argv[] = {"sh", "-c", (char *)script, NULL};
    how.output = STDERR_FILENO;
    how.quiet = true;
    return mm_watch(argv, &how, watched, err);
}

static void test_watch(void **state)
{
    (void)state;
    mm_watched w;
    mm_error err = {0};
    for (int poll = 0; poll <= 1; poll++) {
        const mm_watch_options how = {.poll = poll};
        assert_int_equal(watch("exit 7", how, &w, &err), MM_OK);
        assert_int_equal(w.exit_status, 7);
        assert_true(poll == 0 || !w.is_traced);
        assert_non_null(w.environment);
        mm_watched_free(&w);
        assert_int_equal(watch("kill -USR1 $$", how, &w, &err), MM_OK);
        assert_int_equal(w.exit_status, 128 + 10);
        mm_watched_free(&w);
        assert_int_equal(watch("sh -c 'exit 3'; (exit 4) & wait; sh -c 'sleep 0.05'; true", how, &w, &err),
                         MM_OK);
        assert_true(w.exit_status == 0 && w.file_count == 0 && (poll || !w.is_traced || w.processes >= 3));
        mm_watched_free(&w);
    }
}

/* poll (), which a variable of the tests is called as well. */
static int poll_for(struct pollfd *waited, int limit_ms)
{
    return poll(waited, 1, limit_ms);
}

static void test_watch_failures(void **state)
{
    (void)state;
    mm_watched w;
    mm_error err = {0};
    char *const nowhere[] = {"/nowhere/program", NULL};
    const mm_watch_options plain = {.output = -1};
    assert_int_equal(mm_watch(nowhere, &plain, &w, &err), MM_UNAVAILABLE);
    assert_true(strcmp(err.id, "noProgram") == 0 && strstr(err.text, "No such file") != NULL);
    mm_watched_free(&w);
    for (int poll = 0; poll <= 1; poll++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        char script[64]; /* its child holds the pipe, until it is ended, too */
        snprintf(script, sizeof script, "sleep 100 >&%d; true", ends[1]);
        assert_int_equal(watch(script, (mm_watch_options){.poll = poll, .limit_s = 0.2}, &w, &err),
                         MM_UNAVAILABLE);
        assert_string_equal(err.id, "hung");
        mm_watched_free(&w);
        close(ends[1]);
        struct pollfd closed = {.fd = ends[0], .events = POLLIN};
        assert_int_equal(poll_for(&closed, 5000), 1);
        close(ends[0]);
    }
}

/* What a program leaves behind goes on by itself: it is not stopped at its next child, or when it ends. */
static void test_watch_lets_go(void **state)
{
    (void)state;
    mm_watched w;
    mm_error err = {0};
    int ends[2];
    char script[200], byte;
    assert_int_equal(pipe(ends), 0);
    snprintf(script, sizeof script, "(sleep 0.2; sh -c true; printf x >&%d) >/dev/null & exit 0", ends[1]);
    assert_int_equal(watch(script, (mm_watch_options){0}, &w, &err), MM_OK);
    mm_watched_free(&w);
    close(ends[1]);
    struct pollfd waited = {.fd = ends[0], .events = POLLIN};
    assert_int_equal(poll_for(&waited, 5000), 1);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_int_equal(byte, 'x');
    close(ends[0]);
}

static void test_exports(void **state)
{
    (void)state;
    mm_exports none = mm_exports_read("/proc/self/exe"); /* linked with a BLAS, which is not to export one */
    assert_true(!none.gemm && !none.getrf);
    none = mm_exports_read("/proc/self/status");
    assert_true(!none.gemm && !none.getrf);
    none = mm_exports_read("/nowhere");
    assert_true(!none.gemm && !none.getrf);
    mm_blas blas;
    mm_blas_describe(&blas);
    assert_true(mm_exports_read(blas.path).gemm);
}

static void test_environment_with(void **state)
{
    (void)state;
    char *const base[] = {"A=1", "AB=2", "C=3", NULL};
    const char *const settings[] = {"A=x", "C", "D=4", "A=last", NULL};
    char **made = mm_environment_with(base, settings);
    assert_non_null(made);
    assert_string_equal(mm_environment_value(made, "A"), "last");
    assert_string_equal(mm_environment_value(made, "AB"), "2");
    assert_null(mm_environment_value(made, "C"));
    assert_string_equal(mm_environment_value(made, "D"), "4");
    int count = 0;
    while (made[count])
        count++;
    assert_int_equal(count, 3);
    mm_rival_environment_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gain),
        cmocka_unit_test(test_setting_line),
        cmocka_unit_test(test_settings_of_a_fix),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_page_is_wrapped),
        cmocka_unit_test(test_machine),
        cmocka_unit_test(test_order_and_environment),
        cmocka_unit_test(test_watch),
        cmocka_unit_test(test_watch_failures),
        cmocka_unit_test(test_watch_lets_go),
        cmocka_unit_test(test_exports),
        cmocka_unit_test(test_environment_with),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("doctor", tests, NULL, NULL);
}
