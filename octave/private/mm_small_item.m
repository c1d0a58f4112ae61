## item = mm_small_item (name, call, run, size, flop, bytes)
## A call for mm_small_run.  name: who does what, "octave:mtimes".  call: the expression as a user would write it.
## run: what mm_time takes.  size: N, or 0.  flop, bytes: of a call; bytes 0: not counted.

function item = mm_small_item (name, call, run, size, flop, bytes)

  item = struct ("name", name, "call", call, "run", {{run}}, "size", size, "flop", flop, "bytes", bytes);

endfunction
