#include "report/messages.h"

/* A slot is never followed by a particle whose form depends on the sound before it. */

/* A line of text as its writer broke it. */
/* clang-format off */
const char *const mm_messages_korean[MM_MESSAGE_COUNT] = {
    [MM_SAY_LAB_INTRODUCTION] =
        "# 행렬 곱: 인터프리터의 루프에서 BLAS까지\n\n"
        "N x N 정사각 행렬의 곱 C = A B, {dtype}, 스레드 하나, {cpu.model}. 아래의 모든 수치는 이 폴더의 "
        "`results.json`과 `manifest.json`에서 채운 것이다. 고치려면 편집하지 말고 다시 측정한다.\n\n",
    [MM_SAY_NO_PICTURE] =
        "이 폴더에 `{file}` 파일이 없다. Octave에서 폴더 이름을 넘겨 `{function}` 함수를 부르면 그려진다.\n\n",
    [MM_SAY_LAB_PICTURE] = "![방법별 N에 따른 GFLOPS와 측정한 루프라인](perf.png)\n\n",
    [MM_SAY_NO_ANSWER] = "스레드 하나로 BLAS를 쓴 정사각 행렬 곱의 행이 없어서 답할 수 없다.\n\n",
    [MM_SAY_ROW_MISSING] = "답 없음: N = {n}에서 시간 값이 있는 `{method}` 행이 없다.\n\n",
    [MM_SAY_NO_ROOFLINE] = "답 없음: 루프라인을 측정하지 않았다({reason}).\n\n",
    [MM_SAY_EXTRAPOLATED_MARK] = " (외삽)",

    [MM_SAY_SPEED_UP_HEADING] = "## 1. BLAS는 단순 루프보다 얼마나 빠른가?\n\n",
    [MM_SAY_SPEED_UP] =
        "N = {n}에서 BLAS(`{fast}`: {blas.provider} {blas.version}, 커널 {blas.kernel})의 시간은 {fast_time}, "
        "Octave가 해석하는 루프(`{slow}`)의 시간은 {slow_time}:\n속도 향상은 **{ratio}배**이다.\n",
    [MM_SAY_SPEED_UP_EXTRAPOLATED] =
        "`{slow}`의 시간은 N = {from}에서 T(N) = 8 T(N/2)로 외삽한 것이며, 속도 향상도 그렇다.\n",
    [MM_SAY_SPEED_UP_MEASURED] = "둘 다 측정한 가장 큰 크기인 N = {n}에서는 {ratio}배이다.\n",
    [MM_SAY_SPEED_UP_ENOUGH] = "기대치는 50배 이상: 달성했다.\n\n",
    [MM_SAY_SPEED_UP_TOO_SMALL] = "기대치는 50배 이상: **달성하지 못했다**. 루프를 인터프리터에 맡기지 않았거나 "
                                  "BLAS가 최적화된 것이 아니다. 아래의 점검을 참고한다.\n\n",
    [MM_SAY_OCTAVE_TIMES] = "Octave 자체의 `A * B`(`octave:mtimes`)는 그 루프보다 {ratio}배 빠르다.\n",
    [MM_SAY_SPEED_UP_COMPILED] =
        "N = {n}에서 시간 값이 있는 `octave:naive` 행이 없으므로 이번 측정에는 인터프리터의 몫이 없다. 같은 루프를 "
        "컴파일한 것(`cli:naive`)보다 BLAS(`{fast}`)가 **{ratio}배** 빠르다.\n\n",

    [MM_SAY_FACTORS_HEADING] =
        "## 2. 속도 향상은 무엇으로 이루어지는가?\n\n"
        "사다리의 각 단은 바로 아래 단과 한 가지만 다르다. 각 인자는 N = {n}에서 두 행의 비이고, 범위는 두 행의 95 % "
        "신뢰 구간이 허용하는 값이다.\n\n",
    [MM_SAY_LADDER_PICTURE] = "![각 단의 몫, 로그 눈금](ladder.png)\n\n",
    [MM_SAY_FACTORS_TABLE] =
        "| 달라지는 점 | 이전 | 이후 | 이전 GFLOPS | 이후 GFLOPS | 인자 | 범위 |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_FACTOR_LINE] =
        "| {what} | `{from}`{from_mark} | `{to}`{to_mark} | {from_gflops} | {to_gflops} | {factor}배 | {range} |\n",
    [MM_SAY_RUNG_MISSING_BELOW] =
        "\nN = {n}에서 시간 값이 있는 `{method}` 행이 없다. 사다리는 그 위의 단에서 시작한다.\n",
    [MM_SAY_RUNG_BRIDGED] =
        "\nN = {n}에서 시간 값이 있는 `{method}` 행이 없다. 다음 단의 인자는 이 단에서 달라지는 것까지 포함한다.\n",
    [MM_SAY_RUNG_MISSING_ABOVE] =
        "\nN = {n}에서 시간 값이 있는 `{method}` 행이 없다. 사다리는 그 아래의 단에서 끝난다.\n",
    [MM_SAY_FACTORS_PRODUCT] =
        "\n이 인자 {count}개의 곱은 **{product}배**이다. `{from}` 대비 `{to}`의 속도 향상을 직접 구하면 "
        "{total}배{range}이다.\n\n",
    [MM_SAY_FACTORS_NONE] = "\nN = {n}에서 시간 값이 있는 단이 둘이 되지 않으므로 인자를 구할 수 없다.\n\n",
    [MM_SAY_DIFFERS_LOOPS] = "루프는 컴파일하고 곱셈-덧셈은 컴파일하지 않음",
    [MM_SAY_DIFFERS_INTERPRETER] = "인터프리터 없음: 곱셈-덧셈도 컴파일함",
    [MM_SAY_DIFFERS_ORDER] = "메모리 접근 순서: 안쪽 루프가 열을 따라 내려감",
    [MM_SAY_DIFFERS_BLOCKING] = "캐시 블로킹: 블록이 캐시에 머묾",
    [MM_SAY_DIFFERS_SIMD] = "SIMD: 이 CPU에서 가장 넓은 명령어",
    [MM_SAY_DIFFERS_TILES] = "레지스터 타일: C를 블록당 한 번만 읽고 씀",
    [MM_SAY_DIFFERS_PACKING] = "패킹: A와 B의 패널을 마이크로커널에 맞게 재배치하고 캐시마다 블록을 둠",
    [MM_SAY_DIFFERS_CRAFT] = "BLAS의 기법: 흔히 어셈블리로 쓴, 조율된 커널",
    [MM_SAY_DIFFERS_THREADS] = "스레드: 하나 대신 프로세스의 모든 CPU",

    [MM_SAY_PLACE_HEADING] = "## 3. BLAS는 루프라인의 어디에 있는가?\n\n",
    [MM_SAY_ROOF] =
        "방법들과 같은 실행에서 스레드 하나로 측정한 루프라인: {peak} GFLOPS(레지스터에서의 {isa} 곱셈-덧셈), 메모리에서 "
        "{bandwidth} GB/s(triad). 둘은 능선점 {ridge} FLOP/byte에서 만난다.\n\n",
    [MM_SAY_ROOF_ALONE] =
        "[01-roofline](../01-roofline/README.md)에는 따로 실행해 측정한 이 기계의 루프라인이 메모리 계층마다 가장 빠른 스트림과 "
        "함께 있다. 두 값의 차이는 두 실행의 차이이다. 여기에 나오는 최고 성능 대비 비율은 모두 위의 루프라인에 대한 것이다.\n\n",
    [MM_SAY_PLACE] =
        "N = {n}에서 `{method}`의 성능: {gflops} GFLOPS, 측정한 최고 성능의 **{percent} %**. A와 B를 한 번씩 읽고 "
        "C를 한 번 쓰는 행렬 곱은 원소 3 N^2개로 2 N^3 FLOP를 하므로, 연산 강도는 N/{divisor} = **{intensity} "
        "FLOP/byte**이다.\n",
    [MM_SAY_COMPUTE_BOUND] =
        "능선점의 오른쪽이다. N = {crossing} 이상의 모든 곱과 마찬가지로 이 곱은 **연산 병목**(compute-bound) 상태이다. "
        "최고 성능에 못 미치는 부분은 메모리 탓이 아니다.\n\n",
    [MM_SAY_MEMORY_BOUND] =
        "능선점의 왼쪽이다. 메모리에서 읽는다면 이 곱은 **메모리 병목**(memory-bound) 상태라 {allowed} GFLOPS로 "
        "제한되며, N = {crossing}까지 그렇다. 행렬이 아직 캐시에 있으면 이를 넘을 수 있다.\n\n",
    [MM_SAY_FLOOR] = "단순 루프의 하한은 {floor} FLOP/byte이다. 곱셈-덧셈마다 두 피연산자를 모두 읽는 루프로, {bytes}"
                     "바이트당 2 FLOP이다. 메모리에서라면 {allowed} GFLOPS까지 가능하다.\n",
    [MM_SAY_ABOVE_FLOOR] = "`{method}`의 속도는 그 {ratio}배이므로, 메모리에서 가져오는 바이트당 적어도 {reached} "
                           "FLOP를 한다. 읽은 것을 캐시와 레지스터에서 다시 쓰는 것이다.\n",
    [MM_SAY_BELOW_FLOOR] =
        "`{method}`의 속도는 그 {ratio}배이다. 이 BLAS는 메모리가 단순 루프에 허용하는 속도보다도 느리다.\n",
    [MM_SAY_NAIVE_ABOVE_FLOOR] =
        "컴파일한 단순 루프의 성능은 {gflops} GFLOPS로 하한보다 높다. 읽기의 일부를 캐시가 처리한다.\n\n",
    [MM_SAY_NAIVE_BELOW_FLOOR] =
        "컴파일한 단순 루프의 성능은 {gflops} GFLOPS로 하한에도 이르지 못한다. 메모리 대역폭이 아니라, 하나씩 이어지는 "
        "읽기와 덧셈의 지연 시간을 기다린다.\n\n",

    [MM_SAY_INTENSITY] =
        "N = {n}의 곱 하나에서 실제로 이동한 데이터(`intensity.json`; 수치의 출처: {blas_source}).",
    [MM_SAY_INTENSITY_MIXED] = "N = {n}의 곱 하나에서 실제로 이동한 데이터(`intensity.json`; 수치의 출처: `cli:blas` "
                               "{blas_source}, `cli:naive` {naive_source}).",
    [MM_SAY_SOURCE_COUNTERS] = "하드웨어 카운터",
    [MM_SAY_SOURCE_SIMULATED] = "이 기계의 캐시 크기로 한 cachegrind 모의 실행",
    [MM_SAY_SOURCE_MODEL] = "루프의 모형",
    [MM_SAY_INTENSITY_KERNEL] = " 그때 실행된 BLAS 커널은 {kernel}.",
    [MM_SAY_INTENSITY_LEVELS] = " 들어오는 바이트당 FLOP, 계층별:\n\n",
    [MM_SAY_MEMORY] = "메모리",
    [MM_SAY_MOVED] =
        "- {from} → {into}: `cli:blas` **{blas}**, `cli:naive` **{naive}** FLOP/byte, {ratio}배 차이\n",
    [MM_SAY_MOVED_BY_BLAS] =
        "- {from} → {into}: `cli:blas` {blas} FLOP/byte; `cli:naive`에서는 행렬이 {into}에 머문다\n",
    [MM_SAY_MOVED_BY_NAIVE] =
        "- {from} → {into}: `cli:naive` {naive} FLOP/byte; `cli:blas`에서는 행렬이 {into}에 머문다\n",
    [MM_SAY_MOVED_NOTHING] = "- {from} → {into}: 거의 없음. 행렬이 {into}에 머문다\n",
    [MM_SAY_MOVED_UNKNOWN] = "- {from} → {into}: 알 수 없음\n",
    [MM_SAY_INTENSITY_END] = "\n",

    [MM_SAY_BLOCKING_HEADING] = "## 4. 블로킹은 인터프리터에서 도움이 되는가?\n\n",
    [MM_SAY_BLOCKING_HELPS] = "예상과 달리 여기서는 도움이 되었다.",
    [MM_SAY_BLOCKING_HELPS_NOT] = "**아니다.**",
    [MM_SAY_BLOCKING_HURTS] = "**아니다, 오히려 손해이다.**",
    [MM_SAY_BLOCKING_RATIO] =
        "{verdict} N = {n}에서 `octave:naive`의 시간은 {naive_time}, `octave:blocked`의 시간은 {blocked_time}이다. "
        "블록 루프의 속도는 단순 루프의 {ratio}배이다.\n\n",
    [MM_SAY_BLOCKING_WHY] =
        "둘 다 모든 곱셈-덧셈을 인터프리터에서 계산하며, 하나에 {interpreted} 걸린다. N = {n}에서 컴파일한 단순 루프는 "
        "메모리 비용을 모두 포함하고도 {compiled}이면 된다. 따라서 블로킹이 인터프리터에서 줄일 수 있는 시간은 많아야 "
        "{share} %이다. 메모리 비용은 인터프리터의 비용 뒤에 가려진다.\n\n",
    [MM_SAY_BLOCKING_COMPILED] = "컴파일하면 N = {n}에서 블록 루프의 속도는 단순 루프의 {over_naive}배, 순서를 바꾼 "
                                 "루프의 {over_reordered}배이다.\n\n",
    [MM_SAY_BLOCKING_MISSING] = "답 없음: `octave:naive`와 `octave:blocked`를 모두 측정한 크기가 없다.\n\n",

    [MM_SAY_SURPRISES_HEADING] = "## 예상과 다른 점\n\n",
    [MM_SAY_NO_SURPRISE] = "없음: 잡음을 넘어 바로 아래 단보다 느린 단은 없다.\n",
    [MM_SAY_NO_RUNG_SLOWER] = "- 다만 N = {n}에서 잡음을 넘어 바로 아래 단보다 느린 단은 없다.\n",
    [MM_SAY_RUNG_SLOWER] = "- `{to}` 쪽이 `{from}` 쪽보다 느리다: N = {n}에서 {factor}배.",
    [MM_SAY_BLOCKING_HIDDEN] = " `cli:vectorised`는 같은 블록을 쓰면서 속도가 {ratio}배이므로, 스칼라 루프는 메모리를 "
                               "기다린 것이 아니다. 블로킹은 연산이 빨라진 다음에야 효과가 있다.",
    [MM_SAY_FITS_CACHE] = " 세 행렬의 크기는 {matrices} MB로 마지막 계층 캐시({cache} MB)에 들어가므로, 블로킹으로 "
                          "아낄 것이 적다.",
    [MM_SAY_HOOK_COSTS] = " 곱셈-덧셈마다 컴파일한 루프에서 인터프리터로 나갔다가 돌아오는 데 {to_time}, 인터프리터 "
                          "자신의 루프 한 바퀴에 {from_time} 걸린다.",
    [MM_SAY_OLD_KERNEL] = " 라이브러리가 고른 커널은 {kernel_isa}용으로 작성된 {kernel}이다. 바로 아래 단은 이 CPU가 "
                          "지원하는 {isa} 명령어를 쓴다.",
    [MM_SAY_THREADS_LOST] =
        " 프로세스가 쓸 수 있는 CPU는 {affinity}이다. 한 코어의 두 스레드일 수 있고, 그동안 다른 프로그램이 썼을 수도 "
        "있다(호스트가 가져간 시간 {steal_s} s).",
    [MM_SAY_UNEXPLAINED] =
        " 행에서는 이유를 알 수 없다. 오래 지속된 방해가 한 원인일 수 있으니 다시 측정한다.",
    [MM_SAY_NAIVE_DROPS] =
        "- `cli:naive`의 성능이 N = {best_n}에서 {best} GFLOPS이던 것이 N = {n}에서 {gflops} GFLOPS로 떨어진다. 안쪽 "
        "루프가 A의 행을 따라 건너뛰며 읽으므로, A가 클수록 캐시나 TLB가 처리하는 읽기가 줄어든다.\n",
    [MM_SAY_FRONTEND_DIFFERS] =
        "- `{method}`의 속도는 N = {n}에서 `cli:blas`의 {percent} %이다. 둘 다 BLAS가 계산해야 하는데도 그렇다.\n",
    [MM_SAY_ABOVE_ROOF] = "- `{method}`의 성능은 N = {n}에서 측정한 최고 성능의 {percent} %이다. 기계가 더 바쁘거나 "
                          "느릴 때 최고 성능을 측정하여 값이 너무 낮게 나왔다.\n",
    [MM_SAY_NOISY] =
        "- 기계에 잡음이 있었다. N = {n}에서 `{method}`의 95 % 신뢰 구간의 폭이 중앙값의 {percent} %이다.\n",

    [MM_SAY_ROWS_HEADING] =
        "## 모든 행\n\n"
        "| 방법 | M x N x K | 스레드 | 중앙값 | GFLOPS | 95 % 신뢰 구간 | 최고 성능 대비 % | 상태 | 정확한가? |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    [MM_SAY_ROWS_NOTE] =
        "\n성능은 시간의 중앙값에서 구한다. 구간은 순서 통계량으로 구한 중앙값의 구간이고, 최고 성능은 스레드 하나의 "
        "값이다. \"정확한가?\"는 최대 오차가 허용 한계에서 차지하는 비율이다.\n\n",
    [MM_SAY_NOT_MEASURED_HEADING] = "## 요청대로 측정하지 못한 것(이유는 기록된 그대로, 영어)\n\n",
    [MM_SAY_NOT_MEASURED] = "- `{method}`, N = {n}: {status}; {reason}.\n",
    [MM_SAY_CUT_SHORT] =
        "- 요청한 반복 횟수나 시간을 채우지 못한 행(각각의 이유는 `results.json`에 있다), {count}: {rows}.\n",
    [MM_SAY_CHECKS_HEADING] = "## 점검(기록된 그대로, 영어)\n\n",
    [MM_SAY_CHECK_OK] = "- `{id}`: {message}.\n",
    [MM_SAY_CHECK_FINDING] = "- `{id}`, **문제 발견**: {message}. 할 일: {fix}.\n",
    [MM_SAY_CONDITIONS] = "## 측정 조건\n\n"
                          "| | |\n| --- | --- |\n"
                          "| CPU | {cpu.model}, 논리 CPU {cpu.logical_cpus}개, {cpu.isa} |\n"
                          "| 하이퍼바이저 | {cpu.hypervisor} |\n"
                          "| 주파수 거버너 | {cpu.governor} |\n"
                          "| 전원 | {cpu.ac_power} |\n"
                          "| 허용된 CPU | {affinity}; 할당량 {cgroup_quota} |\n"
                          "| 호스트가 가져간 시간 | {steal_s} s, 사용 시간 {busy_s} s 중 |\n"
                          "| BLAS | {blas.provider} {blas.version}, 커널 {blas.kernel}, `{blas.path}` |\n"
                          "| 요청한 스레드 | {threads} |\n"
                          "| 시드 | {seed} |\n"
                          "| gemmlab | {versions.gemmlab}, 커밋 {versions.commit} |\n"
                          "| Octave | {versions.octave} |\n"
                          "| 컴파일러 | {versions.compiler} |\n"
                          "| libc, 커널 | {versions.libc}, {versions.kernel} |\n"
                          "| 시작, 끝 | {start}, {end} |\n\n",
    [MM_SAY_REPEAT_HEADING] = "## 다시 측정하는 방법\n\n```sh\n",
    [MM_SAY_REPEAT] =
        "\n```\n\n시드가 같으면 행렬도 같다. NumPy의 `default_rng({seed}).standard_normal` 행렬이다. 시간은 실행할 때마다 "
        "다르고, 결과는 마지막 비트가 다를 수 있다. 데이터의 sha256 값은\n`{results_sha256}`.\n",
    [MM_SAY_INTERRUPTED] = "**측정이 끝나기 전에 중단되었다. 빠진 행이 있을 수 있다.**\n\n",

    [MM_SAY_YES] = "예",
    [MM_SAY_NO] = "아니요",
    [MM_SAY_RIGHT] = "예 ({share})",
    [MM_SAY_WRONG] = "**아니요** ({share})",
    [MM_SAY_UNKNOWN] = "알 수 없음 ({reason})",
    [MM_SAY_UNKNOWN_REASON] = "매니페스트에 없음",
    [MM_SAY_STATUS_MEASURED] = "측정",
    [MM_SAY_STATUS_EXTRAPOLATED] = "외삽",
    [MM_SAY_STATUS_SKIPPED] = "건너뜀",
    [MM_SAY_STATUS_FAILED] = "실패",

    [MM_SAY_ROOFLINE_INTRODUCTION] =
        "# 이 기계의 루프라인\n\n"
        "{cpu.model}에서 낼 수 있는 최대치를 측정했다: 레지스터에서의 곱셈-덧셈과 메모리의 각 계층에서 읽는 바이트. "
        "아래의 모든 수치는 이 폴더의 데이터 파일에서 채운 것이다. 고치려면 편집하지 말고 다시 측정한다.\n\n",
    [MM_SAY_ROOFLINE_PICTURE] =
        "![연산 강도에 따른 도달 가능 GFLOPS](perf.png)\n\n",
    [MM_SAY_ROOFLINE_PART_MISSING] = "측정하지 않았거나 온전하지 않음: {reason}.\n\n",

    [MM_SAY_ROOFLINE_PEAKS_HEADING] = "## 곱셈-덧셈 최고 성능\n\n"
                                      "| 명령어 집합 | dtype | 스레드 | GFLOPS | 중앙값 | 사이클당 FLOP |\n"
                                      "| --- | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_ROOFLINE_PEAK] = "| {isa} | {dtype} | {threads} | {gflops} | {median} | {per_cycle} |\n",
    [MM_SAY_ROOFLINE_PEAKS_NOTE] =
        "\n루프라인은 최대치이므로 여러 짧은 표본 중 가장 좋은 것을 쓴다. 옆의 중앙값은 기계가 얼마나 조용했는지를 "
        "보여 준다. scalar와 SSE2는 곱셈과 덧셈을 따로 하고, AVX2와 AVX-512는 한 명령어로 한다. 모든 스레드의 "
        "성능은 장벽에서 함께 출발해 모두 일하는 동안 측정한 것이며, 어떤 값도 곱해서 구하지 않았다.\n\n",

    [MM_SAY_ROOFLINE_LEVELS_HEADING] =
        "## 계층별 대역폭\n\n"
        "| 계층 | 찾아낸 작업 집합 | 시스템의 보고 | load | copy | triad | 루프라인 | 능선점, {isa} {dtype} |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_ROOFLINE_LEVEL] =
        "| {level} | {from} ~ {to} | {cache} | {load} | {copy} | {triad} | {roof} ({stream}) | {ridge} |\n",
    [MM_SAY_ROOFLINE_LEVELS_NOTE] =
        "\n스레드 하나의 GB/s 값이고, 능선점의 단위는 FLOP/byte이다. 계층은 작업 집합의 크기를 바꿔 가며 읽은 대역폭의 "
        "평탄 구간일 뿐이며, 시스템이 보고하는 캐시 크기는 이름을 붙이는 데만 쓴다. 한 계층의 루프라인은 가장 많이 옮긴 "
        "스트림이다. STREAM처럼 원소당 8, 16, 24바이트로 세므로, 쓰기 때문에 일어나는 읽기는 들어 있지 않다. 두 평탄 "
        "구간 사이의 작업 집합은 두 계층이 함께 처리한다.\n\n",
    [MM_SAY_ROOFLINE_LEVEL_NAMELESS] = "- {from} ~ {to} 계층에는 이름이 없다: {reason}.\n",
    [MM_SAY_ROOFLINE_LEVEL_SHORT] =
        "- {level} 계층은 {to}까지의 작업 집합을 처리하지만 시스템은 {cache}라고 보고한다. 일부를 다른 쪽에서 쓰거나, 가상 "
        "기계가 호스트의 캐시를 보고하는 것이다.\n",
    [MM_SAY_ROOFLINE_LEVEL_LONG] =
        "- {level} 계층은 {to}까지의 작업 집합을 처리하는 듯하지만 시스템은 {cache}라고 보고한다. 프리페치가 일부를 감추어 "
        "그 뒤의 단차가 뚜렷하지 않다.\n",
    [MM_SAY_ROOFLINE_MEANING] =
        "\n## 행렬 곱에서의 의미\n\n"
        "도달 가능한 성능은 min (최고 성능, 대역폭 x 연산 강도)이다. 메모리에서 A와 B를 한 번씩 읽고 C를 한 번 쓰는 "
        "N x N 행렬 곱은 N/{divisor} FLOP/byte이다. {isa} 명령어를 쓸 때 메모리의 능선점은 {ridge} FLOP/byte이고, 곱은 "
        "**N = {crossing}**에서 여기에 이르며, 그보다 크면 메모리는 더 이상 한계가 아니다. 곱셈-덧셈마다 두 피연산자를 모두 "
        "읽는 루프는 N에 관계없이 {floor} FLOP/byte이다. 메모리가 허용하는 성능은 {allowed} GFLOPS, 최고 성능 {peak} "
        "GFLOPS의 **{percent} %**. 둘 사이에 있는 것은 캐시와 레지스터에서의 재사용이다.\n\n",

    [MM_SAY_ROOFLINE_CLOCK_HEADING] = "## 클럭과 사이클당 FLOP\n\n",
    [MM_SAY_ROOFLINE_CLOCK] =
        "앞의 결과를 다음이 필요로 하는 레지스터 덧셈의 사슬은 초당 십억 번의 {ghz}배(중앙값 {median}배) 속도로 돌았다. "
        "요즘의 코어처럼 사이클마다 이런 덧셈을 하나씩 한다면 클럭은 **{ghz} GHz**이다. ",
    [MM_SAY_ROOFLINE_CLOCK_SYSTEM] = "시스템이 알려 주는 최대 클럭은 {system} GHz이다.\n",
    [MM_SAY_ROOFLINE_CLOCK_SYSTEM_UNKNOWN] = "시스템이 알려 주는 값은 알 수 없음 ({reason}).\n",
    [MM_SAY_ROOFLINE_CYCLE] = "그 클럭에서 {isa} 명령어는 {dtype}에서 **사이클당 {per_cycle} FLOP**를 했다. 넓은 "
                              "레지스터를 쓰는 동안 클럭이 낮아지지 않는다고 가정한 값이다.\n\n",

    [MM_SAY_ROOFLINE_THREADS_HEADING] = "## 스레드의 효과\n\n",
    [MM_SAY_ROOFLINE_THREADS_PEAK] =
        "- {isa}, {dtype}: 스레드 하나에서 {one} GFLOPS, 스레드 {threads}개에서 {all} GFLOPS, **{factor}배**.\n",
    [MM_SAY_ROOFLINE_THREADS_TRIAD] = "- 메모리에서의 triad, {size}: 스레드 하나에서 {one} GB/s, 스레드 {threads}개에서 "
                                      "{all} GB/s, **{factor}배**.\n",
    [MM_SAY_ROOFLINE_THREADS_ONE] = "둘 이상의 스레드로는 측정하지 않았다.\n",

    [MM_SAY_ROOFLINE_HONEST] =
        "\n## 빠진 일이 없다는 증거\n\n"
        "컴파일러는 아무도 읽지 않는 결과를 만드는 일을 없앨 수 있고, 그러면 루프는 아무것도 측정하지 못한다. 여기서는 "
        "모든 결과를 미리 알고 마지막 비트까지 비교한다: 곱셈-덧셈 루프의 합 {peak_sums}개, load, copy, triad의 결과 "
        "{stream_sums}개, 덧셈의 사슬 {clock_sums}개. **모두 맞았다**. 하나라도 틀렸다면 측정은 거기서 끝났을 것이다. "
        "곱셈-덧셈은 x를 -1 - x로 보냈다가 되돌리므로 값이 한정되고 비정규수가 되지 않는다. 배열에는 합이 정확한 작은 정수가 "
        "들어 있고, copy와 triad는 NaN으로 채운 배열 위에 쓴다.\n\n",
    [MM_SAY_ROOFLINE_HOW] =
        "## 측정 방법\n\n"
        "최고 성능: 레지스터에서 서로 독립인 곱셈-덧셈의 사슬을 지연 시간을 감출 만큼 돌린다. 대역폭: double 배열에서 {isa} "
        "레지스터로 load(b의 합), copy(a = b), triad(a = b + s c, J. D. McCalpin의 STREAM을 따름)를 {smallest}에서 "
        "{largest}까지의 작업 집합 {points}개에 대해, 시스템이 주면 거대 페이지에서, 두 차례씩 측정하여 나은 쪽을 쓴다. 평탄 "
        "구간: log2 (대역폭)을 비용이 가장 적도록 상수 구간으로 나눈 것에서, 꾸준히 떨어지거나 다른 두 구간 사이에 잠깐 "
        "놓이는 구간을 뺀 것이다.\n\n",
    [MM_SAY_ROOFLINE_ROWS_HOLD] =
        "## 루프라인 아래의 방법들\n\n"
        "방법들과 함께 다시 측정한 최고 성능({isa}, {dtype}, 스레드 하나)은 실행의 처음, 중간, 끝에서 {samples} "
        "GFLOPS이다. 그중 가장 높은 값의 102 %를 넘는 방법이 없으므로 루프라인은 유효하다.\n\n",
    [MM_SAY_ROOFLINE_ROWS_INVALID] =
        "## 루프라인 아래의 방법들\n\n"
        "**루프라인이 유효하지 않다.** 방법들과 함께 다시 측정한 최고 성능({isa}, {dtype}, 스레드 하나)은 실행의 처음, 중간, "
        "끝에서 {samples} GFLOPS인데, 그중 가장 높은 값의 102 %를 넘는 방법이 있다. 기계가 더 느릴 때 최고 성능을 측정한 "
        "것이다. 여기에 나오는 최고 성능 대비 비율은 믿지 말아야 한다.\n\n",
    [MM_SAY_ROOFLINE_ROWS_WHICH] =
        "위의 표와 그림은 따로 측정한 루프라인(`roofline.json`)이다. 아래에 나오는 최고 성능 대비 비율은 이 실행의 가장 좋은 "
        "표본(`results.json`)에 대한 것이다.\n\n",

    [MM_SAY_LIBRARIES_INTRODUCTION] =
        "# BLAS 라이브러리의 나란한 비교\n\n"
        "{cpu.model}에서 {dtype}로 계산한 C = A B. 라이브러리마다, 또 그 커널마다 별도의 프로세스에서 실행하고 한 번의 "
        "실행 안에서 번갈아 측정했다. 아래의 모든 숫자는 이 폴더의 `results.json`과 `manifest.json`에서 채웠으니, 고치지 "
        "말고 다시 실행할 것.\n\n",
    [MM_SAY_LIBRARIES_PICTURE] = "![라이브러리와 커널별 N에 따른 GFLOPS와 측정한 루프라인](perf.png)\n\n",
    [MM_SAY_LIBRARIES_HEADING] =
        "## 서로 몇 배나 빠른가?\n\n"
        "이름 아래의 숫자는 같은 곱의 시간 중앙값의 비로, 행의 것이 열의 것보다 몇 배의 속도인지를 나타낸다.\n\n",
    [MM_SAY_LIBRARIES_COLUMNS] = "| M x N x K | 스레드 | 라이브러리 | GFLOPS |",
    [MM_SAY_LIBRARIES_COLUMN] = " {name} 대비 |",
    [MM_SAY_LIBRARIES_NOTE] = "\n빈칸: 둘 중 하나에 그 크기의 시간 값이 없다.\n\n",

    [MM_SAY_SWEEP_INTRODUCTION] =
        "# 블록 크기: 컴파일과 인터프리터\n\n"
        "블록 곱의 여섯 겹 루프를 블록 16에서 256까지로 실행하고, 블록이 없는 같은 루프와 비교한다: 정사각 행렬, {dtype}, "
        "스레드 하나, {cpu.model}. 아래의 모든 수치는 이 폴더의 `results.json`과 `manifest.json`에서 채운 것이다. "
        "고치려면 편집하지 말고 다시 측정한다.\n\n",
    [MM_SAY_SWEEP_PICTURE] =
        "![블록 크기에 따른 성능, 블록이 없는 루프 대비, 컴파일과 인터프리터](perf.png)\n\n",
    [MM_SAY_SWEEP_COMPILED] = "## 컴파일: C에서 부른 `{base}` 및 그 블록 형태, N = {n}\n\n",
    [MM_SAY_SWEEP_INTERPRETED] = "## 인터프리터: 모든 곱셈-덧셈을 Octave가 계산, N = {n}\n\n",
    [MM_SAY_SWEEP_NONE] = "측정하지 않음: 시간 값이 있는 `{base}` 행이 없어 비교할 대상이 없다.\n\n",
    [MM_SAY_SWEEP_TABLE] =
        "| 방법 | 블록 크기 | 블록 셋 (kB) | 들어가는 곳 | 시간 | GFLOPS | `{base}` 대비 속도(배) | 범위 |\n"
        "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_SWEEP_BASE] = "| `{base}` | 없음 | {bytes} | {cache} | {time} | {gflops} | 1 | |\n",
    [MM_SAY_SWEEP_LINE] =
        "| `{method}` | {block} | {bytes} | {cache} | {time} | {gflops} | {ratio} | {range} |\n",
    [MM_SAY_SWEEP_LINE_MISSING] = "| `{method}` | {block} | {bytes} | {cache} | {reason} | | | |\n",
    [MM_SAY_SWEEP_TABLE_END] =
        "\n블록이 없으면 블록 셋은 행렬 자체이다. {n} 이상의 블록 크기는 뺐다. 그때는 블록이 하나뿐이어서 블록이 없는 루프와 "
        "같다. 범위는 두 시간의 95 % 신뢰 구간이 허용하는 값이다.\n\n",
    [MM_SAY_SWEEP_BEST] = "가장 좋은 블록 크기는 **{best}**, 속도는 `{base}`의 {best_ratio}배이다. 가장 나쁜 크기는 "
                          "{worst}, {worst_ratio}배이다.\n\n",
    [MM_SAY_SWEEP_TIED] = "가장 좋은 크기와 잡음 이상으로 다르지 않은 크기: {sizes}.\n\n",
    [MM_SAY_SWEEP_NO_BEST] =
        "잡음 이상으로 다른 블록 크기가 없다(시간의 95 % 신뢰 구간이 겹치거나, 구간을 구하기에는 표본이 너무 적다). 속도는 "
        "`{base}`의 {worst_ratio}배에서 {best_ratio}배이다.\n\n",
    [MM_SAY_SWEEP_ANSWER_HEADING] = "## 블로킹은 인터프리터에서 도움이 되는가?\n\n",
    [MM_SAY_SWEEP_ANSWER] =
        "{verdict} N = {n}에서 인터프리터 루프의 속도는 가장 좋은 블록 크기 {best}에서 `octave:naive`의 {best_ratio}배, "
        "가장 나쁜 크기 {worst}에서 {worst_ratio}배이다.\n\n",
    [MM_SAY_SWEEP_ANSWER_NO_BEST] =
        "{verdict} N = {n}에서 잡음 이상으로 다른 블록 크기가 없다. 블록을 쓰는 인터프리터 루프의 속도는 `octave:naive`의 "
        "{worst_ratio}배에서 {best_ratio}배이다.\n\n",
    [MM_SAY_SWEEP_NO_ANSWER] = "답 없음: `octave:naive`와 그 블록 형태를 모두 측정하지는 않았다.\n\n",
    [MM_SAY_SWEEP_WHY] =
        "곱셈-덧셈 하나는 인터프리터에서 {interpreted} 걸린다. 블록 없이 컴파일하면 N = {n}에서 메모리 비용을 모두 "
        "포함하여 {compiled} 걸린다. 비율은 **{share} %**. 인터프리터에서는 루프의 순서를 어떻게 바꾸어도 이보다 더 줄일 수 "
        "없다. 인터프리터 자신의 일이 메모리 비용을 가린다.\n\n",
    [MM_SAY_SWEEP_SAVED] = "컴파일하면 가장 좋은 블록 크기가 곱셈-덧셈 하나당 {saved} 줄인다.",
    [MM_SAY_SWEEP_SAVED_NOT] = "컴파일해도 여기서는 10 % 이상 빨라지는 블록 크기가 없다. 스칼라 루프는 메모리가 줄 수 있는 "
                               "것보다 많이 요구하지 않는다.",
    [MM_SAY_SWEEP_SCOPE] =
        "인터프리터 루프는 N = {n}에서만 측정했다. 세 행렬은 {bytes} kB로, 들어가는 곳은 {cache}이다. 더 큰 N과 더 큰 블록은 "
        "인터프리터로는 잴 수 없다. T(N) = 8 T(N/2)에 따라 N = {large}에서 한 번 부르는 데 {predicted} 걸릴 것이다.\n\n",

    [MM_SAY_EMBEDDING_INTRODUCTION] =
        "# 임베딩: 찾아볼 것인가, 곱할 것인가?\n\n"
        "E에는 토큰 600개마다 숫자 64개의 행이 하나씩 있다. 배치는 32 x 16 = 512개 토큰이다. fp32, 스레드 하나, "
        "{cpu.model}. 아래의 모든 수치는 이 폴더의 `timings.json`과 `manifest.json`에서 채운 것이다. 고치려면 편집하지 말고 "
        "다시 측정한다.\n\n",
    [MM_SAY_EMBEDDING_PICTURE] =
        "![측정한 루프라인 위의 세 연산](perf.png)\n\n",
    [MM_SAY_EMBEDDING_TABLE] =
        "| 부르는 쪽 | 내용 | 식 | 시간 | FLOP | 바이트 | FLOP/byte | 능선점의 어느 쪽 | GFLOPS | 루프라인 |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n",
    [MM_SAY_EMBEDDING_LINE] =
        "| {front} | {what} | `{call}` | {time} | {flop} | {bytes} | {intensity} | {side} | {gflops} "
        "| {roof} |\n",
    [MM_SAY_EMBEDDING_TABLE_END] =
        "\n바이트: 각 피연산자를 한 번 읽고 결과를 한 번 쓴다. Octave 식의 시간에서는 함수 핸들을 부르는 것 자체의 비용인 "
        "{harness} 만큼을 뺐다. 루프라인은 min (최고 성능, 대역폭 x FLOP/byte)이며 단위는 GFLOPS이다.\n\n",
    [MM_SAY_GATHER] = "토큰 하나의 행",
    [MM_SAY_GATHER_ALL] = "토큰 512개의 행",
    [MM_SAY_ONE_HOT] = "같은 것, 원-핫 벡터와의 곱으로",
    [MM_SAY_ONE_HOT_ALL] = "같은 것, 원-핫 벡터 512개로",
    [MM_SAY_PROJECTION] = "토큰 512개의 어휘 투영",
    [MM_SAY_SIDE_LEFT] = "왼쪽: 메모리 병목",
    [MM_SAY_SIDE_RIGHT] = "오른쪽: 연산 병목",
    [MM_SAY_SIDE_UNKNOWN] = "알 수 없음",
    [MM_SAY_ONE_HOT_HEADING] = "## 원-핫 곱의 비용\n\n",
    [MM_SAY_ONE_HOT_COSTS] =
        "`E(i,:)`는 숫자 64개를 옮기고 아무것도 계산하지 않는다: {gather}. `E' * h`는 같은 숫자를 곱셈-덧셈 600 x 64번으로 "
        "구하는데, 그중 64번을 뺀 나머지는 모두 영과의 곱이며, 그러느라 E 전체를 읽는다: {one_hot}, 시간은 "
        "**{ratio}배**.\n\n",
    [MM_SAY_ONE_HOT_COSTS_ALL] = "토큰 512개를 한꺼번에 하면 {gather} 대 {one_hot}, 시간은 **{ratio}배**이다. 연산 {mflop} "
                                 "백만 번은 투영의 연산 수와 같다.\n\n",
    [MM_SAY_SIDES_HEADING] = "## 곡선의 어느 쪽인가?\n\n",
    [MM_SAY_SIDES_ROOF] = "같은 실행에서 스레드 하나로 측정한 값: {peak} GFLOPS({isa}), 메모리에서 {bandwidth} GB/s. "
                          "능선점은 {ridge} FLOP/byte에 있다.\n\n",
    [MM_SAY_SIDE_OF_GATHER] = "- **gather**: 0 FLOP/byte로 맨 왼쪽에 있다. 메모리가 한계이거나, 토큰 하나라면 인터프리터의 "
                              "호출 시간 {gather} 자체가 한계이다.\n",
    [MM_SAY_SIDE_OF] = "- **{what}**: {intensity} FLOP/byte, {side}. 루프라인이 허용하는 {roof} GFLOPS 중 {gflops} "
                       "GFLOPS에 이른다.\n",
    [MM_SAY_WORD_ONE_HOT] = "원-핫 곱",
    [MM_SAY_WORD_PROJECTION] = "투영",
    [MM_SAY_ABOVE_MEMORY_ROOF] = "  메모리 대역폭을 기울기로 하는 루프라인보다 높다. E는 {bytes} kB로 {cache} 안에 "
                                 "들어가므로 거기서 읽힌다.\n",
    [MM_SAY_PROJECTION_SPEED] = "\n투영은 Octave에서 {octave}, C에서 {cli} 걸리며, 이는 측정한 최고 성능의 {percent} "
                                "%이다.\n\n",
    [MM_SAY_NO_TIME] = "답 없음: `{name}`의 시간이 없다({reason}).\n\n",

    [MM_SAY_OVERHEAD_INTRODUCTION] =
        "# 연산 이외에 호출이 치르는 비용\n\n"
        "인터프리터는 곱마다 한 번 끼어든다. fp32, 스레드 하나, {cpu.model}. 아래의 모든 수치는 이 폴더의 "
        "`timings.json`과 `manifest.json`에서 채운 것이다. 고치려면 편집하지 말고 다시 측정한다.\n\n",
    [MM_SAY_OVERHEAD_PICTURE] =
        "![크기에 따른 오버헤드, 호출의 구성, 작은 곱 여럿과 큰 곱 하나](perf.png)\n\n",
    [MM_SAY_OVERHEAD_HEADING] = "## 어느 크기부터 작아지는가?\n\n"
                                "| 호출 | 호출당 오버헤드 | 1 % 미만이 되는 N | 0.1 % 미만이 되는 N |\n"
                                "| --- | ---: | ---: | ---: |\n",
    [MM_SAY_OVERHEAD_LINE] = "| `{call}` | {overhead} | {percent} | {permille} |\n",
    [MM_SAY_OVERHEAD_NOTE] =
        "\n오버헤드는 C에서 BLAS를 부를 때보다 더 걸리는 시간으로, 연산이 거의 없는 가장 작은 N 셋에서 구한 값의 가운데 "
        "값이다. 크기는 측정한 크기 사이를 보간한 것이다. 표본 측정기가 함수 핸들을 부르는 데 드는 {harness} 만큼을 Octave의 모든 "
        "시간에서 뺐다. 여기와 아래의 시간은 모든 표본의 최솟값이다. 다른 프로그램은 시간을 늘릴 뿐이기 때문이다.\n\n",
    [MM_SAY_OVERHEAD_LARGEST] =
        "N = {n}에서 C와의 차이는 결과를 담을 메모리까지 모두 합쳐 `A * B`의 경우 {mtimes} %, `mm_blas (A, B)`의 경우 "
        "{blas} %이다. 두 시간의 잡음 속에 남는 것이 이만큼이다.\n\n",
    [MM_SAY_SPLIT_HEADING] =
        "## MEX 함수의 호출은 무엇으로 이루어지는가?\n\n"
        "| 함수 | N | 함수 파일 | MEX 파일 호출 | 검사, 할당 | 결과 복사 | 커널 | 나머지 | 합계 |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_SPLIT_LINE] =
        "| `{function}` | {n} | {wrapper} | {call} | {allocation} | {copy} | {kernel} | {rest} | {total} "
        "|\n",
    [MM_SAY_SPLIT_NOTE] =
        "\n각 부분은 두 시간의 차이이므로, 작은 것은 잡음 때문에 음수가 될 수 있다. 호출은 아무 일도 하지 않는 MEX 파일의 "
        "호출이고, 복사는 결과를 해제할 때보다 돌려줄 때 더 걸리는 시간이며, 커널은 C에서 부른 같은 함수이다. 나머지는 "
        "옵션 읽기와 더 차가운 캐시, 그리고 `mm_naive`에서는 N^3번의 곱셈-덧셈을 계산하는 인터프리터이다.\n\n",
    [MM_SAY_SPLIT_NAIVE] = "N = {n}에서 `mm_naive`의 시간 중 {percent} %는 인터프리터의 몫으로 곱셈-덧셈 하나에 {each} "
                           "걸리고, 함수 호출은 {call_percent} %이다.\n\n",
    [MM_SAY_MANY_HEADING] =
        "## 작은 곱 천 개와 큰 곱 하나\n\n"
        "N x N 곱 천 개의 연산 수는 10 N x 10 N 곱 하나와 같다. 시간은 몇 배나 걸리는가?\n\n"
        "| N | 큰 곱 | 루프 안의 `A * B` | 루프 안의 `mm_blas` | C에서 BLAS 호출 | 쌓은 것: `[A1; ...; A1000] * B` |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_MANY_LINE] = "| {n} | {large} | {mtimes}배 | {blas}배 | {cli}배 | {stacked}배 |\n",
    [MM_SAY_MANY_MEANING] =
        "\nC가 잃는 것은 연산 자체의 몫이다. 행렬이 작으면 커널이 재사용할 것이 적다. Octave가 그 밖에 잃는 것은 호출이다. "
        "N = {n}에서 `A * B`의 루프는 큰 곱의 {mtimes}배, C는 {cli}배 걸린다. 모든 곱에 공통인 피연산자가 있으면, 나머지를 "
        "쌓아 한 번의 호출로 만들어 **{won}배**를 되찾는다.\n\n",
    [MM_SAY_REPEAT_TIMINGS] = "\n```\n\n시드가 같으면 표본의 순서도 같다. 시간은 실행할 때마다 다르다. `timings.json`의 "
                              "sha256 값은\n`{results_sha256}`.\n",
    [MM_SAY_MISSING] = "없음",

    [MM_SAY_PATHS_INTRODUCTION] =
        "# 식에서 루틴까지\n\n사람이 쓰는 식과 실제로 실행된 BLAS 루틴. 아래의 모든 식은 {cpu.model}에서 `mmcli trace` 아래 저마다 따로 "
        "프로세스를 띄워 계산했고, 표의 내용은 찾아본 것이 아니라 관측한 것이다. 모든 수치는 이 폴더의 `paths.json`과 `manifest.json`에서 "
        "채운 것이다. 고치려면 편집하지 말고 다시 측정한다.\n\n",
    [MM_SAY_PATHS_PICTURE] =
        "![프런트 엔드별 속도와, C에서 바로 부를 때에 견준 호출 비용](perf.png)\n\n",
    [MM_SAY_PATHS_FRONTENDS_HEADING] =
        "## 프런트 엔드\n\n이 기계의 인터프리터가 가진 버전마다 한 번씩 나온다.\n\n| 프런트 엔드 | 버전 | 인터프리터 | 제공자 | 라이브러리 |\n| --- "
        "| --- | --- | --- | --- |\n",
    [MM_SAY_PATHS_FRONTEND] =
        "| {title} | {version} | {interpreter} {language} | {server} | {library} |\n",
    [MM_SAY_PATHS_FRONTEND_MISSING] =
        "| {title} | 실행 안 함 | | {reason} | |\n",
    [MM_SAY_PATHS_NO_BLAS] =
        "BLAS 없음",
    [MM_SAY_PATHS_MAP] =
        "## 지도\n\n루틴과 플래그(op(A), op(B)), 호출된 그대로의 m x n x k, 두 번 이상이면 그 횟수, 그리고 심벌의 이름. 루틴이 스스로 부른 "
        "것과 프런트 엔드를 불러오기만 해도 생기는 호출은 뺐다. *BLAS 없음*은 추적기가 아는 루틴이 하나도 불리지 않았다는 뜻이다.\n\n",
    [MM_SAY_PATHS_MAP_HEADING] =
        "### {title} {version}\n\n| 식 | 루틴 | 불린 이름 | 예상대로 |\n| --- | --- | --- | --- |\n",
    [MM_SAY_PATHS_LINE] =
        "| `{expression}` | {calls} | {symbols} | 예 |\n",
    [MM_SAY_PATHS_UNEXPECTED] =
        "| `{expression}` | {calls} | {symbols} | **아니요**: 예상은 {expected} |\n",
    [MM_SAY_PATHS_FAILED] =
        "| `{expression}` | 실패: {reason} | | |\n",
    [MM_SAY_PATHS_SUMMARY] =
        "\n{count}개 가운데 {as_expected}개가 예상대로이다.\n\n",
    [MM_SAY_PATHS_EXERCISE_HEADING] =
        "## 연습: fp32 {n} x {n} x {n}, 스레드 하나\n\n| 프런트 엔드 | 식 | 루틴 | 제공자 | 시간 | TFLOP/s | 직접 호출보다 더 "
        "| 맞음 |\n| --- | --- | --- | --- | ---: | ---: | ---: | --- |\n",
    [MM_SAY_PATHS_EXERCISE_LINE] =
        "| {title} | `{expression}` | {routine} | {server} | {time} | {tflops} | {overhead} | "
        "{right} |\n",
    [MM_SAY_PATHS_EXERCISE_MISSING] =
        "| {title} | `{expression}` | {routine} | {server} | {reason} | | | {right} |\n",
    [MM_SAY_PATHS_EXERCISE_NOTE] =
        "\n입력은 NumPy의 `default_rng({seed}).standard_normal`로 비트까지 같다. 모든 프로세스는 같은 CPU에 묶여 스레드 하나씩만 쓰고, 섞인 "
        "순서의 라운드로 측정했다. *맞음*은 배정밀도로 구한 우리 곱과 원소마다 견준 것이며, 한계는 어떤 덧셈 순서로도 지켜지는 값이다. 직접 호출은 같은 라이브러리를 C에서 부른 "
        "것으로, 늘 같은 행렬에 쓴다. 프런트 엔드는 결과마다 새 행렬을 만든다.\n\n",
    [MM_SAY_PATHS_OVERHEAD_HEADING] =
        "## 호출의 비용\n\n곱 하나의 최소 시간과, 괄호 안에 같은 라이브러리를 직접 부를 때보다 얼마나 긴지.\n\n| 프런트 엔드 |",
    [MM_SAY_PATHS_OVERHEAD_NOTE] =
        "\nBLAS를 부르지 않으면 견줄 직접 호출도 없다. 다른 프로그램은 시간을 늘릴 뿐이므로 최소 시간을 쓴다.\n\n",
    [MM_SAY_PATHS_MANY_HEADING] =
        "## 작은 곱 여럿과 큰 곱 하나\n\n64 x 64 곱 천 개의 연산 수는 640 x 640 곱 하나와 같다.\n\n| 프런트 엔드 | 루프 | 한 번의 호출 | 640 하나 "
        "| 루프 / 하나 | 루프 / 한 번의 호출 |\n| --- | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_PATHS_MANY_LINE] =
        "| {title} {version} | {loop} | {batch} | {one} | {ratio} | {won} |\n",
    [MM_SAY_PATHS_MANY_NOTE] =
        "\n루프와 한 번의 호출은 같은 행렬 천 쌍을 곱한다. *-*: 그런 호출이 없다.\n\n",
    [MM_SAY_REPEAT_PATHS] =
        "\n```\n\n시드가 같으면 행렬과 표본의 순서도 같다. 시간은 실행할 때마다 다르다. `paths.json`의 sha256 값은\n"
        "`{results_sha256}`.\n",

    [MM_SAY_DOCTOR_DEFAULT_LIBRARY] = "기본 라이브러리",
    [MM_SAY_DOCTOR_MACHINE] = "이 컴퓨터",
    [MM_SAY_DOCTOR_SERVED] = "{subject}에 쓰이는 파일:\n",
    [MM_SAY_DOCTOR_ALSO] = " (함께 로드됨)",
    [MM_SAY_DOCTOR_FRONT] = "    {file}의 앞단\n",
    [MM_SAY_DOCTOR_LIBRARY] = "    {library}, 커널 {kernel}",
    [MM_SAY_DOCTOR_KERNEL_UNKNOWN] = "알 수 없음",
    [MM_SAY_DOCTOR_RATE] = ", N={n}, f32, 스레드 하나에서 {peak} 중 {gflops} GFLOPS({percent} %)",
    [MM_SAY_DOCTOR_ABOVE_PEAK] = "    기계가 바쁠 때 측정한 최고 성능을 넘음\n",
    [MM_SAY_DOCTOR_REPEATED] = "    위에서 이미 검사함\n",
    [MM_SAY_DOCTOR_PROGRAM_ENDED] = "{program}: 종료 상태 {status}(으)로 끝남\n",
    [MM_SAY_DOCTOR_SEEN] = "관찰:",
    [MM_SAY_DOCTOR_COSTS] = "손실:",
    [MM_SAY_DOCTOR_FIX] = "조치:",
    [MM_SAY_DOCTOR_VERIFIED] = "확인됨:",
    [MM_SAY_DOCTOR_UNPROVEN] = "미확인:",
    [MM_SAY_DOCTOR_ADVICE] = "\n참고:\n",
    [MM_SAY_DOCTOR_UNKNOWN] = "\n알 수 없음:\n",
    [MM_SAY_DOCTOR_INTERRUPTED] = "\n중단됨: 지금까지 찾은 것만 나옴\n",
    [MM_SAY_DOCTOR_HEALTHY] = "\n정상: 측정한 최고 성능의 {percent} %",
    [MM_SAY_DOCTOR_ONE_FINDING] = "\n이상 1건",
    [MM_SAY_DOCTOR_FINDINGS] = "\n이상 {count}건",
    [MM_SAY_DOCTOR_COUNTS] = "; 검사 결과 정상: {well}, 알 수 없음: {unknown}; {seconds} s\n",
    [MM_SAY_DOCTOR_GAIN] = "{ratio}배({low}~{high}) 빨라질 수 있다: 지금 {now} GFLOPS, 조치 후 {after}",
    [MM_SAY_DOCTOR_PROVEN_RIGHT] = "자식 프로세스에서 정수의 곱이 정확하다",
    [MM_SAY_DOCTOR_PROVEN_FASTER] = "자식 프로세스에서 먼저 결과가 옳고, 번갈아 재어 더 빠르다",
    [MM_SAY_DOCTOR_RESULT] = "라이브러리의 곱이 틀리거나 라이브러리를 쓸 수 없다",
    [MM_SAY_DOCTOR_WIDTH] = "BLAS 정수의 폭이 함수 이름이 뜻하는 것과 다르다",
    [MM_SAY_DOCTOR_KERNEL] = "같은 라이브러리에 더 빠른 커널이 있다",
    [MM_SAY_DOCTOR_FASTER_LIBRARY] = "더 빠른 라이브러리가 설치되어 있거나 설치할 수 있다",
    [MM_SAY_DOCTOR_THREADS] = "스레드 수가 쓸 수 있는 CPU 수와 다르다",
    [MM_SAY_DOCTOR_AFFINITY] = "스레드가 쓸 수 있는 것보다 적은 CPU에 묶여 있다",
    [MM_SAY_DOCTOR_SMALL] = "작은 곱은 스레드 때문에 느려진다",
    [MM_SAY_DOCTOR_RUNTIMES] = "한 프로세스에 여러 종류의 스레드가 섞여 있다",
    [MM_SAY_DOCTOR_LAPACK] = "BLAS와 함께 있는 LAPACK이 선택되어 있지 않다",
    [MM_SAY_DOCTOR_DENORMALS] = "비정규 수의 곱이 느리다",
    [MM_SAY_DOCTOR_GOVERNOR] = "거버너가 클럭을 낮추고 있다",
    [MM_SAY_DOCTOR_POWER] = "전원 상태가 클럭을 낮추고 있다",
    [MM_SAY_DOCTOR_CLOCK] = "검사하는 동안 클럭이 떨어졌다",
    [MM_SAY_DOCTOR_STEAL] = "다른 가상 머신이 CPU 시간을 가져갔다",
};
/* clang-format on */
