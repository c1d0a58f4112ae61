## mm_check_sizes (caller, name, sizes)
## Error gemmlab:badSize unless sizes is a vector of whole numbers from 1 to 8192: beyond, an experiment on small
## things would only fill the memory.

function mm_check_sizes (caller, name, sizes)

  good = isnumeric (sizes) && isreal (sizes) && isvector (sizes) && all (sizes == fix (sizes)) ...
         && all (sizes >= 1) && all (sizes <= 8192);
  if (! good)
    error ("gemmlab:badSize", "%s: %s must be whole numbers from 1 to 8192", caller, name);
  endif

endfunction
