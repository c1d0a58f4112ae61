#include "report/messages.h"

/* A slot is never followed by a particle whose form depends on the sound before it. */

/* A line of text as its writer broke it. */
/* clang-format off */
const char *const mm_messages_korean[MM_MESSAGE_COUNT] = {
    [MM_SAY_LAB_INTRODUCTION] =
        "# 행렬 곱: 인터프리터의 루프에서 BLAS까지\n\n"
        "N x N 정사각 행렬의 곱 C = A B, {dtype}, 스레드 하나, {cpu.model}. 아래의 모든 수치는 이 폴더의 "
        "`results.json`과 `manifest.json`에서 채운 것이다. 고치려면 편집하지 말고 다시 측정한다.\n\n"
        "![방법별 N에 따른 GFLOPS와 측정한 루프라인](perf.png)\n\n",
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
        "신뢰 구간이 허용하는 값이다.\n\n"
        "![각 단의 몫, 로그 눈금](ladder.png)\n\n"
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
    [MM_SAY_DIFFERS_CRAFT] = "BLAS의 기법: 패킹, 프리페치, 조율된 커널",
    [MM_SAY_DIFFERS_THREADS] = "스레드: 하나 대신 프로세스의 모든 CPU",

    [MM_SAY_PLACE_HEADING] = "## 3. BLAS는 루프라인의 어디에 있는가?\n\n",
    [MM_SAY_ROOF] = "스레드 하나로 측정한 루프라인: {peak} GFLOPS(레지스터에서의 {isa} 곱셈-덧셈), 메모리에서 "
                    "{bandwidth} GB/s. 둘은 능선점 {ridge} FLOP/byte에서 만난다.\n\n",
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
        "다르고, 결과는 마지막 비트가 다를 수 있다. `results.json`의 sha256 값은\n`{results_sha256}`.\n",
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
        "{cpu.model}의 스레드 하나가 낼 수 있는 최대치를 측정했다: 레지스터에서의 곱셈-덧셈과 메모리에서 읽는 바이트.\n"
        "아래의 모든 수치는 이 폴더의 `results.json`과 `manifest.json`에서 채운 것이다. 고치려면 편집하지 말고 다시 "
        "측정한다.\n\n"
        "![연산 강도에 따른 도달 가능 GFLOPS](perf.png)\n\n",
    [MM_SAY_ROOFLINE_TABLE] = "| | 최고 | 중앙값 |\n| --- | ---: | ---: |\n"
                              "| 최고 성능, {dtype}, {isa} (GFLOPS) | {peak} | {peak_median} |\n"
                              "| 메모리 대역폭, triad (GB/s) | {bandwidth} | {bandwidth_median} |\n"
                              "| 능선점 (FLOP/byte) | {ridge} | |\n\n",
    [MM_SAY_ROOFLINE_MEANING] =
        "## 행렬 곱에서의 의미\n\n"
        "도달 가능한 성능은 min (최고 성능, 대역폭 x 연산 강도)이다. A와 B를 한 번씩 읽고 C를 한 번 쓰는 N x N 행렬 곱은 "
        "N/{divisor} FLOP/byte이다. **N = {crossing}**에서 능선점에 이르고, 그보다 크면 메모리는 더 이상 한계가 아니다. "
        "곱셈-덧셈마다 두 피연산자를 모두 읽는 루프는 N에 관계없이 {floor} FLOP/byte이다. 메모리가 허용하는 성능은 "
        "{allowed} GFLOPS, 최고 성능의 **{percent} %**. 둘 사이에 있는 것은 캐시와 레지스터에서의 재사용이다.\n\n",
    [MM_SAY_ROOFLINE_HOW] =
        "## 측정 방법\n\n"
        "최고 성능: 레지스터에서 서로 독립인 곱셈-덧셈의 사슬을 지연 시간을 감출 만큼 돌린다. 루프라인은 최대치이므로 "
        "여러 짧은 표본 중 가장 좋은 것을 쓴다. 대역폭: J. D. McCalpin의 STREAM을 따라 double 배열에서 "
        "a(i) = b(i) + s c(i)를 계산한다. 배열은 모두 {working_set} MB이고 원소당 24바이트로 센다(쓰기 때문에 일어나는 "
        "a의 읽기는 세지 않는다).\n\n",
};
/* clang-format on */
