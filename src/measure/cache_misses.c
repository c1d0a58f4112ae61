#include "measure/cache_misses.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    uint64_t cache, result;
} events[MM_CACHE_EVENT_COUNT] = {
    [MM_L1_MISSES] = {PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_RESULT_MISS},
    [MM_LAST_LEVEL_REFERENCES] = {PERF_COUNT_HW_CACHE_LL, PERF_COUNT_HW_CACHE_RESULT_ACCESS},
    [MM_LAST_LEVEL_MISSES] = {PERF_COUNT_HW_CACHE_LL, PERF_COUNT_HW_CACHE_RESULT_MISS},
};

/* The operation is the second byte of the event, the result the third: perf_event_open (2). */
static int open_counter(mm_cache_event event, uint64_t operation)
{
    struct perf_event_attr attr = {
        .type = PERF_TYPE_HW_CACHE,
        .size = sizeof attr,
        .config = events[event].cache | operation << 8 | events[event].result << 16,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

mm_status mm_cache_counters_open(mm_cache_counters *counters, mm_error *err)
{
    int why = 0;
    for (mm_cache_event event = 0; event < MM_CACHE_EVENT_COUNT; event++) {
        counters->reads[event] = open_counter(event, PERF_COUNT_HW_CACHE_OP_READ);
        if (event == MM_L1_MISSES)
            why = errno;
        counters->writes[event] =
            counters->reads[event] < 0 ? -1 : open_counter(event, PERF_COUNT_HW_CACHE_OP_WRITE);
    }
    if (counters->reads[MM_L1_MISSES] >= 0)
        return MM_OK;
    mm_cache_counters_close(counters);
    const char *hint = why == EACCES || why == EPERM
                           ? "; /proc/sys/kernel/perf_event_paranoid must be 2 or less"
                           : "; usual in a virtual machine";
    return mm_fail(err, MM_UNAVAILABLE, "noCounters", "the system offers no counter of L1 misses: %s%s",
                   strerror(why), hint);
}

/* Calls ioctl on every counter. */
static void request_all(const mm_cache_counters *counters, unsigned long request)
{
    for (mm_cache_event event = 0; event < MM_CACHE_EVENT_COUNT; event++) {
        if (counters->reads[event] >= 0)
            ioctl(counters->reads[event], request, 0);
        if (counters->writes[event] >= 0)
            ioctl(counters->writes[event], request, 0);
    }
}

void mm_cache_counters_start(const mm_cache_counters *counters)
{
    request_all(counters, PERF_EVENT_IOC_RESET);
    request_all(counters, PERF_EVENT_IOC_ENABLE);
}

static double read_counter(int fd)
{
    struct {
        uint64_t value, enabled_ns, running_ns;
    } count;
    if (fd < 0 || read(fd, &count, sizeof count) != (ssize_t)sizeof count || count.running_ns == 0 ||
        count.running_ns != count.enabled_ns)
        return NAN;
    return (double)count.value;
}

void mm_cache_counters_stop(const mm_cache_counters *counters, double lines[MM_CACHE_EVENT_COUNT])
{
    request_all(counters, PERF_EVENT_IOC_DISABLE);
    for (mm_cache_event event = 0; event < MM_CACHE_EVENT_COUNT; event++) {
        double written = counters->writes[event] < 0 ? 0 : read_counter(counters->writes[event]);
        lines[event] = read_counter(counters->reads[event]) + written;
    }
}

void mm_cache_counters_close(mm_cache_counters *counters)
{
    for (mm_cache_event event = 0; event < MM_CACHE_EVENT_COUNT; event++) {
        if (counters->reads[event] >= 0)
            close(counters->reads[event]);
        if (counters->writes[event] >= 0)
            close(counters->writes[event]);
        counters->reads[event] = counters->writes[event] = -1;
    }
}
