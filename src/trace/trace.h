/* What the BLAS tracer saw of a program: one row for each combination of process, routine, shape, flags, calling
 * file and serving library. `mmcli trace --json F -- PROGRAM` writes it as src/record/schema/trace.schema.json
 * says. For `octave-cli --eval "A=rand(300); B=rand(300); C=A*B;"`, shortened:
 *
 *   {"schema": "gemmlab-trace/1", "command": ["octave-cli", "--eval", "..."], "exit_status": 0, "signal": null,
 *    "wall_seconds": 0.41, "process_count": 1, "calls": 1, "calls_nested": 0, "blas_seconds": 0.0012,
 *    "blas_share": 0.003, "blas_share_reason": null, "not_seen": [], "warnings": [],
 *    "processes": [{"pid": 4711, "parent_pid": 4710, "program": "/usr/bin/octave-cli", "calls": 1, "seconds": 0.0012}],
 *    "rows": [{"pid": 4711, "routine": "dgemm", "symbol": "dgemm_", "interface": "fortran", "integer_bits": 32,
 *      "order": null, "m": 300, "n": 300, "k": 300, "batch": null, "trans_a": "N", "trans_b": "N", "side": null,
 *      "uplo": null, "diag": null, "calls": 1, "calls_nested": 0, "seconds": 0.0012, "seconds_exclusive": 0.0012,
 *      "flops": 54000000, "gflops": 45, "gflops_reason": null, "caller": "/usr/lib/.../liboctave.so.10.0.0",
 *      "library": "/usr/lib/.../libblas.so.3.0", "provider": "openblas", "version": "0.3.21", "kernel": "Cooperlake",
 *      "kernel_reason": null, "threads": 1}]}
 *
 * A row that is nested was called inside another recorded one (LAPACK calling BLAS, a cblas call that calls its
 * Fortran twin): who asks "which routine did this expression reach" wants the rows with calls > calls_nested.
 * `seconds` is inclusive; the times of rows that are not nested add up to blas_seconds.
 * Where no call was seen, rows is empty, blas_share null, and not_seen tells what that may come from. */
#ifndef MM_TRACE_H
#define MM_TRACE_H

#endif
