## -*- texinfo -*-
## @deftypefn  {} {} octave_serve ()
## @deftypefnx {} {} octave_serve (@var{id})
## The front end Octave, asked by @code{mmcli paths} as @file{serve.py} is, where the words are explained.  With an
## @var{id} that expression of the table is evaluated once.
## @end deftypefn

function octave_serve (id)

  if (nargin == 1)
    [table, inputs] = octave_expressions ();
    ## Our MEX files ask the BLAS once how it is called; that is no part of an expression.
    mm_blas (1, 1);
    mm_einsum ("ik,kj->ij", 1, 1);
    if (strcmp (id, "product"))
      [inputs.A, inputs.B] = deal (single (rand (100)));
    endif
    row = find (strcmp (table(:,1), id));
    if (! isempty (row))
      evaluate (table{row,2}, inputs);
    endif
    return;
  endif
  say ("hello", "Octave", version (), "", "C = A * B", "");
  table = octave_expressions ();
  for i = 1:rows (table)
    say ("expression", table{i,:});
  endfor
  say ("end");
  state = struct ("A", [], "B", [], "call_s", 0);
  while (ischar (line = next_line ()))
    try
      [seconds, state] = answer (strsplit (line, "\t"), state);
      say ("ok", sprintf ("%.17g", seconds));
    catch err
      say ("no", err.message);
    end_try_catch
  endwhile

endfunction

## A line of stdin, -1 at its end.  Not by fgetl, which waits for the character after the line.
function line = next_line ()
  line = "";
  while (! isempty (c = fread (stdin, 1, "uint8=>char")))
    if (c == "\n")
      return;
    endif
    line(end+1) = c;
  endwhile
  line = -1;
endfunction

function say (varargin)
  words = regexprep (varargin, '\s+', " ");
  printf ("%s\n", strjoin (words, "\t"));
  fflush (stdout);
endfunction

## The inputs become variables of this function, so that the text finds them.
function evaluate (text__, inputs__)
  for [value__, name__] = inputs__
    eval ([name__ " = value__;"]);
  endfor
  eval ([text__ ";"]);
endfunction

function [seconds, state] = answer (words, state)
  switch (words{1})
    case "prepare"
      [state.A, state.B] = read_inputs (words{3}, str2double (words{2}));
      [seconds, C] = run_product (state.A, state.B, 1);
      write_rows ([words{3} ".C"], C);
      state.call_s = seconds;
    case "time"
      calls = str2double (words{3});
      switch (words{2})
        case "batch"
          error ("Octave %s has no batched product", version ());
        case "loop"
          state = with_pairs (state);
          run = @(calls) run_pairs (state.As, state.Bs, calls);
        otherwise
          run = @(calls) run_product (state.A, state.B, calls);
      endswitch
      if (state.call_s < .01) # calls this brief are timed with warm caches, as they mostly find them
        run (1);
      endif
      seconds = run (calls);
      state.call_s = seconds / calls;
    otherwise
      error ("'%s' is no request", words{1});
  endswitch
endfunction

function [seconds, C] = run_product (A, B, calls)
  start = tic ();
  for i = 1:calls
    C = A * B;
  endfor
  seconds = toc (start);
endfunction

## A thousand pairs of 64 x 64.
function state = with_pairs (state)
  if (! isfield (state, "As"))
    [state.As, state.Bs] = deal (squeeze (num2cell (rand (64, 64, 1000, "single"), [1 2])), ...
                                 squeeze (num2cell (rand (64, 64, 1000, "single"), [1 2])));
  endif
endfunction

function seconds = run_pairs (As, Bs, calls)
  start = tic ();
  for i = 1:calls
    for j = 1:numel (As)
      C = As{j} * Bs{j};
    endfor
  endfor
  seconds = toc (start);
endfunction

function [A, B] = read_inputs (file, n)
  fid = fopen (file, "r", "ieee-le");
  A = fread (fid, [n n], "single=>single").';
  B = fread (fid, [n n], "single=>single").';
  fclose (fid);
endfunction

function write_rows (file, C)
  fid = fopen (file, "w", "ieee-le");
  fwrite (fid, C.', "single");
  fclose (fid);
endfunction
