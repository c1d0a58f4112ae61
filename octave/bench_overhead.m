## -*- texinfo -*-
## @deftypefn  {} {} bench_overhead ()
## @deftypefnx {} {} bench_overhead (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{times} =} bench_overhead (@dots{})
## What a call of a product costs beside its arithmetic: of Octave's @code{*}, of each MEX function, and of C.
##
## Measures, in single precision and one thread,
## @itemize
## @item
## @code{A * B}, @code{mm_blas (A, B)} and the bare BLAS call from C at N = 2 to 1024: their difference is the overhead,
## and from it follows the N from which it is below 1 % and 0.1 %;
## @item
## the parts of a call of mm_naive, mm_blocked, mm_einsum and mm_blas: the function file, the call of a MEX file, the
## checks and the allocation of the result, its copy into an Octave value, the kernel;
## @item
## a thousand products of small matrices against one of matrices ten times the size, which has as many operations.
## @end itemize
##
## Writes @file{README.md}, @file{timings.json}, @file{manifest.json}, @file{perf.png} and @file{perf.svg} into the folder
## @qcode{"out"} (@file{06-overhead}).  Options beside it: @qcode{"budget"} (20), seconds; @qcode{"seed"} (42) of the
## order in rounds; @qcode{"sizes"}, the N of the curves; @qcode{"lang"}, the language of the text: @qcode{"en"}, @qcode{"es"} or
## @qcode{"ko"}.
## @seealso{mm_time, mm_plot_overhead, bench_embedding, bench_blocking}
## @end deftypefn

function times = bench_overhead (varargin)
  options = struct ("out", "06-overhead", "budget", 20, "seed", "42", "sizes", 2 .^ (1:10), ...
                    "lang", "en", "command", __mm_command__ ("bench_overhead", varargin));
  options = __mm_options__ ("bench_overhead", options, varargin);
  __mm_language__ ("bench_overhead", options.lang);
  mm_check_sizes ("bench_overhead", "sizes", options.sizes);
  sizes = unique (options.sizes(:)');
  small = [4, 16, 64];
  small = small(10 * small <= sizes(end));
  times = mm_small_run ("overhead", [curve_items(unique ([sizes, 10 * small])), split_items(sizes), ...
                                     many_items(small)], options);
  mm_publish (options.out, "overhead", options.lang, {@mm_plot_overhead});
  if (nargout == 0)
    clear times;
    printf ("%s\n", fullfile (options.out, "README.md"));
  endif
endfunction

## Single matrices without a pattern; what numbers they hold makes no difference to the time.
function [A, B, flop, bytes] = operands (n)
  A = single (cos (reshape (1:n^2, n, n)));
  B = single (sin (reshape (1:n^2, n, n)));
  flop = 2 * n ^ 3;
  bytes = 3 * n ^ 2 * 4;
endfunction

function items = curve_items (sizes)
  A = 1;
  items = mm_small_item ("harness", "A", @() A, 0, 0, 0);
  for n = sizes
    [A, B, flop, bytes] = operands (n);
    items = [items, mm_small_item("octave:mtimes", "A * B", @() A * B, n, flop, bytes), ...
             mm_small_item("octave:mm_blas", "mm_blas (A, B)", @() mm_blas (A, B), n, flop, bytes), ...
             mm_small_item("cli:blas", "sgemm", {"cli:blas", A, B}, n, flop, bytes)];
  endfor
endfunction

## At N = 16 every function; at N = 256, where memory has its part, those that are not interpreted.
function items = split_items (sizes)
  items = struct ([]);
  for n = [16, 256](ismember ([16, 256], sizes))
    [A, B, flop, bytes] = operands (n);
    add = @(name, call, run) mm_small_item (name, call, run, n, flop, bytes);
    none = @(name, call, run) mm_small_item (name, call, run, n, 0, 0);
    items = [items, none("mex:empty", "__mm_empty__ (A, B)", @() __mm_empty__ (A, B)), ...
             none("mex:alloc_free", "__mm_alloc__ (A, B, 0)", @() __mm_alloc__ (A, B, 0)), ...
             none("mex:alloc_return", "__mm_alloc__ (A, B)", @() __mm_alloc__ (A, B)), ...
             none("file:alloc_return", "a function file that calls __mm_alloc__ (A, B)", @() __mm_through__ (A, B)), ...
             add("octave:mm_blocked", "mm_blocked (A, B)", @() mm_blocked (A, B)), ...
             add("cli:blocked", "the kernel of mm_blocked", {"cli:blocked", A, B}), ...
             add("octave:mm_einsum", "mm_einsum (\"ik,kj->ij\", A, B)", @() mm_einsum ("ik,kj->ij", A, B)), ...
             add("cli:einsum", "the kernel of mm_einsum", {"cli:einsum", A, B})];
    if (n == 16)
      items = [items, add("octave:mm_naive", "mm_naive (A, B)", @() mm_naive (A, B)), ...
               add("cli:naive", "the kernel of mm_naive, compiled", {"cli:naive", A, B})];
    endif
  endfor
endfunction

## A thousand products in a loop, and, as all have the same B, one product of the As on top of each other.
function items = many_items (sizes)
  items = struct ([]);
  for n = sizes
    [A, B, flop] = operands (n);
    stacked = repmat (A, 1000, 1);
    add = @(name, call, run) mm_small_item (name, call, run, n, 1000 * flop, 0);
    items = [items, add("octave:mtimes_x1000", "for i = 1:1000, C = A * B; end", @() mtimes_x1000 (A, B)), ...
             add("octave:mm_blas_x1000", "for i = 1:1000, C = mm_blas (A, B); end", @() mm_blas_x1000 (A, B)), ...
             add("octave:mtimes_stacked", "[A1; ...; A1000] * B", @() stacked * B)];
  endfor
endfunction

function mtimes_x1000 (A, B)
  for i = 1:1000
    C = A * B;
  endfor
endfunction

function mm_blas_x1000 (A, B)
  for i = 1:1000
    C = mm_blas (A, B);
  endfor
endfunction

%!test # a short real run: every item has a time, and the parts of a call add up
%! dir = tempname ();
%! t = bench_overhead ("out", dir, "budget", 0, "sizes", [4 16 40]);
%! assert (t.experiment, "overhead");
%! assert (! any (cellfun (@isempty, {t.items.seconds})));
%! parts = t.derived(strcmp ({t.derived.of}, "octave:mm_blas") & strncmp ({t.derived.name}, "split_", 6));
%! total = strcmp ({parts.name}, "split_total");
%! assert (sum ([parts(! total).value]), parts(total).value, -1e-9);
%! assert (isequaln (mm_results (fullfile (dir, "timings.json")), t));
%! assert (sort (readdir (dir))', {".", "..", "README.md", "manifest.json", "perf.png", "perf.svg", "timings.json"});
%! confirm_recursive_rmdir (false, "local");
%! rmdir (dir, "s");

%!error id=gemmlab:badSize bench_overhead ("sizes", [2 2.5])
%!error id=gemmlab:unknownOption bench_overhead ("size", 2)
