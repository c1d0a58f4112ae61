#include "report/messages.h"

/* "N x" and other products of numbers stay as in English, and so do numbers, names and what BLAS people say
 * in English everywhere (kernel, gather, one-hot). */

/* A line of text as its writer broke it. */
/* clang-format off */
const char *const mm_messages_spanish[MM_MESSAGE_COUNT] = {
    [MM_SAY_LAB_INTRODUCTION] =
        "# Multiplicación de matrices, del bucle interpretado a BLAS\n\n"
        "C = A B para matrices cuadradas de N x N en {dtype}, con un hilo, en {cpu.model}. Todas las cifras que "
        "siguen (con punto decimal y coma de millares) se tomaron de `results.json` y `manifest.json`, en esta "
        "carpeta: repita la medición en lugar de editarlas.\n\n"
        "![GFLOPS frente a N para cada método, con el tejado medido](perf.png)\n\n",
    [MM_SAY_NO_ANSWER] = "No hay ninguna fila de un producto cuadrado con BLAS en un solo hilo, de modo que esta "
                         "pregunta no se puede responder.\n\n",
    [MM_SAY_ROW_MISSING] = "Sin respuesta: no hay ninguna fila con tiempo de `{method}` en N = {n}.\n\n",
    [MM_SAY_NO_ROOFLINE] = "Sin respuesta: no se midió el tejado ({reason}).\n\n",
    [MM_SAY_EXTRAPOLATED_MARK] = " (extrapolado)",

    [MM_SAY_SPEED_UP_HEADING] = "## 1. ¿Cuánto más rápida es BLAS que el bucle ingenuo?\n\n",
    [MM_SAY_SPEED_UP] =
        "En N = {n}, BLAS (`{fast}`: {blas.provider} {blas.version}, kernel {blas.kernel}) tarda {fast_time} y el "
        "bucle que Octave interpreta (`{slow}`) {slow_time}:\nuna aceleración de **{ratio}x**.\n",
    [MM_SAY_SPEED_UP_EXTRAPOLATED] = "El tiempo de `{slow}` está extrapolado desde N = {from} mediante "
                                     "T(N) = 8 T(N/2), y con él la aceleración.\n",
    [MM_SAY_SPEED_UP_MEASURED] =
        "En N = {n}, el mayor tamaño en el que se midieron ambos, la aceleración es de {ratio}x.\n",
    [MM_SAY_SPEED_UP_ENOUGH] = "Se espera al menos 50x: se alcanza.\n\n",
    [MM_SAY_SPEED_UP_TOO_SMALL] =
        "Se espera al menos 50x: **no se alcanza**. O bien el bucle no quedó en manos del intérprete, o bien "
        "la BLAS no está optimizada; véanse las comprobaciones más abajo.\n\n",
    [MM_SAY_OCTAVE_TIMES] =
        "El `A * B` del propio Octave (`octave:mtimes`) es {ratio} veces más rápido que el bucle.\n",
    [MM_SAY_SPEED_UP_COMPILED] =
        "No hay ninguna fila con tiempo de `octave:naive` en N = {n}, de modo que el intérprete no interviene en "
        "esta medición. Frente al mismo bucle compilado (`cli:naive`), BLAS (`{fast}`) es **{ratio}** veces "
        "más rápida.\n\n",

    [MM_SAY_FACTORS_HEADING] =
        "## 2. ¿De qué se compone la aceleración?\n\n"
        "Cada peldaño de la escalera difiere del inferior en una sola cosa. Su factor es el cociente de dos filas "
        "en N = {n}; el margen es lo que permiten sus intervalos del 95 %.\n\n"
        "![Lo que aporta cada peldaño, en escala logarítmica](ladder.png)\n\n"
        "| qué cambia | de | a | GFLOPS de partida | GFLOPS alcanzados | factor | margen |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_FACTOR_LINE] =
        "| {what} | `{from}`{from_mark} | `{to}`{to_mark} | {from_gflops} | {to_gflops} | {factor}x | "
        "{range} |\n",
    [MM_SAY_RUNG_MISSING_BELOW] = "\nNo hay ninguna fila con tiempo de `{method}` en N = {n}: la escalera empieza "
                                  "por encima de ese peldaño.\n",
    [MM_SAY_RUNG_BRIDGED] = "\nNo hay ninguna fila con tiempo de `{method}` en N = {n}: el factor del peldaño "
                            "siguiente incluye también lo que cambia este.\n",
    [MM_SAY_RUNG_MISSING_ABOVE] = "\nNo hay ninguna fila con tiempo de `{method}` en N = {n}: la escalera termina "
                                  "por debajo de ese peldaño.\n",
    [MM_SAY_FACTORS_PRODUCT] =
        "\nEl producto de estos {count} factores es **{product}x**; la aceleración de `{to}` respecto de `{from}`, "
        "calculada directamente, es de {total}x{range}.\n\n",
    [MM_SAY_FACTORS_NONE] =
        "\nNo hay dos peldaños de la escalera con una fila con tiempo en N = {n}, de modo que no hay factores.\n\n",
    [MM_SAY_DIFFERS_LOOPS] = "se compilan los bucles, pero no la multiplicación-suma",
    [MM_SAY_DIFFERS_INTERPRETER] = "sin intérprete: se compila también la multiplicación-suma",
    [MM_SAY_DIFFERS_ORDER] = "orden de memoria: el bucle interno recorre las columnas",
    [MM_SAY_DIFFERS_BLOCKING] = "bloqueo de caché: bloques que permanecen en la caché",
    [MM_SAY_DIFFERS_SIMD] = "SIMD: las instrucciones más anchas de esta CPU",
    [MM_SAY_DIFFERS_TILES] = "teselas de registros: C se carga y se guarda una vez por bloque",
    [MM_SAY_DIFFERS_CRAFT] = "el oficio de BLAS: empaquetado, precarga, kernels afinados",
    [MM_SAY_DIFFERS_THREADS] = "hilos: todas las CPU del proceso en lugar de una",

    [MM_SAY_PLACE_HEADING] = "## 3. ¿Dónde se sitúa BLAS en el tejado (roofline)?\n\n",
    [MM_SAY_ROOF] =
        "El tejado, medido con un hilo: {peak} GFLOPS (multiplicaciones-sumas {isa} desde registros) y "
        "{bandwidth} GB/s desde la memoria. Ambos se encuentran en la cresta, a {ridge} FLOP/byte.\n\n",
    [MM_SAY_PLACE] =
        "En N = {n}, `{method}` alcanza {gflops} GFLOPS, el **{percent} %** del pico medido. Un producto que lee A "
        "y B una vez y escribe C una vez hace 2 N^3 FLOP con 3 N^2 elementos: una intensidad aritmética de "
        "N/{divisor} = **{intensity} FLOP/byte**.\n",
    [MM_SAY_COMPUTE_BOUND] =
        "Eso queda a la derecha de la cresta: el producto está **limitado por el cómputo**, como todos a partir de "
        "N = {crossing}; lo que le falta para llegar al pico no se debe a la memoria.\n\n",
    [MM_SAY_MEMORY_BOUND] =
        "Eso queda a la izquierda de la cresta: desde la memoria, el producto está **limitado por la memoria**, a "
        "{allowed} GFLOPS, hasta N = {crossing}; las matrices que aún están en una caché pueden superarlo.\n\n",
    [MM_SAY_FLOOR] =
        "El suelo ingenuo es de {floor} FLOP/byte: un bucle que carga los dos operandos de cada "
        "multiplicación-suma, 2 FLOP por {bytes} bytes. Desde la memoria eso permitiría {allowed} GFLOPS.\n",
    [MM_SAY_ABOVE_FLOOR] =
        "`{method}` va a {ratio} veces ese ritmo, luego hace al menos {reached} FLOP por cada byte que toma de la "
        "memoria: lo que carga lo reutiliza desde cachés y registros.\n",
    [MM_SAY_BELOW_FLOOR] = "`{method}` va a {ratio} veces ese ritmo: esta BLAS es más lenta de lo que la memoria "
                           "le permitiría ser a un bucle ingenuo.\n",
    [MM_SAY_NAIVE_ABOVE_FLOOR] = "El bucle ingenuo compilado va a {gflops} GFLOPS, por encima del suelo: las cachés "
                                 "sirven una parte de sus cargas.\n\n",
    [MM_SAY_NAIVE_BELOW_FLOOR] =
        "El bucle ingenuo compilado va a {gflops} GFLOPS y ni siquiera llega al suelo: espera a la latencia de las "
        "cargas y las sumas, una tras otra, y no al ancho de banda de la memoria.\n\n",

    [MM_SAY_INTENSITY] =
        "Lo que realmente se movió en un producto con N = {n} (`intensity.json`; cifras {blas_source}).",
    [MM_SAY_INTENSITY_MIXED] = "Lo que realmente se movió en un producto con N = {n} (`intensity.json`; cifras de "
                               "`cli:blas` {blas_source}, de `cli:naive` {naive_source}).",
    [MM_SAY_SOURCE_COUNTERS] = "contadas por el hardware",
    [MM_SAY_SOURCE_SIMULATED] = "simuladas con cachegrind para los tamaños de las cachés de esta máquina",
    [MM_SAY_SOURCE_MODEL] = "obtenidas de un modelo de los bucles",
    [MM_SAY_INTENSITY_KERNEL] = " El kernel de BLAS que se ejecutó entonces es {kernel}.",
    [MM_SAY_INTENSITY_LEVELS] = " FLOP por cada byte que entra, nivel a nivel:\n\n",
    [MM_SAY_MEMORY] = "memoria",
    [MM_SAY_MOVED] =
        "- {from} → {into}: `cli:blas` **{blas}**, `cli:naive` **{naive}** FLOP/byte, un factor de {ratio}\n",
    [MM_SAY_MOVED_BY_BLAS] = "- {from} → {into}: `cli:blas` {blas} FLOP/byte; con `cli:naive` las matrices "
                             "permanecen en {into}\n",
    [MM_SAY_MOVED_BY_NAIVE] = "- {from} → {into}: `cli:naive` {naive} FLOP/byte; con `cli:blas` las matrices "
                              "permanecen en {into}\n",
    [MM_SAY_MOVED_NOTHING] =
        "- {from} → {into}: casi nada, puesto que las matrices permanecen en {into}\n",
    [MM_SAY_MOVED_UNKNOWN] = "- {from} → {into}: no se sabe\n",
    [MM_SAY_INTENSITY_END] = "\n",

    [MM_SAY_BLOCKING_HEADING] = "## 4. ¿Ayuda trabajar por bloques en el intérprete?\n\n",
    [MM_SAY_BLOCKING_HELPS] = "Aquí sí ayudó, contra lo esperado.",
    [MM_SAY_BLOCKING_HELPS_NOT] = "**No.**",
    [MM_SAY_BLOCKING_HURTS] = "**No, perjudica.**",
    [MM_SAY_BLOCKING_RATIO] =
        "{verdict} En N = {n}, `octave:naive` tarda {naive_time} y `octave:blocked` {blocked_time}: el bucle por "
        "bloques va a {ratio} veces la velocidad del ingenuo.\n\n",
    [MM_SAY_BLOCKING_WHY] =
        "Ambos evalúan cada multiplicación-suma en el intérprete, a razón de {interpreted} cada una. El bucle "
        "ingenuo compilado en N = {n}, cuyo tiempo incluye todo lo que cuesta la memoria, necesita {compiled}: así "
        "que lo máximo que los bloques podrían ahorrar en el intérprete es el {share} % del tiempo. El coste de la "
        "memoria queda oculto tras el del intérprete.\n\n",
    [MM_SAY_BLOCKING_COMPILED] =
        "Compilado, en N = {n}: el bucle por bloques va a {over_naive} veces la velocidad del ingenuo y a "
        "{over_reordered} veces la del reordenado.\n\n",
    [MM_SAY_BLOCKING_MISSING] = "Sin respuesta: no hay ningún tamaño en el que se midieran tanto `octave:naive` "
                                "como `octave:blocked`.\n\n",

    [MM_SAY_SURPRISES_HEADING] = "## Sorpresas\n\n",
    [MM_SAY_NO_SURPRISE] = "Ninguna: ningún peldaño es más lento que el inferior más allá del ruido.\n",
    [MM_SAY_NO_RUNG_SLOWER] =
        "- Pero ningún peldaño es más lento que el inferior más allá del ruido, en N = {n}.\n",
    [MM_SAY_RUNG_SLOWER] = "- `{to}` es más lento que `{from}`: {factor}x en N = {n}.",
    [MM_SAY_BLOCKING_HIDDEN] =
        " `cli:vectorised` usa los mismos bloques y va a {ratio} veces su velocidad, luego el bucle escalar no "
        "esperaba a la memoria: los bloques compensan cuando la aritmética es rápida.",
    [MM_SAY_FITS_CACHE] = " Las tres matrices ocupan {matrices} MB y caben en la caché de último nivel "
                          "({cache} MB), lo que deja a los bloques menos que ahorrar.",
    [MM_SAY_HOOK_COSTS] =
        " Cada multiplicación-suma sale del bucle compilado al intérprete y vuelve, lo que tarda {to_time}; una "
        "vuelta del propio bucle del intérprete tarda {from_time}.",
    [MM_SAY_OLD_KERNEL] = " La biblioteca eligió sus kernels {kernel}, escritos para {kernel_isa}; el peldaño "
                          "inferior usa {isa}, que esta CPU admite.",
    [MM_SAY_THREADS_LOST] =
        " El proceso puede ejecutarse en las CPU {affinity}: quizá sean dos hilos de un mismo núcleo, y quizá otros "
        "programas las usaron entretanto (el anfitrión robó {steal_s} s).",
    [MM_SAY_UNEXPLAINED] =
        " Las filas no dicen por qué. Una perturbación prolongada es una posible causa: vuelva a medir.",
    [MM_SAY_NAIVE_DROPS] =
        "- `cli:naive` cae de {best} GFLOPS en N = {best_n} a {gflops} en N = {n}: su bucle interno avanza a saltos "
        "por las filas de A y, cuanto mayor es A, menos de esas cargas sirve una caché o la TLB.\n",
    [MM_SAY_FRONTEND_DIFFERS] = "- `{method}` va al {percent} % del ritmo de `cli:blas` en N = {n}, aunque BLAS "
                                "debería hacer el trabajo de ambos.\n",
    [MM_SAY_ABOVE_ROOF] =
        "- `{method}` en N = {n} está al {percent} % del pico medido: el pico se midió demasiado bajo, en una "
        "máquina que entonces estaba más ocupada o iba más lenta.\n",
    [MM_SAY_NOISY] = "- La máquina tenía ruido: el intervalo del 95 % de `{method}` en N = {n} tiene una anchura "
                     "del {percent} % de su mediana.\n",

    [MM_SAY_ROWS_HEADING] =
        "## Todas las filas\n\n"
        "| método | M x N x K | hilos | mediana | GFLOPS | intervalo del 95 % | % del pico | estado | ¿correcto? |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    [MM_SAY_ROWS_NOTE] =
        "\nEl rendimiento se calcula con la mediana del tiempo; el intervalo es el de la mediana, por estadísticos "
        "de orden; el pico es el de un hilo. «¿Correcto?» da el mayor error como fracción de su cota.\n\n",
    [MM_SAY_NOT_MEASURED_HEADING] = "## Lo que no se midió como se pidió (motivos registrados, en inglés)\n\n",
    [MM_SAY_NOT_MEASURED] = "- `{method}`, N = {n}: {status}; {reason}.\n",
    [MM_SAY_CHECKS_HEADING] = "## Comprobaciones, tal como se registraron (en inglés)\n\n",
    [MM_SAY_CHECK_OK] = "- `{id}`: {message}.\n",
    [MM_SAY_CHECK_FINDING] = "- `{id}`, **hallazgo**: {message}. Qué hacer: {fix}.\n",
    [MM_SAY_CONDITIONS] = "## Condiciones\n\n"
                          "| | |\n| --- | --- |\n"
                          "| CPU | {cpu.model}, {cpu.logical_cpus} CPU lógicas, {cpu.isa} |\n"
                          "| hipervisor | {cpu.hypervisor} |\n"
                          "| gobernador de frecuencia | {cpu.governor} |\n"
                          "| alimentación | {cpu.ac_power} |\n"
                          "| CPU permitidas | {affinity}; cuota {cgroup_quota} |\n"
                          "| tiempo robado por el anfitrión | {steal_s} s, de {busy_s} s de actividad |\n"
                          "| BLAS | {blas.provider} {blas.version}, kernel {blas.kernel}, `{blas.path}` |\n"
                          "| hilos solicitados | {threads} |\n"
                          "| semilla | {seed} |\n"
                          "| gemmlab | {versions.gemmlab}, commit {versions.commit} |\n"
                          "| Octave | {versions.octave} |\n"
                          "| compilador | {versions.compiler} |\n"
                          "| libc, núcleo del sistema | {versions.libc}, {versions.kernel} |\n"
                          "| desde, hasta | {start}, {end} |\n\n",
    [MM_SAY_REPEAT_HEADING] = "## Cómo repetirlo\n\n```sh\n",
    [MM_SAY_REPEAT] =
        "\n```\n\nLa semilla da las mismas matrices, las de `default_rng({seed}).standard_normal` de NumPy; los "
        "tiempos varían de una ejecución a otra, y los resultados pueden variar en sus últimos bits. El sha256 de "
        "`results.json` es\n`{results_sha256}`.\n",
    [MM_SAY_INTERRUPTED] = "**La ejecución se interrumpió antes de terminar: pueden faltar filas.**\n\n",

    [MM_SAY_YES] = "sí",
    [MM_SAY_NO] = "no",
    [MM_SAY_RIGHT] = "sí ({share})",
    [MM_SAY_WRONG] = "**no** ({share})",
    [MM_SAY_UNKNOWN] = "desconocido ({reason})",
    [MM_SAY_UNKNOWN_REASON] = "el manifiesto no lo dice",
    [MM_SAY_STATUS_MEASURED] = "medido",
    [MM_SAY_STATUS_EXTRAPOLATED] = "extrapolado",
    [MM_SAY_STATUS_SKIPPED] = "omitido",
    [MM_SAY_STATUS_FAILED] = "fallido",

    [MM_SAY_ROOFLINE_INTRODUCTION] =
        "# El tejado (roofline) de esta máquina\n\n"
        "Lo máximo que puede hacer un hilo de {cpu.model}, medido: multiplicaciones-sumas desde registros y bytes "
        "desde la memoria.\nTodas las cifras que siguen (con punto decimal y coma de millares) se tomaron de "
        "`results.json` y `manifest.json`, en esta carpeta: repita la medición en lugar de editarlas.\n\n"
        "![GFLOPS alcanzables frente a la intensidad aritmética](perf.png)\n\n",
    [MM_SAY_ROOFLINE_TABLE] = "| | mejor | mediana |\n| --- | ---: | ---: |\n"
                              "| pico, {dtype}, {isa} (GFLOPS) | {peak} | {peak_median} |\n"
                              "| ancho de banda de la memoria, triad (GB/s) | {bandwidth} | {bandwidth_median} |\n"
                              "| cresta (FLOP/byte) | {ridge} | |\n\n",
    [MM_SAY_ROOFLINE_MEANING] =
        "## Qué significa para un producto\n\n"
        "Lo alcanzable es min (pico, ancho de banda x intensidad). Un producto de matrices de N x N que lee A y B "
        "una vez y escribe C una vez tiene N/{divisor} FLOP/byte: llega a la cresta en **N = {crossing}** y, por "
        "encima, la memoria ya no lo limita. Un bucle que carga los dos operandos de cada multiplicación-suma tiene "
        "{floor} FLOP/byte con cualquier N: la memoria le permite {allowed} GFLOPS, el **{percent} %** del pico. Lo "
        "que media entre ambos es la reutilización, en cachés y registros.\n\n",
    [MM_SAY_ROOFLINE_HOW] =
        "## Cómo se midió\n\n"
        "El pico: cadenas independientes de multiplicaciones-sumas en registros, las bastantes para ocultar su "
        "latencia; la mejor de varias muestras cortas, puesto que un tejado es un máximo. El ancho de banda: "
        "a(i) = b(i) + s c(i) con matrices de double, {working_set} MB en total, según STREAM, de J. D. McCalpin, "
        "contando 24 bytes por elemento (no se cuenta la lectura de a que provoca una escritura).\n\n",
};
/* clang-format on */
