#!/bin/sh
# Prints a C header with the version and, where this is a git checkout, its commit.
version=0.1.0
commit=$(git rev-parse --short=12 HEAD 2>/dev/null)
[ -n "$commit" ] && [ -n "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] && commit=$commit-dirty
printf '#define MM_VERSION "%s"\n#define MM_COMMIT "%s"\n' "$version" "$commit"
