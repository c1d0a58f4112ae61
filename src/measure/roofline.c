#include "measure/roofline.h"

#include "measure/bandwidth.h"
#include "measure/environment_internal.h"

const char *mm_peak_when_name(mm_peak_when when)
{
    static const char *const names[MM_PEAK_WHEN_COUNT] = {"start", "middle", "end"};
    return names[when];
}

mm_status mm_triad_measure(double seconds_s, mm_triad *triad, mm_error *err)
{
    const int64_t least = INT64_C(32) << 20;
    int64_t available = mm_memory_available_bytes("");
    mm_cpu cpu;
    mm_cpu_read(&cpu);
    int64_t bytes = mm_bandwidth_largest_bytes(mm_cpu_last_cache_bytes(&cpu), available);
    mm_bandwidth_memory *memory;
    mm_bandwidth bandwidth;
    if (bytes < least)
        return mm_fail(
            err, MM_UNAVAILABLE, "noMemory",
            "the memory bandwidth needs %lld MiB of memory and takes a quarter of what is available, "
            "%lld MiB: free some, or raise the control group's limit",
            (long long)(least >> 20), (long long)(available >> 20));
    mm_status status = mm_bandwidth_memory_new(bytes, 1, &memory, err);
    if (status != MM_OK)
        return status;
    status = mm_bandwidth_measure(memory, MM_STREAM_TRIAD, bytes, seconds_s, &bandwidth, err);
    *triad = (mm_triad){bandwidth.gbytes_per_s, bandwidth.median_gbytes_per_s, bandwidth.working_set_bytes};
    mm_bandwidth_memory_free(memory);
    return status;
}

void mm_roofline_add_peak(mm_roofline *roofline, mm_peak_when when, const mm_peak *peak)
{
    roofline->peak_samples_gflops[when] = peak->gflops;
    if (peak->gflops > roofline->peak.gflops)
        roofline->peak = *peak;
    roofline->ridge_flop_per_byte = roofline->peak.gflops / roofline->triad.gbytes_per_s;
}

mm_status mm_roofline_measure(mm_dtype dtype, double seconds_s, mm_roofline *roofline, mm_error *err)
{
    mm_peak peak;
    *roofline = (mm_roofline){.valid = true};
    mm_status status = mm_peak_measure(mm_isa_best(), dtype, 1, seconds_s / 2, &peak, err);
    if (status == MM_OK)
        status = mm_triad_measure(seconds_s / 2, &roofline->triad, err);
    if (status == MM_OK)
        mm_roofline_add_peak(roofline, MM_PEAK_START, &peak);
    return status;
}

mm_status mm_roofline_sample_peak(mm_roofline *roofline, mm_peak_when when, double seconds_s, mm_error *err)
{
    mm_peak peak;
    mm_status status = mm_peak_measure(roofline->peak.isa, roofline->peak.dtype, 1, seconds_s, &peak, err);
    if (status == MM_OK)
        mm_roofline_add_peak(roofline, when, &peak);
    return status;
}
