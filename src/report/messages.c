#include "report/messages.h"

/* A paragraph ends with an empty line, a table or list line with one newline. */
const char *const mm_messages_english[MM_MESSAGE_COUNT] = {
    [MM_SAY_LAB_INTRODUCTION] =
        "# Matrix multiplication, from the interpreted loop to BLAS\n\n"
        "C = A B for square N x N matrices of {dtype}, one thread, on {cpu.model}. Every number below was "
        "filled in "
        "from `results.json` and `manifest.json` in this folder: run again rather than edit.\n\n",
    [MM_SAY_NO_PICTURE] =
        "`{file}` is not in this folder: in Octave, `{function}` with the folder's name draws it.\n\n",
    [MM_SAY_LAB_PICTURE] = "![GFLOPS against N for every method, with the measured roof](perf.png)\n\n",
    [MM_SAY_NO_ANSWER] =
        "There is no row of a square product with BLAS in one thread, so this cannot be answered.\n\n",
    [MM_SAY_ROW_MISSING] = "Not answered: there is no timed row of `{method}` at N = {n}.\n\n",
    [MM_SAY_NO_ROOFLINE] = "Not answered: no roofline was measured ({reason}).\n\n",
    [MM_SAY_EXTRAPOLATED_MARK] = " (extrapolated)",

    [MM_SAY_SPEED_UP_HEADING] = "## 1. How much faster is BLAS than the naive loop?\n\n",
    [MM_SAY_SPEED_UP] = "At N = {n}, BLAS (`{fast}`: {blas.provider} {blas.version}, kernel {blas.kernel}) "
                        "takes {fast_time} and the loop that Octave interprets "
                        "(`{slow}`) {slow_time}:\n"
                        "a speed-up of **{ratio}x**.\n",
    [MM_SAY_SPEED_UP_EXTRAPOLATED] =
        "The time of `{slow}` is extrapolated from N = {from} by T(N) = 8 T(N/2), and so is the speed-up.\n",
    [MM_SAY_SPEED_UP_MEASURED] = "At N = {n}, the largest where both were measured, it is {ratio}x.\n",
    [MM_SAY_SPEED_UP_ENOUGH] = "At least 50x is expected: reached.\n\n",
    [MM_SAY_SPEED_UP_TOO_SMALL] = "At least 50x is expected: **not reached**. Either the loop was not left "
                                  "to the interpreter or BLAS is not an "
                                  "optimised one; see the checks below.\n\n",
    [MM_SAY_OCTAVE_TIMES] = "Octave's own `A * B` (`octave:mtimes`) is {ratio}x faster than the loop.\n",
    [MM_SAY_SPEED_UP_COMPILED] =
        "There is no timed row of `octave:naive` at N = {n}, so the interpreter has no part in this run. "
        "Against the "
        "same loop compiled (`cli:naive`), BLAS (`{fast}`) is **{ratio}x** faster.\n\n",

    [MM_SAY_FACTORS_HEADING] = "## 2. What is the speed-up made of?\n\n"
                               "Each rung of the ladder differs from the one below in one thing. Its factor "
                               "is the ratio of two rows at "
                               "N = {n}; the range is what their 95 % intervals allow.\n\n",
    [MM_SAY_LADDER_PICTURE] = "![What each rung is worth, on a logarithmic scale](ladder.png)\n\n",
    [MM_SAY_FACTORS_TABLE] = "| what changes | from | to | GFLOPS from | GFLOPS to | factor | range |\n"
                             "| --- | --- | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_FACTOR_LINE] =
        "| {what} | `{from}`{from_mark} | `{to}`{to_mark} | {from_gflops} | {to_gflops} | {factor}x | "
        "{range} |\n",
    [MM_SAY_RUNG_MISSING_BELOW] =
        "\nThere is no timed row of `{method}` at N = {n}: the ladder begins above that rung.\n",
    [MM_SAY_RUNG_BRIDGED] =
        "\nThere is no timed row of `{method}` at N = {n}: the factor of the next rung spans what "
        "this one changes, too.\n",
    [MM_SAY_RUNG_MISSING_ABOVE] =
        "\nThere is no timed row of `{method}` at N = {n}: the ladder ends below that rung.\n",
    [MM_SAY_FACTORS_PRODUCT] =
        "\nThe product of these {count} factors is **{product}x**; the speed-up of `{to}` over "
        "`{from}`, taken directly, is {total}x{range}.\n\n",
    [MM_SAY_FACTORS_NONE] =
        "\nNo two rungs of the ladder have a timed row at N = {n}, so there is no factor.\n\n",

    [MM_SAY_PLACE_HEADING] = "## 3. Where does BLAS stand on the roofline?\n\n",
    [MM_SAY_ROOF] =
        "The roof, measured in one thread in the same run as the methods: {peak} GFLOPS ({isa} multiply-adds "
        "from "
        "registers) and {bandwidth} GB/s from memory (triad). They meet at the ridge, {ridge} FLOP/byte.\n\n",
    [MM_SAY_ROOF_ALONE] = "[01-roofline](../01-roofline/README.md) has the machine's roof from a run of its "
                          "own, with every level of the "
                          "memory and its best stream; the two differ as two runs do. Every share of the "
                          "peak here is of the roof above.\n\n",
    [MM_SAY_PLACE] = "At N = {n}, `{method}` reaches {gflops} GFLOPS, **{percent} %** of the measured peak. "
                     "A product that reads A "
                     "and B once and writes C once does 2 N^3 FLOP on 3 N^2 elements, N/{divisor} = "
                     "**{intensity} FLOP/byte**.\n",
    [MM_SAY_COMPUTE_BOUND] = "That is right of the ridge: the product is **compute-bound**, as every one "
                             "from N = {crossing} on; what it "
                             "lacks of the peak is not memory's doing.\n\n",
    [MM_SAY_MEMORY_BOUND] =
        "That is left of the ridge: from memory the product is **memory-bound**, to {allowed} GFLOPS, up to "
        "N = {crossing}; matrices that are still in a cache may go beyond.\n\n",
    [MM_SAY_FLOOR] = "The naive floor is {floor} FLOP/byte: a loop that loads both operands of every "
                     "multiply-add, 2 FLOP for "
                     "{bytes} bytes. From memory that would allow {allowed} GFLOPS.\n",
    [MM_SAY_ABOVE_FLOOR] = "`{method}` runs at {ratio} times that rate, so it does at least {reached} FLOP "
                           "for each byte that it takes "
                           "from memory: what it loads, it uses again from caches and registers.\n",
    [MM_SAY_BELOW_FLOOR] = "`{method}` runs at {ratio} times that rate: this BLAS is slower than memory "
                           "would let a naive loop be.\n",
    [MM_SAY_NAIVE_ABOVE_FLOOR] = "The compiled naive loop runs at {gflops} GFLOPS, above the floor: the "
                                 "caches serve part of its loads.\n\n",
    [MM_SAY_NAIVE_BELOW_FLOOR] =
        "The compiled naive loop runs at {gflops} GFLOPS and does not even reach the floor: it waits for the "
        "latency of "
        "loads and additions, one after the other, and not for memory's bandwidth.\n\n",

    [MM_SAY_INTENSITY] =
        "What really moved in one product at N = {n} (`intensity.json`; figures {blas_source}).",
    [MM_SAY_INTENSITY_MIXED] =
        "What really moved in one product at N = {n} (`intensity.json`; figures of `cli:blas` "
        "{blas_source}, of `cli:naive` {naive_source}).",
    [MM_SAY_SOURCE_COUNTERS] = "counted by the hardware",
    [MM_SAY_SOURCE_SIMULATED] = "simulated by cachegrind for the sizes of this machine's caches",
    [MM_SAY_SOURCE_MODEL] = "from a model of the loops",
    [MM_SAY_INTENSITY_KERNEL] = " The BLAS kernel that ran then is {kernel}.",
    [MM_SAY_INTENSITY_LEVELS] = " FLOP for each byte that comes in, level by level:\n\n",
    [MM_SAY_MEMORY] = "memory",
    [MM_SAY_MOVED] =
        "- into the {into} from {from}: `cli:blas` **{blas}**, `cli:naive` **{naive}** FLOP/byte, a factor "
        "of {ratio}\n",
    [MM_SAY_MOVED_BY_BLAS] =
        "- into the {into} from {from}: `cli:blas` {blas} FLOP/byte; for `cli:naive` the matrices "
        "stay in the {into}\n",
    [MM_SAY_MOVED_BY_NAIVE] =
        "- into the {into} from {from}: `cli:naive` {naive} FLOP/byte; for `cli:blas` the matrices "
        "stay in the {into}\n",
    [MM_SAY_MOVED_NOTHING] =
        "- into the {into} from {from}: next to nothing, since the matrices stay in the {into}\n",
    [MM_SAY_MOVED_UNKNOWN] = "- into the {into} from {from}: not known\n",
    [MM_SAY_INTENSITY_END] = "\n",

    [MM_SAY_BLOCKING_HEADING] = "## 4. Does blocking help in the interpreter?\n\n",
    [MM_SAY_BLOCKING_HELPS] = "It did here, against expectation.",
    [MM_SAY_BLOCKING_HELPS_NOT] = "**No.**",
    [MM_SAY_BLOCKING_HURTS] = "**No, it costs.**",
    [MM_SAY_BLOCKING_RATIO] = "{verdict} At N = {n}, `octave:naive` takes {naive_time} and `octave:blocked` "
                              "{blocked_time}: the blocked loop "
                              "is {ratio} times as fast.\n\n",
    [MM_SAY_BLOCKING_WHY] =
        "Both evaluate every multiply-add in the interpreter, at {interpreted} each. The compiled naive "
        "loop at N = {n}, whose time "
        "includes all that memory costs, needs {compiled}: so the most that blocking could save in the "
        "interpreter is "
        "{share} % of the time. The cost of memory is hidden behind the interpreter's.\n\n",
    [MM_SAY_BLOCKING_COMPILED] = "Compiled, at N = {n}: blocked is {over_naive} times as fast as naive and "
                                 "{over_reordered} times as fast as "
                                 "reordered.\n\n",
    [MM_SAY_BLOCKING_MISSING] =
        "Not answered: there is no size at which both `octave:naive` and `octave:blocked` were measured.\n\n",

    [MM_SAY_SURPRISES_HEADING] = "## Surprises\n\n",
    [MM_SAY_NO_SURPRISE] = "None: no rung is slower than the one below it by more than noise.\n",
    [MM_SAY_NO_RUNG_SLOWER] =
        "- But no rung is slower than the one below it by more than noise, at N = {n}.\n",
    [MM_SAY_RUNG_SLOWER] = "- `{to}` is slower than `{from}`: {factor}x at N = {n}.",
    [MM_SAY_BLOCKING_HIDDEN] = " `cli:vectorised` uses the same blocks and is {ratio} times as fast, so the "
                               "scalar loop was not waiting for "
                               "memory: blocking pays once the arithmetic is fast.",
    [MM_SAY_FITS_CACHE] = " The three matrices take {matrices} MB and fit the last-level cache ({cache} MB), "
                          "which leaves blocking less to save.",
    [MM_SAY_HOOK_COSTS] =
        " Each multiply-add leaves the compiled loop for the interpreter and comes back, which takes "
        "{to_time}; a turn of the interpreter's own loop takes {from_time}.",
    [MM_SAY_OLD_KERNEL] =
        " The library selected its {kernel} kernels, which are written for {kernel_isa}; the rung below "
        "uses {isa}, as this CPU can.",
    [MM_SAY_THREADS_LOST] =
        " The process may run on the CPUs {affinity}: they may be two threads of one core, and other "
        "programs may have used them meanwhile ({steal_s} s were stolen by the host).",
    [MM_SAY_UNEXPLAINED] = " The rows do not say why. A disturbance that lasted is one cause: measure again.",
    [MM_SAY_NAIVE_DROPS] =
        "- `cli:naive` falls from {best} GFLOPS at N = {best_n} to {gflops} at N = {n}: its inner loop "
        "strides over the "
        "rows of A, and the larger A is, the fewer of those loads a cache or the TLB serves.\n",
    [MM_SAY_FRONTEND_DIFFERS] = "- `{method}` runs at {percent} % of the rate of `cli:blas` at N = {n}, "
                                "though BLAS should do the work of both.\n",
    [MM_SAY_ABOVE_ROOF] = "- `{method}` at N = {n} is at {percent} % of the measured peak: the peak was "
                          "measured too low, on a machine that "
                          "was busier or slower then.\n",
    [MM_SAY_NOISY] = "- The machine was noisy: the 95 % interval of `{method}` at N = {n} is {percent} % of "
                     "its median wide.\n",

    [MM_SAY_ROWS_HEADING] =
        "## All rows\n\n"
        "| method | M x N x K | threads | median | GFLOPS | 95 % interval | % of peak | status | right? |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    [MM_SAY_ROWS_NOTE] = "\nThe rate comes from the median time; the interval is that of the median, by "
                         "order statistics; the peak is that "
                         "of one thread. \"Right?\" is the largest error as a share of its bound.\n\n",
    [MM_SAY_NOT_MEASURED_HEADING] = "## What was not measured as asked\n\n",
    [MM_SAY_NOT_MEASURED] = "- `{method}`, N = {n}: {status}; {reason}.\n",
    [MM_SAY_CUT_SHORT] = "- Cut short, with fewer repetitions or less time than asked (`results.json` has "
                         "the reason of each), {count}: {rows}.\n",
    [MM_SAY_CHECKS_HEADING] = "## Checks, as they were recorded\n\n",
    [MM_SAY_CHECK_OK] = "- `{id}`: {message}.\n",
    [MM_SAY_CHECK_FINDING] = "- `{id}`, **finding**: {message}. To do: {fix}.\n",
    [MM_SAY_CONDITIONS] = "## Conditions\n\n"
                          "| | |\n| --- | --- |\n"
                          "| CPU | {cpu.model}, {cpu.logical_cpus} logical CPUs, {cpu.isa} |\n"
                          "| hypervisor | {cpu.hypervisor} |\n"
                          "| governor | {cpu.governor} |\n"
                          "| power | {cpu.ac_power} |\n"
                          "| CPUs allowed | {affinity}; quota {cgroup_quota} |\n"
                          "| time stolen by the host | {steal_s} s, of {busy_s} s busy |\n"
                          "| BLAS | {blas.provider} {blas.version}, kernel {blas.kernel}, `{blas.path}` |\n"
                          "| threads asked for | {threads} |\n"
                          "| seed | {seed} |\n"
                          "| gemmlab | {versions.gemmlab}, commit {versions.commit} |\n"
                          "| Octave | {versions.octave} |\n"
                          "| compiler | {versions.compiler} |\n"
                          "| libc, kernel | {versions.libc}, {versions.kernel} |\n"
                          "| from, to | {start}, {end} |\n\n",
    [MM_SAY_REPEAT_HEADING] = "## How to repeat it\n\n```sh\n",
    [MM_SAY_REPEAT] =
        "\n```\n\nThe seed gives the same matrices, NumPy's `default_rng({seed}).standard_normal`; times "
        "differ from run "
        "to run, and results may in their last bits. The sha256 of the data is\n`{results_sha256}`.\n",
    [MM_SAY_INTERRUPTED] = "**The run was interrupted before its end: rows may be missing.**\n\n",

    [MM_SAY_YES] = "yes",
    [MM_SAY_NO] = "no",
    [MM_SAY_RIGHT] = "yes ({share})",
    [MM_SAY_WRONG] = "**no** ({share})",
    [MM_SAY_UNKNOWN] = "unknown ({reason})",
    [MM_SAY_UNKNOWN_REASON] = "the manifest does not tell",
    [MM_SAY_STATUS_MEASURED] = "measured",
    [MM_SAY_STATUS_EXTRAPOLATED] = "extrapolated",
    [MM_SAY_STATUS_SKIPPED] = "skipped",
    [MM_SAY_STATUS_FAILED] = "failed",

    [MM_SAY_ROOFLINE_INTRODUCTION] = "# The roofline of this machine\n\n"
                                     "What {cpu.model} can do at most, measured: multiply-adds from "
                                     "registers, and bytes from each level of the "
                                     "memory. Every number below was filled in from the data files in this "
                                     "folder: run again rather than edit.\n\n",
    [MM_SAY_ROOFLINE_PICTURE] = "![Attainable GFLOPS against arithmetic intensity](perf.png)\n\n",
    [MM_SAY_ROOFLINE_PART_MISSING] = "Not measured, or not whole: {reason}.\n\n",

    [MM_SAY_ROOFLINE_PEAKS_HEADING] =
        "## Peak multiply-add rate\n\n"
        "| instruction set | dtype | threads | GFLOPS | median | FLOP a cycle |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_ROOFLINE_PEAK] = "| {isa} | {dtype} | {threads} | {gflops} | {median} | {per_cycle} |\n",
    [MM_SAY_ROOFLINE_PEAKS_NOTE] = "\nThe best of several short samples, since a roof is a maximum; the "
                                   "median beside it tells how quiet the "
                                   "machine was. scalar and SSE2 multiply and add apart, AVX2 and "
                                   "AVX-512 in one instruction. What all "
                                   "threads do together was measured with all of them at work, started at a "
                                   "barrier: nothing is multiplied.\n\n",

    [MM_SAY_ROOFLINE_LEVELS_HEADING] = "## Bandwidth by level\n\n"
                                       "| level | working sets found | the system says | load | copy | triad "
                                       "| roof | ridge, {isa} {dtype} |\n"
                                       "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_ROOFLINE_LEVEL] =
        "| {level} | {from} to {to} | {cache} | {load} | {copy} | {triad} | {roof} ({stream}) | {ridge} |\n",
    [MM_SAY_ROOFLINE_LEVELS_NOTE] = "\nGB/s in one thread, ridges in FLOP/byte. The levels are the plateaus "
                                    "of the sweep of loads over working sets "
                                    "and nothing else; the system's cache sizes only give them their names. "
                                    "The roof of a level is the stream that "
                                    "moved most; 8, 16 and 24 bytes an element are counted, as in STREAM, so "
                                    "not the read that a store brings "
                                    "about. Between two plateaus a working set is served by both levels.\n\n",
    [MM_SAY_ROOFLINE_LEVEL_NAMELESS] = "- The level from {from} to {to} has no name: {reason}.\n",
    [MM_SAY_ROOFLINE_LEVEL_SHORT] = "- {level} serves working sets up to {to}, though the system reports "
                                    "{cache}: part of it is others', or a "
                                    "virtual machine reports its host's cache.\n",
    [MM_SAY_ROOFLINE_LEVEL_LONG] = "- {level} seems to serve working sets up to {to}, though the system "
                                   "reports {cache}: the step behind it is not "
                                   "sharp, since prefetching hides part of it.\n",
    [MM_SAY_ROOFLINE_MEANING] =
        "\n## What it means for a product\n\n"
        "Attainable is min (peak, bandwidth x intensity). A product of N x N matrices that reads A and B "
        "once from "
        "memory and writes C once has N/{divisor} FLOP/byte: it meets the ridge of memory with {isa}, "
        "{ridge} "
        "FLOP/byte, at **N = {crossing}**, and above that memory no longer limits it. A loop that loads both "
        "operands of "
        "every multiply-add has {floor} FLOP/byte at any N: memory allows it {allowed} GFLOPS, **{percent} "
        "%** of the "
        "peak of {peak}. What lies between the two is reuse, in caches and registers.\n\n",

    [MM_SAY_ROOFLINE_CLOCK_HEADING] = "## Clock and FLOP a cycle\n\n",
    [MM_SAY_ROOFLINE_CLOCK] = "A chain of additions of registers, each of which needs the one before it, ran "
                              "at {ghz} thousand million a "
                              "second (median {median}). If a core makes one such addition a cycle, as those "
                              "of today do, the clock was "
                              "**{ghz} GHz**. ",
    [MM_SAY_ROOFLINE_CLOCK_SYSTEM] = "The system says that the highest is {system} GHz.\n",
    [MM_SAY_ROOFLINE_CLOCK_SYSTEM_UNKNOWN] = "What the system says is unknown ({reason}).\n",
    [MM_SAY_ROOFLINE_CYCLE] = "At that clock, {isa} did **{per_cycle} FLOP a cycle** in {dtype}, which "
                              "assumes that the clock is not lowered "
                              "while wide registers are used.\n\n",

    [MM_SAY_ROOFLINE_THREADS_HEADING] = "## What threads add\n\n",
    [MM_SAY_ROOFLINE_THREADS_PEAK] = "- {isa}, {dtype}: from {one} GFLOPS in one thread to {all} in "
                                     "{threads}, a factor of **{factor}**.\n",
    [MM_SAY_ROOFLINE_THREADS_TRIAD] =
        "- Triad from memory, over {size}: from {one} GB/s in one thread to {all} in {threads}, a factor of "
        "**{factor}**.\n",
    [MM_SAY_ROOFLINE_THREADS_ONE] = "Nothing was measured with more than one thread.\n",

    [MM_SAY_ROOFLINE_HONEST] = "\n## How we know that nothing was left out\n\n"
                               "A compiler may drop work whose result nobody reads, and then a loop measures "
                               "nothing. Here every result is "
                               "known beforehand and compared to the last bit: {peak_sums} sums of "
                               "multiply-add loops, {stream_sums} results "
                               "of loads, copies and triads, {clock_sums} chains of additions. **All were "
                               "right**; one wrong one would have "
                               "ended the run. The multiply-adds take x to -1 - x and back, so they stay "
                               "bounded and are never denormal; the "
                               "arrays hold small whole numbers, whose sums are exact; and copies and triads "
                               "write over an array of NaN.\n\n",
    [MM_SAY_ROOFLINE_HOW] = "## How it was measured\n\n"
                            "Peaks: independent chains of multiply-adds in registers, enough of them to hide "
                            "their latency. Bandwidth: load "
                            "(the sum of b), copy (a = b) and triad (a = b + s c, after J. D. McCalpin's "
                            "STREAM) on arrays of double, in "
                            "registers of {isa}, {points} working sets from {smallest} to {largest}, each "
                            "measured in two rounds of which "
                            "the better counts, on huge pages where the system gives them. Plateaus: the "
                            "partition of log2 (bandwidth) into "
                            "constant pieces that costs least, without those pieces that fall steadily or "
                            "lie briefly between two "
                            "others.\n\n",
    [MM_SAY_ROOFLINE_ROWS_HOLD] =
        "## The methods under the roof\n\n"
        "The peak ({isa}, {dtype}, one thread), measured again with the methods: {samples} GFLOPS at start, "
        "middle and "
        "end of their run. None of them is above 102 % of the best, so the roof holds.\n\n",
    [MM_SAY_ROOFLINE_ROWS_INVALID] = "## The methods under the roof\n\n"
                                     "**The roof is invalid.** The peak ({isa}, {dtype}, one thread), "
                                     "measured again with the methods, was {samples} "
                                     "GFLOPS at start, middle and end of their run, and a method is above "
                                     "102 % of the best: so the peak was measured "
                                     "while the machine was slower. Trust no share of the peak here.\n\n",
    [MM_SAY_ROOFLINE_ROWS_WHICH] = "The tables and the picture above have the roof that was measured alone "
                                   "(`roofline.json`). The shares of the peak "
                                   "below are of the best sample of this run (`results.json`).\n\n",

    [MM_SAY_LIBRARIES_INTRODUCTION] =
        "# BLAS libraries beside each other\n\n"
        "C = A B in {dtype} on {cpu.model}. Each library, and each kernel of a library, ran in a process of "
        "its own; "
        "they were timed in turns, in one run. Every number below was filled in from `results.json` and "
        "`manifest.json` in this folder: run again rather than edit.\n\n",
    [MM_SAY_LIBRARIES_PICTURE] =
        "![GFLOPS against N for every library and kernel, with the measured roof](perf.png)\n\n",
    [MM_SAY_LIBRARIES_HEADING] = "## How many times as fast is one as another?\n\n"
                                 "Each number under a name is a ratio of median times of the same product: "
                                 "so many times as fast is what the "
                                 "line names as what the column names.\n\n",
    [MM_SAY_LIBRARIES_COLUMNS] = "| M x N x K | threads | library | GFLOPS |",
    [MM_SAY_LIBRARIES_COLUMN] = " to {name} |",
    [MM_SAY_LIBRARIES_NOTE] = "\nA gap: one of the two has no time at that size.\n\n",

    [MM_SAY_SWEEP_INTRODUCTION] = "# Block sizes, compiled and interpreted\n\n"
                                  "The six loops of the blocked product, with blocks of 16 to 256, beside "
                                  "the same loops without blocks: "
                                  "square matrices of {dtype}, one thread, on {cpu.model}. Every number "
                                  "below was filled in from `results.json` "
                                  "and `manifest.json` in this folder: run again rather than edit.\n\n",
    [MM_SAY_SWEEP_PICTURE] = "![The rate against the block size, relative to the loops without blocks, "
                             "compiled and interpreted](perf.png)\n\n",
    [MM_SAY_SWEEP_COMPILED] = "## Compiled: C calls `{base}` and its blocked forms, N = {n}\n\n",
    [MM_SAY_SWEEP_INTERPRETED] = "## Interpreted: every multiply-add evaluated by Octave, N = {n}\n\n",
    [MM_SAY_SWEEP_NONE] = "Not measured: there is no timed row of `{base}`, so nothing to compare with.\n\n",
    [MM_SAY_SWEEP_TABLE] = "| method | block size | three blocks (kB) | fit into | time | GFLOPS | times as "
                           "fast as `{base}` | range |\n"
                           "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_SWEEP_BASE] = "| `{base}` | none | {bytes} | {cache} | {time} | {gflops} | 1 | |\n",
    [MM_SAY_SWEEP_LINE] =
        "| `{method}` | {block} | {bytes} | {cache} | {time} | {gflops} | {ratio} | {range} |\n",
    [MM_SAY_SWEEP_LINE_MISSING] = "| `{method}` | {block} | {bytes} | {cache} | {reason} | | | |\n",
    [MM_SAY_SWEEP_TABLE_END] =
        "\nWithout blocks, the three are the matrices themselves. Block sizes of {n} and more are left out: "
        "there is "
        "one block then, the plain loop. The range is what the 95 % intervals of the two times allow.\n\n",
    [MM_SAY_SWEEP_BEST] =
        "The best block size is **{best}**, {best_ratio} times as fast as `{base}`; the worst is {worst}, "
        "{worst_ratio} times.\n\n",
    [MM_SAY_SWEEP_TIED] = "Within noise of the best: {sizes}.\n\n",
    [MM_SAY_SWEEP_NO_BEST] =
        "No block size differs by more than noise (the 95 % intervals of their times overlap, or there were "
        "too few "
        "samples for them): {worst_ratio} to {best_ratio} times as fast as `{base}`.\n\n",
    [MM_SAY_SWEEP_ANSWER_HEADING] = "## Does blocking help in the interpreter?\n\n",
    [MM_SAY_SWEEP_ANSWER] =
        "{verdict} At N = {n}, with the best block size, {best}, the interpreted loops are {best_ratio} "
        "times as fast as `octave:naive`, and with the worst, {worst}, {worst_ratio} times.\n\n",
    [MM_SAY_SWEEP_ANSWER_NO_BEST] = "{verdict} At N = {n}, no block size differs by more than noise: the "
                                    "interpreted loops with blocks are "
                                    "{worst_ratio} to {best_ratio} times as fast as `octave:naive`.\n\n",
    [MM_SAY_SWEEP_NO_ANSWER] =
        "Not answered: `octave:naive` and a blocked form of it were not both measured.\n\n",
    [MM_SAY_SWEEP_WHY] = "A multiply-add takes {interpreted} in the interpreter. Compiled, without blocks, "
                         "at N = {n} and with all that "
                         "memory costs there, it takes {compiled}: **{share} %** of that. No order of the "
                         "loops can save more than this in "
                         "the interpreter, whose own work hides what memory costs.\n\n",
    [MM_SAY_SWEEP_SAVED] = "Compiled, the best block size saves {saved} a multiply-add.",
    [MM_SAY_SWEEP_SAVED_NOT] =
        "Compiled, no block size wins 10 % here: the scalar loop asks memory for no more than it can give.",
    [MM_SAY_SWEEP_SCOPE] = "The interpreted loops were timed at N = {n} only, where the three matrices take "
                           "{bytes} kB and fit into "
                           "{cache}. Larger N, and so larger blocks, are out of an interpreter's reach: by "
                           "T(N) = 8 T(N/2), a call at "
                           "N = {large} would take {predicted}.\n\n",

    [MM_SAY_EMBEDDING_INTRODUCTION] = "# An embedding: look up, or multiply?\n\n"
                                      "E has a row of 64 numbers for each of 600 tokens; a batch is 32 x 16 "
                                      "= 512 tokens. In fp32, one thread, on "
                                      "{cpu.model}. Every number below was filled in from `timings.json` and "
                                      "`manifest.json` in this folder: run again "
                                      "rather than edit.\n\n",
    [MM_SAY_EMBEDDING_PICTURE] = "![The three on the measured roofline](perf.png)\n\n",
    [MM_SAY_EMBEDDING_TABLE] = "| called from | what | expression | time | FLOP | bytes | FLOP/byte | side "
                               "of the ridge | GFLOPS | roof |\n"
                               "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n",
    [MM_SAY_EMBEDDING_LINE] =
        "| {front} | {what} | `{call}` | {time} | {flop} | {bytes} | {intensity} | {side} | {gflops} "
        "| {roof} |\n",
    [MM_SAY_EMBEDDING_TABLE_END] = "\nBytes: each operand read once and the result written once. From the "
                                   "times of Octave's expressions {harness} "
                                   "is taken off, what calling a function handle costs by itself. The roof "
                                   "is min (peak, bandwidth x FLOP/byte), "
                                   "in GFLOPS.\n\n",
    [MM_SAY_GATHER] = "the row of a token",
    [MM_SAY_GATHER_ALL] = "the rows of 512 tokens",
    [MM_SAY_ONE_HOT] = "the same, as a product with a one-hot vector",
    [MM_SAY_ONE_HOT_ALL] = "the same, with 512 one-hot vectors",
    [MM_SAY_PROJECTION] = "the projection of 512 tokens on the vocabulary",
    [MM_SAY_SIDE_LEFT] = "left: memory-bound",
    [MM_SAY_SIDE_RIGHT] = "right: compute-bound",
    [MM_SAY_SIDE_UNKNOWN] = "not known",
    [MM_SAY_ONE_HOT_HEADING] = "## What the one-hot product costs\n\n",
    [MM_SAY_ONE_HOT_COSTS] = "`E(i,:)` moves 64 numbers and computes nothing: {gather}. `E' * h` gives the "
                             "same numbers by 600 x 64 "
                             "multiply-adds, of which all but 64 are with a zero, and reads all of E for it: "
                             "{one_hot}, **{ratio} times** as "
                             "long.\n\n",
    [MM_SAY_ONE_HOT_COSTS_ALL] = "For 512 tokens at once it is {gather} against {one_hot}, **{ratio} times** "
                                 "as long: the {mflop} million "
                                 "operations are as many as those of the projection.\n\n",
    [MM_SAY_SIDES_HEADING] = "## On which side of the curve?\n\n",
    [MM_SAY_SIDES_ROOF] =
        "Measured in the same run, one thread: {peak} GFLOPS ({isa}) and {bandwidth} GB/s from memory; the "
        "ridge is at {ridge} FLOP/byte.\n\n",
    [MM_SAY_SIDE_OF_GATHER] = "- The **gather** has 0 FLOP/byte, at the far left: it is bound by memory, or, "
                              "for one token, by the {gather} of "
                              "the interpreter's call.\n",
    [MM_SAY_SIDE_OF] = "- The **{what}** has {intensity} FLOP/byte, {side}. It reaches {gflops} GFLOPS of "
                       "the {roof} that the "
                       "roof allows.\n",
    [MM_SAY_WORD_ONE_HOT] = "one-hot product",
    [MM_SAY_WORD_PROJECTION] = "projection",
    [MM_SAY_ABOVE_MEMORY_ROOF] = "  That is above the roof, whose slope is the bandwidth of memory: E, "
                                 "{bytes} kB, fits into {cache} and comes "
                                 "from there.\n",
    [MM_SAY_PROJECTION_SPEED] =
        "\nThe projection takes {octave} from Octave and {cli} from C, {percent} % of the measured peak.\n\n",
    [MM_SAY_NO_TIME] = "Not answered: `{name}` has no time ({reason}).\n\n",

    [MM_SAY_OVERHEAD_INTRODUCTION] =
        "# What a call costs beside its arithmetic\n\n"
        "The interpreter takes part once in every product. In fp32, one thread, on {cpu.model}. Every number "
        "below was "
        "filled in from `timings.json` and `manifest.json` in this folder: run again rather than edit.\n\n",
    [MM_SAY_OVERHEAD_PICTURE] = "![Overhead against size, the parts of a call, and many small products "
                                "against one large](perf.png)\n\n",
    [MM_SAY_OVERHEAD_HEADING] = "## From which size on is it small?\n\n"
                                "| call | overhead of a call | below 1 % from N = | below 0.1 % from N = "
                                "|\n| --- | ---: | ---: | ---: |\n",
    [MM_SAY_OVERHEAD_LINE] = "| `{call}` | {overhead} | {percent} | {permille} |\n",
    [MM_SAY_OVERHEAD_NOTE] =
        "\nThe overhead is what the call takes longer than the BLAS call from C, in the middle of the three "
        "smallest N, "
        "where the arithmetic is next to nothing. The sizes are interpolated between the measured ones. "
        "{harness}, which "
        "the sampler itself needs to call a function handle, is taken off all of Octave's times. Here and "
        "below, "
        "times are the least of all samples: what other programs take only ever adds to a time.\n\n",
    [MM_SAY_OVERHEAD_LARGEST] = "At N = {n} the whole difference to C, with the memory for the result, is "
                                "{mtimes} % for `A * B` and {blas} % for "
                                "`mm_blas (A, B)`: what the noise of the two times leaves of it.\n\n",
    [MM_SAY_SPLIT_HEADING] = "## What is a call of a MEX function made of?\n\n"
                             "| function | N | function file | call of the MEX file | checks, allocation | "
                             "copy of the result | kernel | rest | "
                             "total |\n"
                             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_SPLIT_LINE] =
        "| `{function}` | {n} | {wrapper} | {call} | {allocation} | {copy} | {kernel} | {rest} | {total} "
        "|\n",
    [MM_SAY_SPLIT_NOTE] = "\nEach part is a difference of two times, so a small one may come out negative "
                          "by their noise. The call is "
                          "that of a MEX file that does nothing; the copy is what returning the result takes "
                          "longer than freeing it; the "
                          "kernel is the same function called from C. The rest is reading options, colder "
                          "caches, and in `mm_naive` the "
                          "interpreter, which evaluates N^3 multiply-adds.\n\n",
    [MM_SAY_SPLIT_NAIVE] = "Of `mm_naive`'s time at N = {n} the interpreter takes {percent} %, {each} a "
                           "multiply-add; calling the function "
                           "is {call_percent} %.\n\n",
    [MM_SAY_MANY_HEADING] = "## A thousand small products against one large\n\n"
                            "A thousand products of N x N have as many operations as one of 10 N x 10 N. How "
                            "many times as long do they "
                            "take?\n\n"
                            "| N | one of | `A * B` in a loop | `mm_blas` in a loop | C calls BLAS | "
                            "stacked: `[A1; ...; A1000] * B` |\n"
                            "| ---: | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_MANY_LINE] = "| {n} | {large} | {mtimes}x | {blas}x | {cli}x | {stacked}x |\n",
    [MM_SAY_MANY_MEANING] = "\nWhat C loses is the arithmetic's own: small matrices leave a kernel less to "
                            "reuse. What Octave loses beside it "
                            "is the call. At N = {n} the loop of `A * B` takes {mtimes} times as long as the "
                            "large product; C takes {cli} "
                            "times. Where all products have one operand in common, stacking the others makes "
                            "them one call and wins back a "
                            "factor of **{won}**.\n\n",
    [MM_SAY_REPEAT_TIMINGS] =
        "\n```\n\nThe seed gives the same order of samples; times differ from run to run. The sha256 of "
        "`timings.json` is\n`{results_sha256}`.\n",
    [MM_SAY_MISSING] = "missing",

    [MM_SAY_PATHS_INTRODUCTION] =
        "# From expression to routine\n\nWhat people write, and the BLAS routine that ran: every "
        "expression below was evaluated in a process of its own under `mmcli trace`, on "
        "{cpu.model}, and what the table says was seen, not looked up. Every number was filled "
        "in from `paths.json` and `manifest.json` in this folder: run again rather than edit.\n\n",
    [MM_SAY_PATHS_PICTURE] = "![The rate of each front end, and what a call costs beside the bare call from "
                             "C](perf.png)\n\n",
    [MM_SAY_PATHS_FRONTENDS_HEADING] =
        "## The front ends\n\nEach is there once for each version that an interpreter here has.\n\n| "
        "front end | version | interpreter | served by | library |\n| --- | --- | --- | --- | --- "
        "|\n",
    [MM_SAY_PATHS_FRONTEND] = "| {title} | {version} | {interpreter} {language} | {server} | {library} |\n",
    [MM_SAY_PATHS_FRONTEND_MISSING] = "| {title} | not run | | {reason} | |\n",
    [MM_SAY_PATHS_NO_BLAS] = "no BLAS",
    [MM_SAY_PATHS_MAP] =
        "## The map\n\nRoutines with their flags (op(A), op(B)) and m x n x k as called, how often "
        "where more than once, and the name of the symbol. Calls that a routine makes itself are "
        "left out, and so is what merely loading the front end calls. *No BLAS* means that none "
        "of the routines that the tracer knows was called.\n\n",
    [MM_SAY_PATHS_MAP_HEADING] =
        "### {title} {version}\n\n| expression | routine | called as | as expected |\n| --- | --- | "
        "--- | --- |\n",
    [MM_SAY_PATHS_LINE] = "| `{expression}` | {calls} | {symbols} | yes |\n",
    [MM_SAY_PATHS_UNEXPECTED] = "| `{expression}` | {calls} | {symbols} | **no**: expected {expected} |\n",
    [MM_SAY_PATHS_FAILED] = "| `{expression}` | failed: {reason} | | |\n",
    [MM_SAY_PATHS_SUMMARY] = "\n{as_expected} of {count} as expected.\n\n",
    [MM_SAY_PATHS_EXERCISE_HEADING] =
        "## The exercise: {n} x {n} x {n} in fp32, one thread\n\n| front end | expression | "
        "routine | served by | time | TFLOP/s | beyond the bare call | right |\n| --- | --- | --- "
        "| --- | ---: | ---: | ---: | --- |\n",
    [MM_SAY_PATHS_EXERCISE_LINE] =
        "| {title} | `{expression}` | {routine} | {server} | {time} | {tflops} | {overhead} | "
        "{right} |\n",
    [MM_SAY_PATHS_EXERCISE_MISSING] =
        "| {title} | `{expression}` | {routine} | {server} | {reason} | | | {right} |\n",
    [MM_SAY_PATHS_EXERCISE_NOTE] =
        "\nInputs are equal bit for bit, NumPy's `default_rng({seed}).standard_normal`, and all processes "
        "are kept to the same CPU, one thread each, and sampled in shuffled rounds. *Right* compares with "
        "our own product in double, element by element, by the bound that every order of summation meets. "
        "The bare call is the same library's, called from C; it writes to the same matrix each time, where "
        "a front end makes a new one for each result.\n\n",
    [MM_SAY_PATHS_OVERHEAD_HEADING] =
        "## What a call costs\n\nThe least time of a product, and in brackets by how much it is "
        "longer than the bare call of the same library.\n\n| front end |",
    [MM_SAY_PATHS_OVERHEAD_NOTE] =
        "\nWhere no BLAS is called there is no bare call to compare with. Least times, since what "
        "other programs take of the machine only ever adds to a time.\n\n",
    [MM_SAY_PATHS_MANY_HEADING] =
        "## Many small products against one large\n\nA thousand products of 64 x 64 have as many operations "
        "as one of 640 x 640.\n\n| front end | in a loop | in one call | one of 640 | loop / one | loop / "
        "one call |\n| --- | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_PATHS_MANY_LINE] = "| {title} {version} | {loop} | {batch} | {one} | {ratio} | {won} |\n",
    [MM_SAY_PATHS_MANY_NOTE] =
        "\nThe loop and the one call have the same thousand pairs of matrices; *-*: the front end has no "
        "such call.\n\n",
    [MM_SAY_REPEAT_PATHS] =
        "\n```\n\nThe seed gives the same matrices and order of samples; times differ from run to "
        "run. The sha256 of `paths.json` is\n`{results_sha256}`.\n",

    [MM_SAY_DOCTOR_DEFAULT_LIBRARY] = "the default library",
    [MM_SAY_DOCTOR_MACHINE] = "the machine",
    [MM_SAY_DOCTOR_SERVED] = "{subject} is served by\n",
    [MM_SAY_DOCTOR_ALSO] = " (loaded, too)",
    [MM_SAY_DOCTOR_FRONT] = "    a front of {file}\n",
    [MM_SAY_DOCTOR_LIBRARY] = "    {library}, kernel {kernel}",
    [MM_SAY_DOCTOR_KERNEL_UNKNOWN] = "unknown",
    [MM_SAY_DOCTOR_RATE] = ", {gflops} GFLOPS of {peak} ({percent} %) at N={n}, f32, one thread",
    [MM_SAY_DOCTOR_ABOVE_PEAK] = "    more than the peak, which was measured while the machine was busy\n",
    [MM_SAY_DOCTOR_REPEATED] = "    examined above\n",
    [MM_SAY_DOCTOR_PROGRAM_ENDED] = "{program} ended with exit status {status}\n",
    [MM_SAY_DOCTOR_SEEN] = "seen:",
    [MM_SAY_DOCTOR_COSTS] = "costs:",
    [MM_SAY_DOCTOR_FIX] = "fix:",
    [MM_SAY_DOCTOR_VERIFIED] = "verified:",
    [MM_SAY_DOCTOR_UNPROVEN] = "unproven:",
    [MM_SAY_DOCTOR_ADVICE] = "\nadvice:\n",
    [MM_SAY_DOCTOR_UNKNOWN] = "\nunknown:\n",
    [MM_SAY_DOCTOR_INTERRUPTED] = "\ninterrupted: what was found so far is shown\n",
    [MM_SAY_DOCTOR_HEALTHY] = "\nhealthy: {percent} % of the measured peak",
    [MM_SAY_DOCTOR_ONE_FINDING] = "\n1 finding",
    [MM_SAY_DOCTOR_FINDINGS] = "\n{count} findings",
    [MM_SAY_DOCTOR_COUNTS] = "; looked at and well: {well}, unknown: {unknown}; {seconds} s\n",
};
