/* The readers of /proc and /sys, against made-up trees; and the real ones, for having a value or a reason. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernels/gemm.h"
#include "kernels/gemm_team.h"
#include "measure/environment_internal.h"
#include "measure/threads.h"
#include "scratch.h"

/* Writes a file below the scratch folder, and makes its folders. */
static void put(const char *path, const char *text)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s%s", scratch, path);
    for (char *slash = whole + strlen(scratch) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        assert_true(mkdir(whole, 0777) == 0 || errno == EEXIST);
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_known(const mm_fact *fact, const char *value)
{
    assert_string_equal(fact->value, value);
    assert_string_equal(fact->reason, "");
}

static void assert_unknown(const mm_fact *fact, const char *reason)
{
    assert_string_equal(fact->value, "");
    assert_non_null(strstr(fact->reason, reason));
}

static cpu_set_t cpus_0_to(size_t last)
{
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    for (size_t cpu = 0; cpu <= last; cpu++)
        CPU_SET(cpu, &cpus);
    return cpus;
}

#define GOVERNOR(cpu) "/sys/devices/system/cpu/cpu" #cpu "/cpufreq/scaling_governor"

static void test_governor(void **state)
{
    (void)state;
    cpu_set_t cpus = cpus_0_to(2);
    mm_fact fact;
    mm_governor_read(scratch, &cpus, &fact);
    assert_unknown(&fact, GOVERNOR(0) ": No such file or directory");

    put(GOVERNOR(0), "performance\n");
    put(GOVERNOR(1), "performance\n");
    mm_governor_read(scratch, &cpus, &fact);
    assert_unknown(&fact, GOVERNOR(2)); /* one unknown CPU is no all-clear */

    put(GOVERNOR(2), "performance\n");
    put(GOVERNOR(3), "powersave\n"); /* not one of ours */
    mm_governor_read(scratch, &cpus, &fact);
    assert_known(&fact, "performance");

    put(GOVERNOR(1), "powersave\n");
    put(GOVERNOR(2), "performance\n");
    mm_governor_read(scratch, &cpus, &fact);
    assert_known(&fact, "mixed: performance,powersave");

    CPU_ZERO(&cpus);
    mm_governor_read(scratch, &cpus, &fact);
    assert_unknown(&fact, "no CPU");
}

#define SUPPLY "/sys/class/power_supply/"

static void test_ac_power(void **state)
{
    (void)state;
    mm_fact fact;
    mm_ac_power_read(scratch, &fact);
    assert_unknown(&fact, "/sys/class/power_supply: No such file or directory");

    put(SUPPLY "mouse/type", "Battery\n");
    put(SUPPLY "mouse/scope", "Device\n");
    put(SUPPLY "mouse/status", "Discharging\n");
    mm_ac_power_read(scratch, &fact);
    assert_unknown(&fact, "no power supply");

    put(SUPPLY "BAT0/type", "Battery\n");
    put(SUPPLY "BAT0/status", "Full\n");
    mm_ac_power_read(scratch, &fact);
    assert_known(&fact, "ac");

    put(SUPPLY "BAT0/status", "Discharging\n");
    mm_ac_power_read(scratch, &fact);
    assert_known(&fact, "battery");

    put(SUPPLY "AC/type", "Mains\n");
    put(SUPPLY "AC/online", "0\n");
    put(SUPPLY "BAT0/status", "Unknown\n");
    mm_ac_power_read(scratch, &fact);
    assert_known(&fact, "battery");

    put(SUPPLY "AC/online", "1\n");
    put(SUPPLY "BAT0/status", "Discharging\n"); /* a weak adapter: still on it */
    mm_ac_power_read(scratch, &fact);
    assert_known(&fact, "ac");
}

static void test_adapter_alone(void **state)
{
    (void)state;
    mm_fact fact;
    put(SUPPLY "usb/type", "USB\n");
    put(SUPPLY "usb/online", "0\n"); /* an empty socket of a desktop machine */
    mm_ac_power_read(scratch, &fact);
    assert_unknown(&fact, "offline");
}

#define MOUNT_V2 "31 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
#define MOUNT_V1                                                                                             \
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"                   \
    "33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"

static void test_quota_v2(void **state)
{
    (void)state;
    mm_fact fact;
    mm_cgroup_quota_read(scratch, &fact);
    assert_unknown(&fact, "/proc/self/cgroup: No such file or directory");

    put("/proc/self/cgroup", "0::/user.slice/job\n");
    put("/proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/vda rw\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_unknown(&fact, "not mounted");

    put("/proc/self/mountinfo", MOUNT_V2);
    mm_cgroup_quota_read(scratch, &fact);
    assert_unknown(&fact, "/sys/fs/cgroup/user.slice/job: No such file or directory");

    put("/sys/fs/cgroup/user.slice/job/cgroup.procs", ""); /* the controller is off: no cpu.max anywhere */
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "none");

    put("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "none");
    assert_int_equal(mm_cgroup_quota_cpus(scratch), 0);

    put("/sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n"); /* the parent's limit binds the child */
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "1.50");
    assert_int_equal(mm_cgroup_quota_cpus(scratch), 2);

    put("/sys/fs/cgroup/user.slice/job/cpu.max", "50000 100000\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "0.50");

    put("/sys/fs/cgroup/user.slice/job/cpu.max", "soon\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_unknown(&fact, "'soon' is not a quota");
}

/* A quota of less than one CPU keeps mm_gemm to the calling thread. */
static void test_quota_limits_threads(void **state)
{
    (void)state;
    put("/proc/self/cgroup", "0::/job\n");
    put("/proc/self/mountinfo", MOUNT_V2);
    put("/sys/fs/cgroup/job/cgroup.procs", "");
    put("/sys/fs/cgroup/job/cpu.max", "50000 100000\n");
    mm_gemm_limit_threads(mm_cgroup_quota_cpus(scratch));
    const int limited = mm_team_take(2);
    mm_team_release(limited);
    mm_gemm_limit_threads(0);
    const int unlimited = mm_team_take(2);
    mm_team_release(unlimited);
    mm_gemm_stop_threads();
    assert_int_equal(limited, 1);
    assert_int_equal(unlimited, mm_threads_all() > 1 ? 2 : 1);
}

static void test_quota_v1(void **state)
{
    (void)state;
    mm_fact fact;
    put("/proc/self/cgroup",
        "0::/\n9:memory:/\n4:cpuset:/x\n3:cpu,cpuacct:/job\n"); /* version 1 has the controller */
    put("/proc/self/mountinfo", MOUNT_V2 MOUNT_V1);
    put("/sys/fs/cgroup/cpu,cpuacct/job/cgroup.procs", "");
    mm_cgroup_quota_read(scratch, &fact);
    assert_unknown(&fact, "cpu.cfs_quota_us: No such file or directory");

    put("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
    put("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "none");

    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000\n");
    put("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "2.00");
}

/* A container sees its own group as the root of the mount. */
static void test_quota_in_container(void **state)
{
    (void)state;
    mm_fact fact;
    put("/proc/self/mountinfo", "31 23 0:28 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    put("/sys/fs/cgroup/cpu.max", "25000 100000\n");
    put("/proc/self/cgroup", "0::/docker/abc\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_known(&fact, "0.25");

    put("/proc/self/cgroup", "0::/docker/abcdef\n");
    mm_cgroup_quota_read(scratch, &fact);
    assert_unknown(&fact, "outside");
}

static void test_memory(void **state)
{
    (void)state;
    const int64_t mib = INT64_C(1) << 20;
    assert_int_equal(mm_memory_available_bytes(scratch), -1);

    put("/proc/meminfo", "MemTotal:    8388608 kB\nMemFree:    1 kB\nMemAvailable:    4194304 kB\n");
    assert_int_equal(mm_memory_available_bytes(scratch), 4096 * mib);

    put("/proc/self/cgroup", "0::/job\n");
    put("/proc/self/mountinfo", MOUNT_V2);
    put("/sys/fs/cgroup/job/memory.max", "max\n");
    put("/sys/fs/cgroup/job/memory.current", "314572800\n");
    assert_int_equal(mm_memory_available_bytes(scratch), 4096 * mib);

    put("/sys/fs/cgroup/job/memory.max", "1073741824\n");
    assert_int_equal(mm_memory_available_bytes(scratch), 724 * mib); /* 1024 - 300 */

    put("/sys/fs/cgroup/job/memory.stat", "anon 104857600\nfile 209715200\ninactive_file 209715200\n");
    assert_int_equal(mm_memory_available_bytes(scratch), 924 * mib); /* the file cache can be had back */

    put("/proc/self/cgroup", "3:memory:/\n");
    put("/proc/self/mountinfo", MOUNT_V1);
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "209715200\n");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "104857600\n");
    assert_int_equal(mm_memory_available_bytes(scratch), 100 * mib);
}

static void test_steal(void **state)
{
    (void)state;
    mm_counters counters;
    mm_steal_read(scratch, &counters);
    assert_false(counters.has_steal);
    assert_non_null(strstr(counters.reason, "/proc/stat: No such file or directory"));

    put("/proc/stat", "cpu  1 2 3 4\ncpu0 1 2 3 4\n"); /* Linux before 2.6.11 */
    mm_steal_read(scratch, &counters);
    assert_false(counters.has_steal);
    assert_non_null(strstr(counters.reason, "4 numbers"));

    put("/proc/stat", "cpu  1000 200 30 99999 5 4 3 700 50 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    mm_steal_read(scratch, &counters);
    double ticks_per_s = (double)sysconf(_SC_CLK_TCK);
    assert_true(counters.has_steal);
    assert_string_equal(counters.reason, "");
    assert_true(counters.steal_s == 700 / ticks_per_s);
    assert_true(counters.busy_s == (1000 + 200 + 30 + 4 + 3) / ticks_per_s);
}

static void test_affinity(void **state)
{
    (void)state;
    mm_fact fact;
    cpu_set_t cpus = cpus_0_to(1);
    CPU_SET(4, &cpus);
    CPU_SET(CPU_SETSIZE - 2, &cpus);
    CPU_SET(CPU_SETSIZE - 1, &cpus);
    mm_affinity_format(&cpus, &fact);
    char expected[64];
    snprintf(expected, sizeof expected, "0-1,4,%d-%d", CPU_SETSIZE - 2, CPU_SETSIZE - 1);
    assert_known(&fact, expected);

    CPU_ZERO(&cpus);
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu += 2)
        CPU_SET(cpu, &cpus);
    mm_affinity_format(&cpus, &fact);
    assert_unknown(&fact, "longer");
}

#define CACHE "/sys/devices/system/cpu/cpu0/cache/index"

static void test_cpu(void **state)
{
    (void)state;
    mm_cpu cpu;
    mm_cpu_read_root(scratch, &cpu);
    assert_string_equal(cpu.model, "");
    assert_int_equal(cpu.cache_count, 0);
    assert_true(cpu.logical_cpus >= 1);
    assert_true(cpu.architecture[0]);

    put("/proc/cpuinfo",
        "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 207\nmodel name\t: Some CPU @ 2.00GHz \n");
    put(CACHE "0/level", "1\n");
    put(CACHE "0/type", "Data\n");
    put(CACHE "0/size", "48K\n");
    put(CACHE "0/ways_of_associativity", "12\n");
    put(CACHE "0/coherency_line_size", "128\n");
    put(CACHE "1/level", "3\n");
    put(CACHE "1/type", "Unified\n");
    put(CACHE "1/size", "300M\n");
    put(CACHE "1/ways_of_associativity", "many\n");
    put(CACHE "2/level", "4\n"); /* unfinished: left out */
    mm_cpu_read_root(scratch, &cpu);
    assert_string_equal(cpu.model, "Some CPU @ 2.00GHz");
    assert_int_equal(cpu.cache_count, 2);
    assert_int_equal(cpu.caches[0].level, 1);
    assert_string_equal(cpu.caches[0].type, "Data");
    assert_int_equal(cpu.caches[0].size_bytes, 48 << 10);
    assert_int_equal(cpu.caches[0].ways, 12);
    assert_int_equal(cpu.caches[0].line_bytes, 128);
    assert_string_equal(cpu.caches[1].type, "Unified");
    assert_int_equal(cpu.caches[1].size_bytes, 300 << 20);
    assert_int_equal(cpu.caches[1].ways, 0);
    assert_int_equal(cpu.caches[1].line_bytes, 0);
}

static void test_long_value(void **state)
{
    (void)state;
    char text[400];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    put("/long", text);
    mm_fact fact;
    assert_true(mm_system_line(scratch, &fact, "/long"));
    assert_unknown(&fact, "/long: the value is 399 characters long");
}

static void test_number(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        int64_t number;
    } cases[] = {{"0", true, 0},
                 {"-1", true, -1},
                 {"48K", true, 49152},
                 {"7 kB", true, 7168},
                 {"2M", true, 2097152},
                 {"3G", true, INT64_C(3) << 30},
                 {"max", false, 0},
                 {"", false, 0},
                 {"1.5", false, 0},
                 {"12 apples", false, 0},
                 {"99999999999999999999", false, 0},
                 {"9223372036854775807K", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mm_fact fact = {0};
        int64_t number = 0;
        snprintf(fact.value, sizeof fact.value, "%s", cases[i].text);
        assert_int_equal(mm_fact_number(&fact, &number), cases[i].ok);
        if (cases[i].ok)
            assert_int_equal(number, cases[i].number);
    }
}

/* Of the machine the test runs on nothing is known but this: every fact has a value or a reason, and not
 * both. */
static void test_real_machine(void **state)
{
    (void)state;
    mm_environment environment;
    mm_environment_read(&environment);
    const mm_fact *const facts[] = {&environment.governor,   &environment.ac_power,
                                    &environment.affinity,   &environment.cgroup_quota,
                                    &environment.hypervisor, &environment.kernel_release,
                                    &environment.libc};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        assert_true(!facts[i]->value[0] != !facts[i]->reason[0]);

    mm_counters before, after;
    mm_counters_read(&before);
    mm_counters_read(&after);
    assert_true(before.has_steal ? after.steal_s >= before.steal_s : before.reason[0] != '\0');
    assert_true(after.voluntary_switches >= before.voluntary_switches);
}

static void test_affinity_is_the_process_s(void **state)
{
    (void)state;
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    size_t first = 0;
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    mm_environment environment;
    mm_environment_read(&environment);
    sched_setaffinity(0, sizeof all, &all);
    char expected[32];
    snprintf(expected, sizeof expected, "%zu", first);
    assert_known(&environment.affinity, expected);
    assert_int_equal(environment.affinity_count, 1);
}

#define IN_TREE(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TREE(test_governor),
        IN_TREE(test_ac_power),
        IN_TREE(test_adapter_alone),
        IN_TREE(test_quota_v2),
        IN_TREE(test_quota_limits_threads),
        IN_TREE(test_quota_v1),
        IN_TREE(test_quota_in_container),
        IN_TREE(test_memory),
        IN_TREE(test_steal),
        IN_TREE(test_cpu),
        IN_TREE(test_long_value),
        cmocka_unit_test(test_affinity),
        cmocka_unit_test(test_number),
        cmocka_unit_test(test_real_machine),
        cmocka_unit_test(test_affinity_is_the_process_s),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("environment", tests, NULL, NULL);
}
