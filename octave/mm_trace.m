## -*- texinfo -*-
## @deftypefn  {} {} mm_trace (@var{call})
## @deftypefnx {} {} mm_trace ("eval", @var{code})
## @deftypefnx {} {[@var{rows}, @var{summary}] =} mm_trace (@dots{})
## @deftypefnx {} {} mm_trace on
## @deftypefnx {} {} mm_trace report
## @deftypefnx {} {} mm_trace off
## Tell which BLAS and LAPACK routines an expression, or this session, calls: observed, not looked up.
##
## @var{call} is a function handle without arguments, such as @code{@@() A' * A}; it is called once, and its value is
## dropped.  @var{code} is text, evaluated where @code{mm_trace} is called.  The two are not the same: an anonymous
## function is traced as Octave evaluates it, and Octave 7 forms the transpose in @code{@@() A' * B}, to call gemm with
## @qcode{"NN"}, where the same line in a script or function calls it with @qcode{"TN"}, and @code{A' * A} syrk.
##
## @code{mm_trace on} begins to count in this session, without a restart; @code{report} tells what was seen
## since then, as often as you like; @code{off} ends it.  A second @code{on} begins anew.  After @code{off} a
## @code{report} tells of the last trace.
##
## @example
## @group
## A = rand (300);
## mm_trace (@@() A * A)
## mm_trace ("eval", "D = A' * A;")
## mm_trace on
## x = A \ A(:,1);
## mm_trace report
## mm_trace off
## @end group
## @end example
##
## Without an output argument a table is printed.  Otherwise @var{rows} is a struct array, one element for each routine,
## shape, caller and serving library, the longest time first:
##
## @table @code
## @item routine, symbol, interface
## @qcode{"dgemm"}, the name called (@qcode{"dgemm_"}), and @qcode{"fortran"} or @qcode{"cblas"}
## @item m, n, k
## the extents that the routine was given; empty for one that it does not have
## @item flags
## its letters in the order side, uplo, trans of A, trans of B, diag: @qcode{"TN"} of a gemm is @code{A' * B}
## @item calls, calls_nested
## all calls, and those of them inside another traced call, as LAPACK calls BLAS
## @item seconds, seconds_exclusive
## time in all calls; without what passed in traced calls inside
## @item flops, gflops
## operations and rate; empty where they depend on the data
## @item library, provider, version, kernel, threads
## the file that served the calls, whose BLAS it is, and what that selected for this CPU
## @item caller
## the file that called
## @item order, batch, integer_bits
## the layout that a cblas call names, the products in a batch, the width of integers
## @end table
##
## @var{summary} has @code{calls}, @code{calls_nested}, @code{wall_seconds}, @code{blas_seconds}, @code{blas_share} (of the
## wall time, which for a brief call is mostly the tracer's own; empty where no call was seen), @code{not_seen} (where
## no call was seen: what that may come from) and @code{warnings} (what may be missing), both cell arrays of text.
##
## While it is on, the addresses through which loaded files (Octave's libraries, LAPACK, MEX and @file{.oct} files) call
## BLAS and LAPACK lead to functions that count and pass on; files that Octave loads meanwhile are included.
## @code{off}, an error or Ctrl-C in @var{call}, and the end of Octave put each address back.  Calls of a library within
## itself that bypass these addresses, and other processes, are not seen; @code{mmcli trace -- PROGRAM} traces a program and
## all its children.  A call costs about 50 ns more.
## @seealso{mm_config, mm_time}
## @end deftypefn

function [rows, summary] = mm_trace (varargin)
  what = command_of (varargin);
  if (any (strcmp (what, {"on", "off"})))
    __mm_trace__ (what);
    return;
  elseif (! strcmp (what, "report"))
    refuse_if_on ();
    unwind_protect
      __mm_trace__ ("on");
      if (strcmp (what, "eval"))
        evalin ("caller", varargin{2});
      else
        varargin{1} ();
      endif
    unwind_protect_cleanup
      __mm_trace__ ("off");
    end_unwind_protect
  endif
  [trace, table] = __mm_trace__ ("report");
  if (nargout == 0)
    puts (table);
    return;
  endif
  rows = tidy_rows (trace.rows);
  summary = tidy_summary (trace);
endfunction

## What is asked for: on, off, report, call or eval.
function what = command_of (args)
  usage = "mm_trace (@() A * B), mm_trace (\"eval\", \"A * B;\"), mm_trace on, mm_trace report or mm_trace off";
  if (isempty (args) || numel (args) > 2)
    error ("gemmlab:wrongCount", "mm_trace: got %d arguments; call it as %s", numel (args), usage);
  elseif (is_function_handle (args{1}))
    what = "call";
  elseif (ischar (args{1}) && any (strcmp (args{1}, {"on", "off", "report", "eval"})))
    what = args{1};
  else
    error ("gemmlab:badCommand", "mm_trace: got %s; call it as %s", shown (args{1}), usage);
  endif
  is_second = strcmp (what, "eval");
  if (numel (args) != 1 + is_second || (is_second && ! ischar (args{2})))
    error ("gemmlab:wrongCount", "mm_trace: \"eval\", and nothing else, takes a second argument, which is text");
  endif
endfunction

function refuse_if_on ()
  if (__mm_trace__ ("is_on"))
    error ("gemmlab:alreadyOn", "mm_trace: tracing is on already, and would begin anew; 'mm_trace off' ends it");
  endif
endfunction

function text = shown (what)
  text = ["a " class(what)];
  if (ischar (what) && rows (what) == 1)
    text = ["'" what "'"];
  endif
endfunction

## The fields for Octave's users, in their order, of all rows or of none.
function tidy = tidy_rows (rows)
  fields = {"routine", "symbol", "interface", "m", "n", "k", "flags", "calls", "calls_nested", "seconds", ...
            "seconds_exclusive", "flops", "gflops", "library", "provider", "version", "kernel", "threads", "caller", ...
            "order", "batch", "integer_bits"};
  tidy = cell2struct (cell (numel (fields), 0), fields, 1);
  for i = numel (rows):-1:1
    row = rows(i);
    flags = {row.side, row.uplo, row.trans_a, row.trans_b, row.diag};
    row.flags = ["", flags{! cellfun(@isempty, flags)}];
    for name = fields
      tidy(i,1).(name{1}) = row.(name{1});
    endfor
  endfor
endfunction

function tidy = tidy_summary (trace)
  for name = {"calls", "calls_nested", "wall_seconds", "blas_seconds", "blas_share"}
    tidy.(name{1}) = trace.(name{1});
  endfor
  for name = {"not_seen", "warnings"}
    tidy.(name{1}) = trace.(name{1});
    if (isempty (tidy.(name{1}))) # of an empty array in JSON
      tidy.(name{1}) = cell (0, 1);
    endif
  endfor
endfunction

## "dgemm NN 3x4x5" for each call that is not nested, as often as it was made, in the order of the alphabet.
%!function seen = outer_calls (rows)
%!  seen = {};
%!  for row = rows'
%!    extents = strjoin (arrayfun (@(x) sprintf ("%d", x), [row.m row.n row.k], "UniformOutput", false), "x");
%!    text = regexprep (sprintf ("%s %s %s", row.routine, row.flags, extents), " +", " ");
%!    seen = [seen, repmat({text}, 1, row.calls - row.calls_nested)];
%!  endfor
%!  seen = sort (seen);
%!endfunction
%!shared A, B, D, x, y, z
%! A = reshape (1:12, 3, 4) + [0.5; 0; 0];
%! B = ones (4, 5);
%! x = [1; 2; 3; 4];
%! y = [3; 2; 1];
%! z = [4; 3; 2; 1];
%! D = [1 2; 3 4; 5 6];
%!test # products, each with its shape and transposes
%! assert (outer_calls (mm_trace ("eval", "A * B;")), {"dgemm NN 3x5x4"});
%! assert (outer_calls (mm_trace ("eval", "A' * D;")), {"dgemm TN 4x2x3"});
%! assert (outer_calls (mm_trace ("eval", "D * D(1:2,:)';")), {"dgemm NT 3x2x2"});
%! assert (outer_calls (mm_trace ("eval", "A' * A;")), {"dsyrk UT 4x3"});
%! assert (outer_calls (mm_trace ("eval", "A * A';")), {"dsyrk UN 3x4"});
%! assert (outer_calls (mm_trace ("eval", "A * x;")), {"dgemv N 3x4"});
%! assert (outer_calls (mm_trace ("eval", "A' * y;")), {"dgemv T 3x4"});
%! assert (outer_calls (mm_trace ("eval", "x' * z;")), {"ddot 4"});
%! assert (outer_calls (mm_trace ("eval", "x * y';")), {"dgemm NT 4x3x1"});
%!test # the other types
%! assert (outer_calls (mm_trace ("eval", "single (A) * single (B);")), {"sgemm NN 3x5x4"});
%! assert (outer_calls (mm_trace ("eval", "complex (A, 1) * complex (B, 1);")), {"zgemm NN 3x5x4"});
%! assert (outer_calls (mm_trace ("eval", "single (complex (A, 1)) * single (complex (B, 1));")), {"cgemm NN 3x5x4"});
%! C = complex (A, 1);
%! assert (outer_calls (mm_trace ("eval", "C' * C;")), {"zherk UC 4x3"});
%!function square (A)
%!  puts ("once\n");
%!  A' * A;
%!endfunction
%!test # a handle is called as Octave calls it, once, also where it returns nothing
%! page = evalc ('rows = mm_trace (@() square (A));');
%! assert (page, "once\n");
%! assert (outer_calls (rows), {"dsyrk UT 4x3"});
%! assert (any (strcmp (outer_calls (mm_trace (@() A' * D)), {"dgemm NN 4x2x3", "dgemm TN 4x2x3"})));
%!test # the code sees the caller's variables, and sets them
%! mm_trace_result = 0;
%! assert (outer_calls (mm_trace ("eval", "mm_trace_result = A * B;")), {"dgemm NN 3x5x4"});
%! assert (mm_trace_result, A * B);
%!test # where there is no BLAS it is said, with reasons
%! for call = {@() int32(3) * int32([1 2 3]), @() sparse(A) * sparse(B), @() eye(3) * A, @() 2 * A, @() A .* A}
%!   [rows, summary] = mm_trace (call{1});
%!   assert (size (rows), [0, 1]);
%!   assert (isfield (rows, {"routine", "m", "flags", "gflops", "caller"}), true (1, 5));
%!   assert (isempty (summary.blas_share) && summary.calls == 0);
%!   assert (numel (summary.not_seen) >= 4 && iscellstr (summary.not_seen));
%! endfor
%! page = evalc ("mm_trace (call{1})");
%! assert (strncmp (page, "No BLAS call seen", 17));
%! assert (! isempty (strfind (page, "integers")) && isempty (strfind (page, "%")));
%!test # one row, all of its fields
%! W = rand (100);
%! [row, summary] = mm_trace (@() W * (W + 1));
%! config = mm_config ();
%! assert (row.routine, "dgemm");
%! assert ({row.symbol, row.interface, row.integer_bits}, {"dgemm_", "fortran", 32});
%! assert ([row.calls, row.calls_nested, row.m, row.n, row.k, row.flops], [1, 0, 100, 100, 100, 2e6]);
%! assert (row.gflops, 2e-3 / row.seconds, -1e-6);
%! assert (row.seconds_exclusive <= row.seconds && row.seconds <= summary.wall_seconds);
%! assert ({row.library, row.provider, row.kernel}, {config.blas.path, config.blas.provider, config.blas.kernel});
%! assert (! isempty (strfind (row.caller, "liboctave")));
%! assert ({row.order, row.batch}, {[], []});
%! assert ([summary.calls, summary.calls_nested, summary.blas_seconds], [1, 0, row.seconds], -1e-9);
%! assert ({summary.not_seen, summary.warnings}, {cell(0, 1), cell(0, 1)});
%!test # A \ b: the factorisation by the matrix's structure, and what LAPACK calls
%! W = rand (300) + 300 * eye (300);
%! seen = outer_calls (mm_trace ("eval", 'W \ W(:,1);'));
%! assert (any (strcmp (seen, "dgetrf 300x300")) && any (strcmp (seen, "dgetrs N 300x1")));
%! S = W + W';
%! seen = outer_calls (mm_trace ("eval", 'S \ S(:,1);'));
%! assert (! isempty (strfind (strjoin (seen), "dpotrf")) && isempty (strfind (strjoin (seen), "dgetrf")));
%! rows = mm_trace (@() qr (W));
%! assert (any (strcmp ({rows.routine}, "dgeqrf")));
%! rows = mm_trace (@() W \ W(:,1)); # dgecon is not optimised by any BLAS, and calls it
%! assert (any ([rows.calls_nested] > 0));
%! inside = sum ([rows.seconds_exclusive]);
%! outer = arrayfun (@(r) r.seconds * (r.calls > r.calls_nested), rows);
%! assert (inside <= sum (outer) * (1 + 1e-9));
%!test # on, off, on: exact counts, nothing in between, each begins anew
%! unwind_protect
%!   mm_trace on
%!   for i = 1:7
%!     A * B;
%!   endfor
%!   [rows, summary] = mm_trace ("report");
%!   assert ([rows.calls, summary.calls], [7, 7]);
%!   A * B;
%!   assert (mm_trace ("report").calls, 8); # a report does not end it
%!   mm_trace off
%!   A * B;
%!   assert (mm_trace ("report").calls, 8); # of the last trace
%!   mm_trace on
%!   assert (isempty (mm_trace ("report")));
%!   A * x;
%!   mm_trace on
%!   A * x;
%!   assert (mm_trace ("report").calls, 1);
%!   mm_trace off
%!   mm_trace off
%!   assert (mm_trace ("report").calls, 1);
%! unwind_protect_cleanup
%!   mm_trace off
%! end_unwind_protect
%!test # every call is counted
%! unwind_protect
%!   mm_trace on
%!   for i = 1:1000
%!     A * B;
%!   endfor
%!   for i = 1:300 # more rows than the first table has
%!     ones (i, 2) * ones (2, 2);
%!   endfor
%!   rows = mm_trace ("report");
%!   of = @(m) sum ([rows(strcmp ({rows.routine}, "dgemm") & [rows.m] == m).calls]);
%!   assert (of (3), 1001);
%!   assert (arrayfun (of, 4:300), ones (1, 297));
%! unwind_protect_cleanup
%!   mm_trace off
%! end_unwind_protect
%!test # every slot is rebound, and put back as it was
%! before = __mm_trace__ ("slots");
%! assert (rows (before) > 50 && ! any (before(:,3)));
%! product = A * B;
%! before = __mm_trace__ ("slots"); # a first call binds its slot
%! unwind_protect
%!   mm_trace on
%!   during = __mm_trace__ ("slots");
%!   assert (during(:,1), before(:,1));
%!   assert (all (during(:,3)) && all (during(:,2) != before(:,2)));
%!   assert (A * B, product);
%! unwind_protect_cleanup
%!   mm_trace off
%! end_unwind_protect
%! assert (__mm_trace__ ("slots"), before);
%! assert (A * B, product);
%!testif ; exist ("/proc/self/maps", "file") # pages are as writable afterwards as they were
%! page = evalc ("mm_trace (@() A * B)");
%! rights = @() regexp (fileread ("/proc/self/maps"), '^(\S+ \S+) .*\.(?:so|mex|oct)[.\d]*$', "tokens", "lineanchors", "dotexceptnewline");
%! before = rights ();
%! mm_trace on
%! mm_trace off
%! assert (numel (before) > 20);
%! assert (rights (), before);
%!test # an error in the call ends the trace and is rethrown as it was
%! message = "";
%! try
%!   mm_trace (@() error ("mine:own", "my own words"));
%! catch err
%!   assert ({err.identifier, err.message}, {"mine:own", "my own words"});
%!   message = err.message;
%! end_try_catch
%! assert (message, "my own words");
%! assert (! __mm_trace__ ("is_on"));
%! slots = __mm_trace__ ("slots");
%! assert (! any (slots(:,3)));
%!test # clear while it is on: the count goes on; afterwards: it begins anew
%! unwind_protect
%!   mm_trace on
%!   A * B;
%!   assert (mislocked ("__mm_trace__"));
%!   clear mm_trace
%!   clear __mm_trace__
%!   A * B;
%!   assert (mm_trace ("report").calls, 2);
%! unwind_protect_cleanup
%!   mm_trace off
%! end_unwind_protect
%! assert (! mislocked ("__mm_trace__"));
%! slots = __mm_trace__ ("slots");
%! clear __mm_trace__
%! assert (A * B, [A(:,1:2), A(:,3:4)] * B);
%! assert (outer_calls (mm_trace ("eval", "A * B;")), {"dgemm NN 3x5x4"});
%! assert (__mm_trace__ ("slots"), slots);
%!test # a MEX file that is loaded meanwhile is traced from its first call, and one unloaded does no harm
%! folder = tempname ();
%! [~, name] = fileparts (folder);
%! name = strrep (name, "-", "_");
%! unwind_protect
%!   mkdir (folder);
%!   copyfile (which ("__mm_blas__"), fullfile (folder, [name ".mex"]));
%!   addpath (folder);
%!   rows = mm_trace (@() feval (name, A, B));
%!   assert ({rows.routine, rows.calls}, {"dgemm", 1});
%!   assert (rows.caller, fullfile (folder, [name ".mex"]));
%!   clear (name);
%!   mm_trace on
%!   feval (name, A, B);
%!   clear (name); # its slots are gone
%!   A * B;
%!   assert (sum ([mm_trace("report").calls]), 2);
%!   feval (name, A, B);
%!   assert (sum ([mm_trace("report").calls]), 3);
%!   clear (name);
%! unwind_protect_cleanup
%!   mm_trace off
%!   rmpath (folder);
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (folder, "s");
%! end_unwind_protect
%! assert (A * B, [A(:,1:2), A(:,3:4)] * B);
%!test # the table
%! page = evalc ("mm_trace (@() A * B)");
%! assert (! isempty (regexp (page, '^called +m +n +k flags +calls .* library +kernel')));
%! assert (! isempty (regexp (page, '\ndgemm_ +3 +5 +4 NN +1 ')));
%! assert (! isempty (regexp (page, '\n1 call, [\d.]+ .s in them')));
%!test # a trace within a trace is refused
%! unwind_protect
%!   mm_trace on
%!   fail ("mm_trace (@() 1)", "gemmlab:alreadyOn|tracing is on already");
%!   assert (__mm_trace__ ("is_on"));
%! unwind_protect_cleanup
%!   mm_trace off
%! end_unwind_protect
%!error id=gemmlab:alreadyOn mm_trace (@() mm_trace (@() 1))
%!error id=gemmlab:wrongCount mm_trace ()
%!error id=gemmlab:wrongCount mm_trace ("on", "off")
%!error <got 'of'; call it as> mm_trace of
%!error <got a double; call it as> mm_trace (1)
%!error <got 'call'; call it as> mm_trace ("call")
%!error id=gemmlab:wrongCount mm_trace ("eval")
%!error id=gemmlab:wrongCount mm_trace ("eval", 1)
%!error id=gemmlab:wrongCount mm_trace (@() 1, "x")
%!error <syntax error|parse error> mm_trace ("eval", "1 +")
%!error id=gemmlab:badCommand mm_trace ("slots")
%!error id=gemmlab:badCommand mm_trace (["on "; "off"])
%!error id=gemmlab:badCommand __mm_trace__ ("nonsense")
