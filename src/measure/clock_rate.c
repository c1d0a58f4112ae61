#include "measure/clock_rate.h"

#include <stdint.h>

#include "measure/clock.h"
#include "measure/environment_internal.h"
#include "measure/repeat.h"

static const double SAMPLE_S = 0.002;
enum { CHAIN_UNIT = 64 * 100 };

/* 64 dependent additions in a row, 100 times. The empty asm holds x in a register and hides its value, so
 * that the compiler can neither multiply instead nor drop an addition. What is added is a register: an
 * addition of a constant is done at renaming, several a cycle, by some cores (Intel since Golden Cove). */
static uint64_t add_chain(uint64_t x, uint64_t step, long long times)
{
    for (long long i = 0; i < times * (CHAIN_UNIT / 64); i++) {
#pragma GCC unroll 64
        for (int j = 0; j < 64; j++) {
            x += step;
            __asm__ volatile("" : "+r"(x));
        }
    }
    return x;
}

typedef struct chain {
    long long times; /* CHAIN_UNIT additions each */
    int right, wrong;
} chain;

static double run_chain(void *context)
{
    chain *c = context;
    const volatile uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t step = odd;
    double start_s = mm_clock_s();
    uint64_t sum = add_chain(step, step, c->times);
    double seconds_s = mm_clock_s() - start_s;
    if (sum == step * ((uint64_t)c->times * CHAIN_UNIT + 1))
        c->right++;
    else
        c->wrong++;
    return seconds_s;
}

mm_status mm_clock_rate_measure(double seconds_s, mm_clock_rate *rate, mm_error *err)
{
    chain c = {0};
    mm_repeated repeated;
    mm_repeat_calibrate(run_chain, &c, SAMPLE_S, &c.times);
    mm_repeat(run_chain, &c, seconds_s, &repeated);
    double giga_adds = 1e-9 * (double)(c.times * CHAIN_UNIT);
    *rate = (mm_clock_rate){giga_adds / repeated.min_s, giga_adds / repeated.median_s, c.right};
    if (c.wrong > 0)
        return mm_fail(err, MM_FINDING, "wrongClock",
                       "%d of %d sums of the chain of additions were wrong: suspect the "
                       "compiler or the CPU",
                       c.wrong, c.wrong + c.right);
    return MM_OK;
}

double mm_clock_rate_system_ghz(mm_fact *why)
{
    static const char path[] = "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"; /* in kHz */
    int64_t khz;
    if (!mm_system_line("", why, "%s", path))
        return 0;
    if (mm_fact_number(why, &khz) && khz > 0)
        return (double)khz / 1e6;
    mm_fact_unknown(why, "%s: '%.40s' is not a frequency", path, why->value);
    return 0;
}
