# make install: what is installed works where it lies.
load helper

@test "make install DESTDIR PREFIX, and the installed mmcli finds its folders" {
    command -v make >/dev/null || skip "make is not installed"
    [ -d "$BUILD/mex" ] || skip "the MEX files are not built"
    # -o all: what is built is installed as it is, whatever compiler and flags it was built with
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$ROOT" -o all install BUILD="$BUILD" DESTDIR="$BATS_TEST_TMPDIR/dest" \
        PREFIX=/usr >"$BATS_TEST_TMPDIR/log"
    [ "$(ls "$BATS_TEST_TMPDIR" | xargs)" = "dest log" ]
    usr=$BATS_TEST_TMPDIR/dest/usr
    [ "$(ls "$usr" | xargs)" = "bin lib share" ]
    diff <(cd "$ROOT/octave" && find . -name '*.m' | sort) <(cd "$usr/share/gemmlab/octave" && find . -type f | sort)
    diff <(ls "$BUILD/mex") <(ls "$usr/lib/gemmlab/mex")
    cmp "$BUILD/libmmtrace.so" "$usr/lib/gemmlab/libmmtrace.so"
    cmp "$usr/share/gemmlab/schema/results.schema.json" "$ROOT/src/record/schema/results.schema.json"

    MMCLI=$usr/bin/mmcli
    cd "$BATS_TEST_TMPDIR"
    succeeds verify --sizes 8
    succeeds trace -- true
    printf '#!/bin/sh\nprintf "%%s\\n" "$@"\necho >"$GEMMLAB_SIGN_FILE"\n' >"$BATS_TEST_TMPDIR/octave"
    chmod +x "$BATS_TEST_TMPDIR/octave"
    OCTAVE=$BATS_TEST_TMPDIR/octave succeeds lab
    grep -A1 -x -- --path "$out" | grep -qx "$(realpath "$usr/share/gemmlab/octave")"
    grep -A1 -x -- --path "$out" | grep -qx "$(realpath "$usr/lib/gemmlab/mex")"
}

@test "the installed functions work in Octave" {
    need_octave
    command -v make >/dev/null || skip "make is not installed"
    usr=$BATS_TEST_TMPDIR/usr
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$ROOT" -o all install BUILD="$BUILD" PREFIX="$usr" >/dev/null
    cd "$BATS_TEST_TMPDIR"
    octave-cli --no-init-file --path "$usr/share/gemmlab/octave" --path "$usr/lib/gemmlab/mex" \
        --eval "A = single (magic (4)); assert (mm_naive (A, A), A * A)"
}
