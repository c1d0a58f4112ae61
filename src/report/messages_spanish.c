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
        "carpeta: repita la medición en lugar de editarlas.\n\n",
    [MM_SAY_NO_PICTURE] =
        "`{file}` no está en esta carpeta: en Octave lo dibuja `{function}` con el nombre de la carpeta.\n\n",
    [MM_SAY_LAB_PICTURE] = "![GFLOPS frente a N para cada método, con el tejado medido](perf.png)\n\n",
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
        "en N = {n}; el margen es lo que permiten sus intervalos del 95 %.\n\n",
    [MM_SAY_LADDER_PICTURE] = "![Lo que aporta cada peldaño, en escala logarítmica](ladder.png)\n\n",
    [MM_SAY_FACTORS_TABLE] =
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
    [MM_SAY_DIFFERS_PACKING] = "empaquetado: paneles de A y B dispuestos para el micronúcleo, bloques para cada caché",
    [MM_SAY_DIFFERS_CRAFT] = "el oficio de BLAS: kernels afinados, a menudo en ensamblador",
    [MM_SAY_DIFFERS_THREADS] = "hilos: todas las CPU del proceso en lugar de una",

    [MM_SAY_PLACE_HEADING] = "## 3. ¿Dónde se sitúa BLAS en el tejado (roofline)?\n\n",
    [MM_SAY_ROOF] =
        "El tejado, medido con un hilo en la misma ejecución que los métodos: {peak} GFLOPS (multiplicaciones-sumas "
        "{isa} desde registros) y {bandwidth} GB/s desde la memoria (triad). Ambos se encuentran en la cresta, a "
        "{ridge} FLOP/byte.\n\n",
    [MM_SAY_ROOF_ALONE] =
        "[01-roofline](../01-roofline/README.md) da el tejado de la máquina en una ejecución aparte, con todos los niveles "
        "de la memoria y el mejor flujo de cada uno; ambos difieren como difieren dos ejecuciones. Aquí, todo porcentaje "
        "del pico se refiere al tejado de arriba.\n\n",
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
    [MM_SAY_CUT_SHORT] =
        "- Acortadas, con menos repeticiones o menos tiempo de lo pedido (`results.json` da el motivo de cada una), {count}: {rows}.\n",
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
        "los datos es\n`{results_sha256}`.\n",
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
        "Lo máximo que puede hacer {cpu.model}, medido: multiplicaciones-sumas desde registros y bytes desde cada "
        "nivel de la memoria. Todas las cifras que siguen (con punto decimal y coma de millares) se tomaron de los "
        "ficheros de datos de esta carpeta: repita la medición en lugar de editarlas.\n\n",
    [MM_SAY_ROOFLINE_PICTURE] =
        "![GFLOPS alcanzables frente a la intensidad aritmética](perf.png)\n\n",
    [MM_SAY_ROOFLINE_PART_MISSING] = "Sin medir, o incompleto: {reason}.\n\n",

    [MM_SAY_ROOFLINE_PEAKS_HEADING] =
        "## Pico de multiplicaciones-sumas\n\n"
        "| juego de instrucciones | dtype | hilos | GFLOPS | mediana | FLOP por ciclo |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_ROOFLINE_PEAK] = "| {isa} | {dtype} | {threads} | {gflops} | {median} | {per_cycle} |\n",
    [MM_SAY_ROOFLINE_PEAKS_NOTE] =
        "\nLa mejor de varias muestras cortas, puesto que un tejado es un máximo; la mediana, al lado, indica cuán "
        "tranquila estaba la máquina. scalar y SSE2 multiplican y suman por separado; AVX2 y AVX-512, en una "
        "sola instrucción. Lo que hacen juntos todos los hilos se midió con todos trabajando, tras salir de una "
        "misma barrera: ninguna cifra se obtuvo multiplicando.\n\n",

    [MM_SAY_ROOFLINE_LEVELS_HEADING] =
        "## Ancho de banda por nivel\n\n"
        "| nivel | conjuntos de trabajo hallados | según el sistema | load | copy | triad | tejado | cresta, {isa} "
        "{dtype} |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_ROOFLINE_LEVEL] =
        "| {level} | de {from} a {to} | {cache} | {load} | {copy} | {triad} | {roof} ({stream}) | {ridge} |\n",
    [MM_SAY_ROOFLINE_LEVELS_NOTE] =
        "\nEn GB/s con un hilo; las crestas, en FLOP/byte. Los niveles son las mesetas del barrido de cargas sobre "
        "conjuntos de trabajo, y nada más; los tamaños de caché que da el sistema solo les ponen nombre. El tejado "
        "de un nivel es el flujo que más movió; se cuentan 8, 16 y 24 bytes por elemento, como en STREAM, es decir, "
        "sin la lectura que provoca una escritura. Entre dos mesetas, ambos niveles sirven el conjunto de "
        "trabajo.\n\n",
    [MM_SAY_ROOFLINE_LEVEL_NAMELESS] = "- El nivel de {from} a {to} no tiene nombre: {reason}.\n",
    [MM_SAY_ROOFLINE_LEVEL_SHORT] =
        "- {level} sirve conjuntos de trabajo de hasta {to}, aunque el sistema declara {cache}: una parte es de "
        "otros, o una máquina virtual declara la caché de su anfitrión.\n",
    [MM_SAY_ROOFLINE_LEVEL_LONG] =
        "- {level} parece servir conjuntos de trabajo de hasta {to}, aunque el sistema declara {cache}: el escalón "
        "que hay detrás no es nítido, pues la precarga oculta una parte.\n",
    [MM_SAY_ROOFLINE_MEANING] =
        "\n## Qué significa para un producto\n\n"
        "Lo alcanzable es min (pico, ancho de banda x intensidad). Un producto de matrices de N x N que lee A y B "
        "una vez de la memoria y escribe C una vez tiene N/{divisor} FLOP/byte: llega a la cresta de la memoria con "
        "{isa}, {ridge} FLOP/byte, en **N = {crossing}** y, por encima, la memoria ya no lo limita. Un bucle que "
        "carga los dos operandos de cada multiplicación-suma tiene {floor} FLOP/byte con cualquier N: la memoria le "
        "permite {allowed} GFLOPS, el **{percent} %** del pico de {peak}. Lo que media entre ambos es la "
        "reutilización, en cachés y registros.\n\n",

    [MM_SAY_ROOFLINE_CLOCK_HEADING] = "## Reloj y FLOP por ciclo\n\n",
    [MM_SAY_ROOFLINE_CLOCK] =
        "Una cadena de sumas de registros, cada una de las cuales necesita la anterior, avanzó a {ghz} mil millones "
        "por segundo (mediana: {median}). Si un núcleo hace una de esas sumas por ciclo, como los actuales, el "
        "reloj iba a **{ghz} GHz**. ",
    [MM_SAY_ROOFLINE_CLOCK_SYSTEM] = "Según el sistema, el máximo es de {system} GHz.\n",
    [MM_SAY_ROOFLINE_CLOCK_SYSTEM_UNKNOWN] = "Lo que dice el sistema se desconoce ({reason}).\n",
    [MM_SAY_ROOFLINE_CYCLE] =
        "Con ese reloj, {isa} hizo **{per_cycle} FLOP por ciclo** en {dtype}, suponiendo que el reloj no baja "
        "mientras se usan registros anchos.\n\n",

    [MM_SAY_ROOFLINE_THREADS_HEADING] = "## Lo que añaden los hilos\n\n",
    [MM_SAY_ROOFLINE_THREADS_PEAK] =
        "- {isa}, {dtype}: de {one} GFLOPS con un hilo a {all} con {threads}, un factor de **{factor}**.\n",
    [MM_SAY_ROOFLINE_THREADS_TRIAD] = "- Triad desde la memoria, sobre {size}: de {one} GB/s con un hilo a {all} con "
                                      "{threads}, un factor de **{factor}**.\n",
    [MM_SAY_ROOFLINE_THREADS_ONE] = "No se midió nada con más de un hilo.\n",

    [MM_SAY_ROOFLINE_HONEST] =
        "\n## Cómo sabemos que no se omitió nada\n\n"
        "Un compilador puede suprimir el trabajo cuyo resultado nadie lee, y entonces un bucle no mide nada. Aquí "
        "cada resultado se conoce de antemano y se compara hasta el último bit: {peak_sums} sumas de bucles de "
        "multiplicaciones-sumas, {stream_sums} resultados de load, copy y triad, {clock_sums} cadenas de sumas. "
        "**Todos fueron correctos**; uno solo erróneo habría puesto fin a la medición. Las multiplicaciones-sumas "
        "llevan x a -1 - x y de vuelta, de modo que permanecen acotadas y nunca son desnormales; los vectores "
        "contienen enteros pequeños, cuyas sumas son exactas; y copy y triad escriben sobre un vector de NaN.\n\n",
    [MM_SAY_ROOFLINE_HOW] =
        "## Cómo se midió\n\n"
        "Picos: cadenas independientes de multiplicaciones-sumas en registros, suficientes para ocultar su "
        "latencia. Ancho de banda: load (la suma de b), copy (a = b) y triad (a = b + s c, según STREAM, de J. D. "
        "McCalpin) sobre vectores de double, en registros de {isa}, con {points} conjuntos de trabajo de {smallest} a "
        "{largest}, cada uno medido en dos rondas de las que cuenta la mejor, en páginas enormes si el sistema las "
        "concede. Mesetas: la partición de log2 (ancho de banda) en tramos constantes que menos cuesta, sin los "
        "tramos que caen de forma continua o que median brevemente entre otros dos.\n\n",
    [MM_SAY_ROOFLINE_ROWS_HOLD] =
        "## Los métodos bajo el tejado\n\n"
        "El pico ({isa}, {dtype}, un hilo), medido de nuevo junto con los métodos: {samples} GFLOPS al principio, en "
        "medio y al final de su ejecución. Ninguno supera el 102 % del mejor, luego el tejado es válido.\n\n",
    [MM_SAY_ROOFLINE_ROWS_INVALID] =
        "## Los métodos bajo el tejado\n\n"
        "**El tejado no es válido.** El pico ({isa}, {dtype}, un hilo), medido de nuevo junto con los métodos, fue "
        "de {samples} GFLOPS al principio, en medio y al final de su ejecución, y un método supera el 102 % del "
        "mejor: así que el pico se midió mientras la máquina iba más lenta. No se fíe aquí de ningún porcentaje del "
        "pico.\n\n",
    [MM_SAY_ROOFLINE_ROWS_WHICH] =
        "Las tablas y la figura de arriba muestran el tejado que se midió por separado (`roofline.json`). Los porcentajes "
        "del pico que siguen se refieren a la mejor muestra de esta ejecución (`results.json`).\n\n",

    [MM_SAY_LIBRARIES_INTRODUCTION] =
        "# Bibliotecas BLAS, una al lado de otra\n\n"
        "C = A B en {dtype} con {cpu.model}. Cada biblioteca, y cada kernel de una biblioteca, se ejecutó en un "
        "proceso propio; se midieron por turnos, en una misma ejecución. Todos los números se tomaron de "
        "`results.json` y `manifest.json`, en esta carpeta: mejor repetir que editar.\n\n",
    [MM_SAY_LIBRARIES_PICTURE] =
        "![GFLOPS frente a N para cada biblioteca y kernel, con el tejado medido](perf.png)\n\n",
    [MM_SAY_LIBRARIES_HEADING] =
        "## ¿Cuántas veces más rápida es una que otra?\n\n"
        "Cada número bajo un nombre es un cociente de medianas del tiempo del mismo producto: tantas veces la "
        "velocidad de la columna alcanza la de la fila.\n\n",
    [MM_SAY_LIBRARIES_COLUMNS] = "| M x N x K | hilos | biblioteca | GFLOPS |",
    [MM_SAY_LIBRARIES_COLUMN] = " frente a {name} |",
    [MM_SAY_LIBRARIES_NOTE] = "\nUn hueco: una de las dos no tiene tiempo en ese tamaño.\n\n",

    [MM_SAY_SWEEP_INTRODUCTION] =
        "# Tamaños de bloque, en compilado y en interpretado\n\n"
        "Los seis bucles del producto por bloques, con bloques de 16 a 256, junto a los mismos bucles sin bloques: "
        "matrices cuadradas en {dtype}, con un hilo, en {cpu.model}. Todas las cifras que siguen (con punto decimal "
        "y coma de millares) se tomaron de `results.json` y `manifest.json`, en esta carpeta: repita la medición en "
        "lugar de editarlas.\n\n",
    [MM_SAY_SWEEP_PICTURE] =
        "![Rendimiento frente al tamaño de bloque, relativo a los bucles sin bloques, en compilado y en interpretado](perf.png)\n\n",
    [MM_SAY_SWEEP_COMPILED] = "## Compilado: C llama a `{base}` y a sus formas por bloques, N = {n}\n\n",
    [MM_SAY_SWEEP_INTERPRETED] =
        "## Interpretado: Octave evalúa cada multiplicación-suma, N = {n}\n\n",
    [MM_SAY_SWEEP_NONE] =
        "Sin medir: no hay ninguna fila con tiempo de `{base}`, luego no hay con qué comparar.\n\n",
    [MM_SAY_SWEEP_TABLE] =
        "| método | tamaño de bloque | tres bloques (kB) | caben en | tiempo | GFLOPS | velocidad en veces la de "
        "`{base}` | margen |\n"
        "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_SWEEP_BASE] = "| `{base}` | ninguno | {bytes} | {cache} | {time} | {gflops} | 1 | |\n",
    [MM_SAY_SWEEP_LINE] =
        "| `{method}` | {block} | {bytes} | {cache} | {time} | {gflops} | {ratio} | {range} |\n",
    [MM_SAY_SWEEP_LINE_MISSING] = "| `{method}` | {block} | {bytes} | {cache} | {reason} | | | |\n",
    [MM_SAY_SWEEP_TABLE_END] =
        "\nSin bloques, los tres son las propias matrices. Se omiten los tamaños de bloque de {n} en adelante: hay "
        "entonces un solo bloque, el bucle sin bloques. El margen es lo que permiten los intervalos del 95 % de los dos "
        "tiempos.\n\n",
    [MM_SAY_SWEEP_BEST] = "El mejor tamaño de bloque es **{best}**, a {best_ratio} veces la velocidad de `{base}`; el "
                          "peor es {worst}, a {worst_ratio} veces.\n\n",
    [MM_SAY_SWEEP_TIED] = "No se distinguen del mejor más que por ruido: {sizes}.\n\n",
    [MM_SAY_SWEEP_NO_BEST] =
        "Ningún tamaño de bloque difiere en más que el ruido (los intervalos del 95 % de sus tiempos se solapan, o hubo "
        "muy pocas muestras para tenerlos): de {worst_ratio} a {best_ratio} veces la velocidad de `{base}`.\n\n",
    [MM_SAY_SWEEP_ANSWER_HEADING] = "## ¿Ayuda trabajar por bloques en el intérprete?\n\n",
    [MM_SAY_SWEEP_ANSWER] =
        "{verdict} En N = {n}, con el mejor tamaño de bloque, {best}, los bucles interpretados van a {best_ratio} "
        "veces la velocidad de `octave:naive`; con el peor, {worst}, a {worst_ratio} veces.\n\n",
    [MM_SAY_SWEEP_ANSWER_NO_BEST] =
        "{verdict} En N = {n}, ningún tamaño de bloque difiere en más que el ruido: los bucles interpretados por bloques "
        "van de {worst_ratio} a {best_ratio} veces la velocidad de `octave:naive`.\n\n",
    [MM_SAY_SWEEP_NO_ANSWER] =
        "Sin respuesta: no se midieron a la vez `octave:naive` y una forma suya por bloques.\n\n",
    [MM_SAY_SWEEP_WHY] =
        "Una multiplicación-suma tarda {interpreted} en el intérprete. Compilada, sin bloques, en N = {n} y con todo "
        "lo que allí cuesta la memoria, tarda {compiled}: el **{share} %** de eso. En el intérprete, ningún orden de "
        "los bucles puede ahorrar más que esto: su propio trabajo oculta lo que cuesta la memoria.\n\n",
    [MM_SAY_SWEEP_SAVED] = "En compilado, el mejor tamaño de bloque ahorra {saved} por multiplicación-suma.",
    [MM_SAY_SWEEP_SAVED_NOT] = "En compilado, ningún tamaño de bloque gana aquí un 10 %: el bucle escalar no le pide a "
                               "la memoria más de lo que puede dar.",
    [MM_SAY_SWEEP_SCOPE] =
        "Los bucles interpretados se cronometraron solo en N = {n}, donde las tres matrices ocupan {bytes} kB y caben "
        "en {cache}. Un N mayor, y con él bloques mayores, queda fuera del alcance de un intérprete: según "
        "T(N) = 8 T(N/2), en N = {large} una llamada tardaría {predicted}.\n\n",

    [MM_SAY_EMBEDDING_INTRODUCTION] =
        "# Un embedding: ¿consultar o multiplicar?\n\n"
        "E tiene una fila de 64 números para cada uno de 600 tokens; un lote es de 32 x 16 = 512 tokens. En fp32, con "
        "un hilo, en {cpu.model}. Todas las cifras que siguen (con punto decimal y coma de millares) se tomaron de "
        "`timings.json` y `manifest.json`, en esta carpeta: repita la medición en lugar de editarlas.\n\n",
    [MM_SAY_EMBEDDING_PICTURE] =
        "![Las tres operaciones en el tejado medido](perf.png)\n\n",
    [MM_SAY_EMBEDDING_TABLE] =
        "| llamado desde | qué | expresión | tiempo | FLOP | bytes | FLOP/byte | lado de la cresta | GFLOPS | tejado "
        "|\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n",
    [MM_SAY_EMBEDDING_LINE] =
        "| {front} | {what} | `{call}` | {time} | {flop} | {bytes} | {intensity} | {side} | {gflops} "
        "| {roof} |\n",
    [MM_SAY_EMBEDDING_TABLE_END] =
        "\nBytes: cada operando leído una vez y el resultado escrito una vez. A los tiempos de las expresiones de "
        "Octave se les restan {harness}, lo que cuesta por sí sola la llamada a un identificador de función. El "
        "tejado es min (pico, ancho de banda x FLOP/byte), en GFLOPS.\n\n",
    [MM_SAY_GATHER] = "la fila de un token",
    [MM_SAY_GATHER_ALL] = "las filas de 512 tokens",
    [MM_SAY_ONE_HOT] = "lo mismo, como producto por un vector one-hot",
    [MM_SAY_ONE_HOT_ALL] = "lo mismo, con 512 vectores one-hot",
    [MM_SAY_PROJECTION] = "la proyección de 512 tokens sobre el vocabulario",
    [MM_SAY_SIDE_LEFT] = "izquierda: limitado por la memoria",
    [MM_SAY_SIDE_RIGHT] = "derecha: limitado por el cómputo",
    [MM_SAY_SIDE_UNKNOWN] = "no se sabe",
    [MM_SAY_ONE_HOT_HEADING] = "## Lo que cuesta el producto one-hot\n\n",
    [MM_SAY_ONE_HOT_COSTS] =
        "`E(i,:)` mueve 64 números y no calcula nada: {gather}. `E' * h` da los mismos números con 600 x 64 "
        "multiplicaciones-sumas, todas salvo 64 con un cero, y para ello lee toda E: {one_hot}, **{ratio} veces** "
        "más tiempo.\n\n",
    [MM_SAY_ONE_HOT_COSTS_ALL] =
        "Para 512 tokens a la vez son {gather} frente a {one_hot}, **{ratio} veces** más tiempo: los {mflop} millones "
        "de operaciones son tantos como los de la proyección.\n\n",
    [MM_SAY_SIDES_HEADING] = "## ¿A qué lado de la curva?\n\n",
    [MM_SAY_SIDES_ROOF] = "Medido en la misma ejecución, con un hilo: {peak} GFLOPS ({isa}) y {bandwidth} GB/s desde "
                          "la memoria; la cresta está en {ridge} FLOP/byte.\n\n",
    [MM_SAY_SIDE_OF_GATHER] =
        "- El **gather** tiene 0 FLOP/byte, en el extremo izquierdo: lo limita la memoria o, para un solo token, los "
        "{gather} de la llamada del intérprete.\n",
    [MM_SAY_SIDE_OF] = "- **{what}**: {intensity} FLOP/byte, {side}. Alcanza {gflops} GFLOPS de los {roof} que "
                       "permite el tejado.\n",
    [MM_SAY_WORD_ONE_HOT] = "Producto one-hot",
    [MM_SAY_WORD_PROJECTION] = "Proyección",
    [MM_SAY_ABOVE_MEMORY_ROOF] =
        "  Eso está por encima del tejado, cuya pendiente es el ancho de banda de la memoria: E, de {bytes} kB, cabe "
        "en {cache} y viene de ahí.\n",
    [MM_SAY_PROJECTION_SPEED] =
        "\nLa proyección tarda {octave} desde Octave y {cli} desde C, el {percent} % del pico medido.\n\n",
    [MM_SAY_NO_TIME] = "Sin respuesta: `{name}` no tiene tiempo ({reason}).\n\n",

    [MM_SAY_OVERHEAD_INTRODUCTION] =
        "# Lo que cuesta una llamada además de su aritmética\n\n"
        "El intérprete interviene una vez en cada producto. En fp32, con un hilo, en {cpu.model}. Todas las cifras "
        "que siguen (con punto decimal y coma de millares) se tomaron de `timings.json` y `manifest.json`, en esta "
        "carpeta: repita la medición en lugar de editarlas.\n\n",
    [MM_SAY_OVERHEAD_PICTURE] =
        "![Sobrecoste frente al tamaño, las partes de una llamada, y muchos productos pequeños frente a uno grande](perf.png)\n\n",
    [MM_SAY_OVERHEAD_HEADING] =
        "## ¿A partir de qué tamaño es pequeño?\n\n"
        "| llamada | sobrecoste por llamada | bajo el 1 % desde N = | bajo el 0.1 % desde N = |\n"
        "| --- | ---: | ---: | ---: |\n",
    [MM_SAY_OVERHEAD_LINE] = "| `{call}` | {overhead} | {percent} | {permille} |\n",
    [MM_SAY_OVERHEAD_NOTE] =
        "\nEl sobrecoste es lo que la llamada tarda de más respecto de la llamada a BLAS desde C, en el valor central "
        "de los tres N menores, donde la aritmética es casi nula. Los tamaños están interpolados entre los medidos. "
        "{harness}, lo que el propio muestreador necesita para llamar a un identificador de función, se restan de "
        "todos los tiempos de Octave. Aquí y más abajo, los tiempos son los menores de todas las muestras: lo que "
        "ocupan otros programas solo puede alargar un tiempo.\n\n",
    [MM_SAY_OVERHEAD_LARGEST] =
        "En N = {n} toda la diferencia con C, incluida la memoria para el resultado, es del {mtimes} % para `A * B` y "
        "del {blas} % para `mm_blas (A, B)`: lo que deja de ella el ruido de los dos tiempos.\n\n",
    [MM_SAY_SPLIT_HEADING] =
        "## ¿De qué se compone la llamada a una función MEX?\n\n"
        "| función | N | fichero de función | llamada al fichero MEX | comprobaciones, reserva | copia del resultado "
        "| kernel | resto | total |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_SPLIT_LINE] =
        "| `{function}` | {n} | {wrapper} | {call} | {allocation} | {copy} | {kernel} | {rest} | {total} "
        "|\n",
    [MM_SAY_SPLIT_NOTE] =
        "\nCada parte es una diferencia de dos tiempos, de modo que una pequeña puede salir negativa por su ruido. La "
        "llamada es la de un fichero MEX que no hace nada; la copia es lo que devolver el resultado tarda más que "
        "liberarlo; el kernel es la misma función llamada desde C. El resto es la lectura de opciones, cachés más "
        "frías y, en `mm_naive`, el intérprete, que evalúa N^3 multiplicaciones-sumas.\n\n",
    [MM_SAY_SPLIT_NAIVE] = "Del tiempo de `mm_naive` en N = {n}, el intérprete se lleva el {percent} %, {each} por "
                           "multiplicación-suma; llamar a la función es el {call_percent} %.\n\n",
    [MM_SAY_MANY_HEADING] =
        "## Mil productos pequeños frente a uno grande\n\n"
        "Mil productos de N x N tienen tantas operaciones como uno de 10 N x 10 N. ¿Cuántas veces más tardan?\n\n"
        "| N | uno de | `A * B` en un bucle | `mm_blas` en un bucle | C llama a BLAS | apiladas: `[A1; ...; A1000] * "
        "B` |\n"
        "| ---: | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_MANY_LINE] = "| {n} | {large} | {mtimes}x | {blas}x | {cli}x | {stacked}x |\n",
    [MM_SAY_MANY_MEANING] =
        "\nLo que pierde C es cosa de la propia aritmética: las matrices pequeñas dejan a un kernel menos que "
        "reutilizar. Lo que Octave pierde además es la llamada. En N = {n} el bucle de `A * B` tarda {mtimes} veces lo "
        "que el producto grande; C tarda {cli} veces. Cuando todos los productos comparten un operando, apilar los "
        "otros los convierte en una sola llamada y recupera un factor de **{won}**.\n\n",
    [MM_SAY_REPEAT_TIMINGS] = "\n```\n\nLa semilla da el mismo orden de las muestras; los tiempos varían de una "
                              "ejecución a otra. El sha256 de `timings.json` es\n`{results_sha256}`.\n",
    [MM_SAY_MISSING] = "falta",

    [MM_SAY_PATHS_INTRODUCTION] =
        "# De la expresión a la rutina\n\nLo que se escribe, y la rutina de BLAS que se ejecutó: "
        "cada expresión se evaluó en un proceso propio bajo `mmcli trace`, en {cpu.model}, y lo "
        "que dicen las tablas se observó, no se consultó. Todas las cifras (con punto decimal y "
        "coma de millares) se tomaron de `paths.json` y `manifest.json`, en esta carpeta: repita "
        "la medición en lugar de editarlas.\n\n",
    [MM_SAY_PATHS_PICTURE] =
        "![La velocidad de cada entorno, y lo que cuesta una llamada respecto de la llamada "
        "directa desde C](perf.png)\n\n",
    [MM_SAY_PATHS_FRONTENDS_HEADING] =
        "## Los entornos\n\nCada uno aparece una vez por cada versión que tenga un intérprete de "
        "esta máquina.\n\n| entorno | versión | intérprete | servido por | biblioteca |\n| --- | "
        "--- | --- | --- | --- |\n",
    [MM_SAY_PATHS_FRONTEND] =
        "| {title} | {version} | {interpreter} {language} | {server} | {library} |\n",
    [MM_SAY_PATHS_FRONTEND_MISSING] =
        "| {title} | no se ejecutó | | {reason} | |\n",
    [MM_SAY_PATHS_NO_BLAS] =
        "sin BLAS",
    [MM_SAY_PATHS_MAP] =
        "## El mapa\n\nLas rutinas con sus indicadores (op(A), op(B)) y m x n x k tal como se "
        "llamaron, cuántas veces si fue más de una, y el nombre del símbolo. No figuran las "
        "llamadas que hace la propia rutina, ni lo que se llama con solo cargar el entorno. *Sin "
        "BLAS* significa que no se llamó a ninguna de las rutinas que conoce el trazador.\n\n",
    [MM_SAY_PATHS_MAP_HEADING] =
        "### {title} {version}\n\n| expresión | rutina | llamada como | según lo previsto |\n| --- "
        "| --- | --- | --- |\n",
    [MM_SAY_PATHS_LINE] =
        "| `{expression}` | {calls} | {symbols} | sí |\n",
    [MM_SAY_PATHS_UNEXPECTED] =
        "| `{expression}` | {calls} | {symbols} | **no se cumple**: se esperaba {expected} |\n",
    [MM_SAY_PATHS_FAILED] =
        "| `{expression}` | falló: {reason} | | |\n",
    [MM_SAY_PATHS_SUMMARY] =
        "\n{as_expected} de {count} según lo previsto.\n\n",
    [MM_SAY_PATHS_EXERCISE_HEADING] =
        "## El ejercicio: {n} x {n} x {n} en fp32, un hilo\n\n| entorno | expresión | rutina | "
        "servido por | tiempo | TFLOP/s | más que la llamada directa | correcto |\n| --- | --- | "
        "--- | --- | ---: | ---: | ---: | --- |\n",
    [MM_SAY_PATHS_EXERCISE_LINE] =
        "| {title} | `{expression}` | {routine} | {server} | {time} | {tflops} | {overhead} | "
        "{right} |\n",
    [MM_SAY_PATHS_EXERCISE_MISSING] =
        "| {title} | `{expression}` | {routine} | {server} | {reason} | | | {right} |\n",
    [MM_SAY_PATHS_EXERCISE_NOTE] =
        "\nLas entradas son iguales bit a bit, las de `default_rng({seed}).standard_normal` de NumPy; "
        "todos los procesos están fijados a la misma CPU, con un hilo cada uno, y se miden en rondas "
        "barajadas. *Correcto* compara con nuestro propio producto en doble precisión, elemento a "
        "elemento, con la cota que cumple todo orden de suma. La llamada directa es la de la misma "
        "biblioteca, desde C; escribe siempre en la misma matriz, mientras que un entorno crea una nueva "
        "para cada resultado.\n\n",
    [MM_SAY_PATHS_OVERHEAD_HEADING] =
        "## Lo que cuesta una llamada\n\nEl menor tiempo de un producto y, entre paréntesis, "
        "cuánto más largo es que la llamada directa de la misma biblioteca.\n\n| entorno |",
    [MM_SAY_PATHS_OVERHEAD_NOTE] =
        "\nDonde no se llama a BLAS no hay llamada directa con la que comparar. Son los tiempos "
        "menores, porque lo que ocupan otros programas solo puede alargar un tiempo.\n\n",
    [MM_SAY_PATHS_MANY_HEADING] =
        "## Muchos productos pequeños frente a uno grande\n\nMil productos de 64 x 64 tienen tantas "
        "operaciones como uno de 640 x 640.\n\n| entorno | en un bucle | en una llamada | uno de 640 | bucle "
        "/ uno | bucle / una llamada |\n| --- | ---: | ---: | ---: | ---: | ---: |\n",
    [MM_SAY_PATHS_MANY_LINE] =
        "| {title} {version} | {loop} | {batch} | {one} | {ratio} | {won} |\n",
    [MM_SAY_PATHS_MANY_NOTE] =
        "\nEl bucle y la llamada única tienen los mismos mil pares de matrices; *-*: el entorno no tiene tal "
        "llamada.\n\n",
    [MM_SAY_REPEAT_PATHS] =
        "\n```\n\nLa semilla da las mismas matrices y el mismo orden de las muestras; los tiempos "
        "varían de una ejecución a otra. El sha256 de `paths.json` es\n`{results_sha256}`.\n",

    [MM_SAY_DOCTOR_DEFAULT_LIBRARY] = "la biblioteca por omisión",
    [MM_SAY_DOCTOR_MACHINE] = "la máquina",
    [MM_SAY_DOCTOR_SERVED] = "{subject}: archivo en uso\n",
    [MM_SAY_DOCTOR_ALSO] = " (también cargada)",
    [MM_SAY_DOCTOR_FRONT] = "    fachada de {file}\n",
    [MM_SAY_DOCTOR_LIBRARY] = "    {library}, con el kernel {kernel}",
    [MM_SAY_DOCTOR_KERNEL_UNKNOWN] = "desconocido",
    [MM_SAY_DOCTOR_RATE] = ", {gflops} GFLOPS de {peak} ({percent} %) con N={n}, f32, un hilo",
    [MM_SAY_DOCTOR_ABOVE_PEAK] = "    más que el pico, que se midió con la máquina ocupada\n",
    [MM_SAY_DOCTOR_REPEATED] = "    ya examinada más arriba\n",
    [MM_SAY_DOCTOR_PROGRAM_ENDED] = "{program} terminó con el código de salida {status}\n",
    [MM_SAY_DOCTOR_SEEN] = "visto:",
    [MM_SAY_DOCTOR_COSTS] = "coste:",
    [MM_SAY_DOCTOR_FIX] = "remedio:",
    [MM_SAY_DOCTOR_VERIFIED] = "verificado:",
    [MM_SAY_DOCTOR_UNPROVEN] = "sin probar:",
    [MM_SAY_DOCTOR_ADVICE] = "\nconsejos:\n",
    [MM_SAY_DOCTOR_UNKNOWN] = "\ndesconocido:\n",
    [MM_SAY_DOCTOR_INTERRUPTED] = "\ninterrumpido: se muestra lo hallado hasta ahora\n",
    [MM_SAY_DOCTOR_HEALTHY] = "\ntodo en orden: {percent} % del pico medido",
    [MM_SAY_DOCTOR_ONE_FINDING] = "\n1 hallazgo",
    [MM_SAY_DOCTOR_FINDINGS] = "\n{count} hallazgos",
    [MM_SAY_DOCTOR_COUNTS] = "; examinado y en orden: {well}, desconocido: {unknown}; {seconds} s\n",
    [MM_SAY_DOCTOR_GAIN] = "podría ser {ratio} veces más rápido ({low} a {high}): {now} GFLOPS ahora, {after} después",
    [MM_SAY_DOCTOR_PROVEN_RIGHT] = "en un proceso hijo: los productos de números enteros son exactos",
    [MM_SAY_DOCTOR_PROVEN_FASTER] = "en procesos hijos: primero resultados correctos y luego más rápido, medido por turnos",
    [MM_SAY_DOCTOR_RESULT] = "la biblioteca da productos erróneos o no se puede usar",
    [MM_SAY_DOCTOR_WIDTH] = "los enteros de BLAS no tienen el ancho que prometen sus nombres",
    [MM_SAY_DOCTOR_KERNEL] = "la misma biblioteca tiene un kernel más rápido",
    [MM_SAY_DOCTOR_FASTER_LIBRARY] = "hay una biblioteca más rápida, instalada o por instalar",
    [MM_SAY_DOCTOR_THREADS] = "no hay tantos hilos como CPU se pueden usar",
    [MM_SAY_DOCTOR_AFFINITY] = "los hilos están atados a menos CPU de las que se pueden usar",
    [MM_SAY_DOCTOR_SMALL] = "los hilos frenan los productos pequeños",
    [MM_SAY_DOCTOR_RUNTIMES] = "hay hilos de más de un tipo en el mismo proceso",
    [MM_SAY_DOCTOR_LAPACK] = "el LAPACK de la propia biblioteca no está seleccionado",
    [MM_SAY_DOCTOR_DENORMALS] = "los números desnormalizados son lentos",
    [MM_SAY_DOCTOR_GOVERNOR] = "el regulador de frecuencia frena el reloj",
    [MM_SAY_DOCTOR_POWER] = "la alimentación frena el reloj",
    [MM_SAY_DOCTOR_CLOCK] = "el reloj bajó durante el examen",
    [MM_SAY_DOCTOR_STEAL] = "otras máquinas virtuales quitaron tiempo de CPU",
};
/* clang-format on */
