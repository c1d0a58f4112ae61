## texts = __mm_test_plot__ (plot, name, files)
## For tests of the plots: what a plot writes of made-up data.  files is a cell array with a row for each file, its name and
## its content.  They are written to a new folder, and plot (folder) must draw name.png and name.svg there, and nothing
## else, without a warning, and leave no figure open.  The texts of the SVG are returned.

function texts = __mm_test_plot__ (plot, name, files)

  dir = tempname ();
  mkdir (dir);
  unwind_protect
    for file = files'
      write (fullfile (dir, file{1}), file{2});
    endfor
    figures = get (0, "children");
    lastwarn ("");
    drawn = plot (dir);
    assert (lastwarn (), "");
    assert (get (0, "children"), figures);
    assert (drawn, {fullfile(dir, [name ".png"]), fullfile(dir, [name ".svg"])});
    assert (sort (readdir (dir)), sort ([{"."; ".."; [name ".png"]; [name ".svg"]}; files(:,1)]));
    assert (png_size (drawn{1}), [1000 640]);
    texts = regexp (fileread (drawn{2}), '<text[^>]*>(?:<tspan[^>]*>)?([^<]*)', "tokens");
    texts = strtrim ([texts{:}]);
  unwind_protect_cleanup
    confirm_recursive_rmdir (false, "local");
    rmdir (dir, "s");
  end_unwind_protect

endfunction

function write (file, text)

  fid = fopen (file, "w");
  fputs (fid, text);
  fclose (fid);

endfunction

function pixels = png_size (file)

  fid = fopen (file);
  head = fread (fid, 24)';
  fclose (fid);
  assert (char (head(2:4)), "PNG");
  pixels = head(17:24) * kron (eye (2), 256 .^ (3:-1:0)');

endfunction
