## -*- texinfo -*-
## @deftypefn  {} {} bench_embedding ()
## @deftypefnx {} {} bench_embedding (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{times} =} bench_embedding (@dots{})
## An embedding's row looked up, multiplied for, and the vocabulary's projection: on which side of the roofline's bend?
##
## E is 600 by 64 in single precision, a vocabulary of 600 tokens; x has 32 * 16 = 512 rows, a batch of 32 times 16
## tokens.  Measured from Octave, and the products also from C, in one thread:
## @itemize
## @item
## the gather @code{E(i,:)} of a token and of all 512: no arithmetic;
## @item
## the same as a product with a one-hot vector, @code{E' * h}, 76,800 operations a token, and with 512 of them;
## @item
## the projection @code{x * E'}, 39.3 million operations.
## @end itemize
##
## Writes @file{README.md}, @file{timings.json}, @file{manifest.json}, @file{perf.png} and @file{perf.svg} into the folder
## @qcode{"out"} (@file{05-embedding}).  Options beside it: @qcode{"budget"} (10), seconds; @qcode{"seed"} (42) of the
## order in rounds; @qcode{"lang"}, the language of the text: @qcode{"en"}, @qcode{"es"} or @qcode{"ko"}.
## @seealso{mm_time, mm_plot_embedding, bench_overhead, bench_blocking}
## @end deftypefn

function times = bench_embedding (varargin)
  options = struct ("out", "05-embedding", "budget", 10, "seed", "42", ...
                    "lang", "en", "command", __mm_command__ ("bench_embedding", varargin));
  options = __mm_options__ ("bench_embedding", options, varargin);
  __mm_language__ ("bench_embedding", options.lang);
  times = mm_small_run ("embedding", make_items (600, 64, 32 * 16), options);
  mm_publish (options.out, "embedding", options.lang, {@mm_plot_embedding});
  if (nargout == 0)
    clear times;
    printf ("%s\n", fullfile (options.out, "README.md"));
  endif
endfunction

## V tokens of length D, a batch of T.  Bytes: each operand read once, the result written once.
function items = make_items (V, D, T)
  E = single (cos (reshape (1:V*D, V, D)));
  Et = E.';
  ids = 1 + mod (7 * (1:T)', V); # every token a different row, until they run out
  i = ids(1);
  H = single ((1:V)' == ids');
  h = H(:,1);
  x = E(ids,:);
  bytes = @(elements) 4 * elements;
  items = [mm_small_item("harness", "h", @() h, 0, 0, 0), ...
           mm_small_item("octave:gather", "E(i,:)", @() E(i,:), 0, 0, bytes (2 * D)), ...
           mm_small_item("octave:gather_all", "E(ids,:)", @() E(ids,:), 0, 0, bytes (2 * D * T) + 8 * T), ...
           mm_small_item("octave:one_hot", "E' * h", @() E' * h, 0, 2 * V * D, bytes (V * D + V + D)), ...
           mm_small_item("octave:one_hot_all", "E' * H", @() E' * H, 0, 2 * V * D * T, bytes (V * D + V * T + D * T)), ...
           mm_small_item("octave:projection", "x * E'", @() x * E', 0, 2 * T * D * V, bytes (T * D + V * D + T * V)), ...
           mm_small_item("cli:one_hot", "sgemm, E' stored, one column", {"cli:blas", Et, h}, 0, 2 * V * D, ...
                         bytes (V * D + V + D)), ...
           mm_small_item("cli:one_hot_all", "sgemm, E' stored, 512 columns", {"cli:blas", Et, H}, 0, 2 * V * D * T, ...
                         bytes (V * D + V * T + D * T)), ...
           mm_small_item("cli:projection", "sgemm, E' stored", {"cli:blas", x, Et}, 0, 2 * T * D * V, ...
                         bytes (T * D + V * D + T * V))];
endfunction

%!test # a short real run: the figures of the lesson, and files
%! dir = tempname ();
%! t = bench_embedding ("out", dir, "budget", 0);
%! item = @(name) t.items(strcmp ({t.items.name}, name));
%! assert (item ("octave:gather").flop, 0);
%! assert (item ("octave:one_hot").flop, 76800);
%! assert (item ("octave:projection").flop, 2 * 512 * 64 * 600);
%! assert (item ("octave:projection").flop, item ("octave:one_hot_all").flop);
%! assert (! any (cellfun (@isempty, {t.items.seconds})));
%! assert (item ("octave:gather").side, "left");
%! assert (isequaln (mm_results (fullfile (dir, "timings.json")), t));
%! assert (sort (readdir (dir))', {".", "..", "README.md", "manifest.json", "perf.png", "perf.svg", "timings.json"});
%! confirm_recursive_rmdir (false, "local");
%! rmdir (dir, "s");
%!test # without gnuplot the text is there all the same, and tells how to draw the picture
%! dir = tempname ();
%! gnuplot = gnuplot_binary ("no_such_gnuplot");
%! unwind_protect
%!   fail ('bench_embedding ("out", dir, "budget", 0)', "no_such_gnuplot does not run");
%!   page = fileread (fullfile (dir, "README.md"));
%!   assert (isempty (strfind (page, "](perf.png)")));
%!   assert (! isempty (strfind (page, "`mm_plot_embedding`")));
%! unwind_protect_cleanup
%!   gnuplot_binary (gnuplot);
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (dir, "s");
%! end_unwind_protect
%!error <cannot write in the folder /proc> bench_embedding ("out", "/proc")
%!error id=gemmlab:unknownOption bench_embedding ("n", 2)
