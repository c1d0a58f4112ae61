# gemmlab: measure, explain and speed up matrix multiplication. `make help` lists the targets.
# Everything built goes under $(BUILD), nothing anywhere else.

BUILD   ?= build
PREFIX  ?= /usr/local
CC      ?= cc
CFLAGS  ?= -O2 -g
OCTAVE  ?= octave-cli
ARCH    := $(shell uname -m)

STRICT  := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow
# PIC and hidden symbols: the same objects go into mmcli and into the MEX files, which Octave loads RTLD_GLOBAL.
# -fexceptions: an Octave error or Ctrl-C unwinds through our C frames, and clean-ups must run.
SHAPE   := -fPIC -fvisibility=hidden -fexceptions
ifdef SANITIZE
SHAPE   += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer
LDFLAGS += -fsanitize=$(SANITIZE)
endif
# One short line a step; `make V=1` shows the commands.
Q       := $(if $(V),,@)
SAY      = $(if $(V),@:,@printf '  %-5s %s\n')
COMPILE  = $(Q)$(CC) $(STRICT) $(SHAPE) $(CFLAGS) -Isrc -I$(BUILD)/gen -MMD -MP $(CPPFLAGS) -c -o $@ $<
LIBS    := -lcjson -lmd -ldl -lm -lpthread

# The rungs below `vectorised` are scalar on purpose; a file's suffix names its instruction set.
SCALAR_FLAGS := -O3 -fno-tree-vectorize -fno-tree-slp-vectorize
ifeq ($(ARCH),x86_64)
FLAGS_avx2   := -mavx2 -mfma
FLAGS_avx512 := -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma -mprefer-vector-width=512
endif
# GCC's register allocator works loop by loop, and where loops over tiles and over k nest, it leaves operands of the
# inner one in memory; told to see a function as a whole, it does not. clang has no such flag, and no such need.
ifeq ($(shell $(CC) -Werror -fira-region=one -E - </dev/null >/dev/null 2>&1 && echo yes),yes)
WHOLE    := -fira-region=one
endif
isa_flags = $(if $(filter %_avx2,$1),$(FLAGS_avx2))$(if $(filter %_avx512,$1),$(FLAGS_avx512))
kernel_flags = $(if $(filter vectorised_% tiled_% gemm_%,$1),-O3 -ffp-contract=fast $(if $(filter gemm_kernel_%,$1),$(WHOLE)),$(SCALAR_FLAGS)) $(call isa_flags,$1)

OBJ      := $(BUILD)/obj
# Kernels that are compiled once per element type; the rest of src/kernels is ordinary code.
RUNGS    := einsum_loop naive reordered blocked vectorised vectorised_generic vectorised_avx2 vectorised_avx512 \
            tiled tiled_generic tiled_avx2 tiled_avx512 \
            gemm_run gemm_line gemm_small gemm_blocked gemm_kernel_generic gemm_kernel_avx2 gemm_kernel_avx512
# What goes into the traced process; the rest of src/trace is mmcli's.
RECORDER := recorder sites tables batch store objects scope
TRACER   := $(RECORDER) wrappers preload loaded
# What goes into Octave's mm_trace.
REBINDER := $(RECORDER) wrappers_bound got rebind
LIB_SRC  := $(filter-out $(RUNGS:%=src/kernels/%.c) $(TRACER:%=src/trace/%.c) $(REBINDER:%=src/trace/%.c) $(wildcard src/cli/*.c),$(wildcard src/*.c src/*/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(OBJ)/%.o) $(foreach t,f32 f64,$(RUNGS:%=$(OBJ)/src/kernels/%.$t.o))
CLI_OBJ  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/cli/*.c))
LIB      := $(BUILD)/libgemmlab.a

MEX_SHARED := $(wildcard mex/mm_mex*.c)
MEX_SRC    := $(filter-out $(MEX_SHARED),$(wildcard mex/*.c))
MEX        := $(MEX_SRC:mex/%.c=$(BUILD)/mex/%.mex)
# Octave takes the help of a MEX file from the .m beside it.
MEX_DIRECT := $(BUILD)/mex/mm_gemm.mex $(BUILD)/mex/mm_gemm.m
MEX_OBJ    := $(MEX_SHARED:%.c=$(OBJ)/%.o)

UNIT     := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))

HAVE_OCTAVE := $(shell command -v mkoctfile >/dev/null 2>&1 && echo yes)

# `make deps lab`: what is installed decides what can be built, so the rest is left to a make that starts afterwards.
AFTER_DEPS := $(if $(filter deps,$(MAKECMDGOALS)),$(filter-out deps,$(MAKECMDGOALS)))
ifneq ($(AFTER_DEPS),)
.NOTPARALLEL:
.PHONY: deps $(AFTER_DEPS)
deps:
	@$(MAKE) --no-print-directory deps
$(AFTER_DEPS): deps
	@$(MAKE) --no-print-directory $@
else

.PHONY: all cli mex deps deps-peers lab test test-long test-sanitize test-sanitized bench-random bench-gemm bench-trace tune install clean help format FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: cli mex ## build build/mmcli, build/libmmtrace.so and build/mex/*.mex (the default)

cli: $(BUILD)/mmcli $(BUILD)/libmmtrace.so ## build only the command line program

ifeq ($(HAVE_OCTAVE),yes)
mex: $(MEX) $(MEX_DIRECT) ## build only the Octave functions
else
mex:
	@echo "mkoctfile not found: the Octave functions are not built; 'make deps' installs what is missing" >&2
endif

# --- the library: one set of objects for everything
# The loops that measure the roof are optimised whatever CFLAGS say: unoptimised they would measure a false one. So they
# would with a sanitizer's checks in them; those of the peak touch no memory that it could look at.
roof_flags = $(if $(filter src/measure/peak_% src/measure/streams src/measure/clock_rate,$1),-O2) \
             $(if $(SANITIZE),$(if $(filter src/measure/peak_%,$1),-fno-sanitize=all))

$(OBJ)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(COMPILE) $(call isa_flags,$*) $(call roof_flags,$*)

define rung_rule
$(OBJ)/src/kernels/%.$1.o: src/kernels/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(SAY) CC "$$< ($1)"
	$$(COMPILE) $$(call kernel_flags,$$*) -DMM_TYPE_$1
endef
$(foreach t,f32 f64,$(eval $(call rung_rule,$t)))

$(LIB): $(LIB_OBJ)
	@rm -f $@
	$(SAY) AR $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/mmcli: $(CLI_OBJ) $(LIB)
	$(SAY) LD $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lblas $(LIBS)

# --- the tracer: a library that other programs load, so never sanitized, and optimised whatever CFLAGS say
REBINDER_OBJ := $(patsubst %,$(OBJ)/tracer/trace/%.o,$(REBINDER))
TRACER_OBJ := $(patsubst %,$(OBJ)/tracer/%.o,$(TRACER:%=trace/%) trace/symbols blas/library blas/describe blas/provider blas/threading core/status core/matrix)
$(BUILD)/gen/trace_%.inc: src/trace/generate.awk src/trace/routines.txt
	@mkdir -p $(@D)
	$(Q)awk -v want=$* -f src/trace/generate.awk src/trace/routines.txt >$@
$(OBJ)/src/trace/symbols.o $(OBJ)/tracer/trace/symbols.o: $(BUILD)/gen/trace_symbols.inc
$(OBJ)/tracer/trace/wrappers.o $(OBJ)/tracer/trace/wrappers_bound.o: $(BUILD)/gen/trace_wrappers.inc

$(OBJ)/tracer/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC "$< (tracer)"
	$(Q)$(CC) $(STRICT) -fPIC -fvisibility=hidden -fexceptions -g -O2 -foptimize-sibling-calls -Isrc -I$(BUILD)/gen -MMD -MP \
	  $(CPPFLAGS) -c -o $@ $<

$(BUILD)/libmmtrace.so: $(TRACER_OBJ)
	$(SAY) LD $@
	$(Q)$(CC) -shared -Wl,-z,defs -o $@ $^ -ldl -lm -lpthread

# Rewritten only when the compiler or its flags change, so that objects follow.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(STRICT) $(SHAPE) $(CFLAGS) $(CPPFLAGS) $(SCALAR_FLAGS) $(FLAGS_avx2) $(FLAGS_avx512) $(WHOLE)' | cmp -s - $@ || \
	 echo '$(CC) $(STRICT) $(SHAPE) $(CFLAGS) $(CPPFLAGS) $(SCALAR_FLAGS) $(FLAGS_avx2) $(FLAGS_avx512) $(WHOLE)' >$@

# The version and the commit, for the manifest; rewritten only when they change.
$(BUILD)/gen/version.h: FORCE
	@mkdir -p $(@D)
	@sh src/version.sh >$@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(OBJ)/src/record/manifest.o $(OBJ)/src/cli/main.o $(OBJ)/mex/__mm_config__.o: $(BUILD)/gen/version.h

# --- Octave's MEX files
$(OBJ)/mex/%.o: mex/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(COMPILE) $(shell mkoctfile -p INCFLAGS 2>/dev/null)

$(BUILD)/mex/__mm_trace__.mex: $(REBINDER_OBJ)
$(BUILD)/mex/%.mex: $(OBJ)/mex/%.o $(MEX_OBJ) $(LIB)
	@mkdir -p $(@D)
	$(SAY) MEX $@
	$(Q)LDFLAGS='$(LDFLAGS)' mkoctfile --mex -o $@ $(filter-out $(LIB),$^) $(LIB) $(LDFLAGS) $(shell mkoctfile -p BLAS_LIBS 2>/dev/null) $(LIBS)

# Functions that are called without a .m in between, which would cost more than the call itself.
$(BUILD)/mex/%.mex: $(BUILD)/mex/__%__.mex
	$(Q)cp $< $@
$(BUILD)/mex/%.m: octave/%.m
	@mkdir -p $(@D)
	$(Q)cp $< $@

# --- tests
$(BUILD)/tests/test_rebind: $(REBINDER_OBJ)
$(BUILD)/tests/%: tests/unit/%.c $(LIB) $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) TEST $@
	$(Q)$(CC) $(STRICT) $(SHAPE) $(CFLAGS) -Isrc -I$(BUILD)/gen -MMD -MP -MF $@.d $(CPPFLAGS) $(LDFLAGS) -o $@ $< $(filter %.o,$^) $(LIB) \
	  -lcmocka -lblas $(LIBS)

# A BLAS with a fault in each: what is said of a library that is wrong, crashes or hangs is tested on these.
FAULTS := sane wrong addsnan crash loadcrash quits hang late ilp64 suffixed noisamax nogemm onlyf32 kernels denormals
FAULT_LIBS := $(FAULTS:%=$(BUILD)/tests/fault/lib%.so)
FLAGS_ilp64    := -DFAULT_IS_ILP64=1
FLAGS_suffixed := -DFAULT_IS_ILP64=1 -DFAULT_IS_SUFFIXED=1
FLAGS_noisamax := -DFAULT_HAS_NO_ISAMAX=1
FLAGS_nogemm   := -DFAULT_HAS_NO_GEMM=1
FLAGS_onlyf32  := -DFAULT_HAS_NO_DGEMM=1
FLAGS_kernels  := -DFAULT_IS_OPENBLAS=1
$(BUILD)/tests/fault/lib%.so: tests/fault/blas.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) FAULT $@
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O3 -w -fPIC -shared -DFAULT=$* $(FLAGS_$*) -o $@ $<

# Programs with a known number of BLAS calls, for the tracer: never sanitized, as what it traces is not.
TRACED      := $(BUILD)/tests/trace/calls $(BUILD)/tests/trace/host $(BUILD)/tests/trace/libplugin_sane.so \
               $(BUILD)/tests/trace/libplugin_wrong.so $(BUILD)/tests/trace/libnested.so \
               $(BUILD)/tests/trace/libimporter.so $(BUILD)/tests/trace/libimporternow.so
TRACED_CC    = $(CC) -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -fno-builtin
$(BUILD)/tests/trace/calls: tests/trace/calls.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(TRACED_CC) -o $@ $< -lblas -lpthread
$(BUILD)/tests/trace/host: tests/trace/host.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(TRACED_CC) -o $@ $< -ldl
PLUGIN_CC    = $(TRACED_CC) -fPIC -shared -L$(BUILD)/tests/fault -Wl,-rpath,'$$ORIGIN/../fault'
$(BUILD)/tests/trace/libplugin_%.so: tests/trace/plugin.c $(BUILD)/tests/fault/lib%.so
	@mkdir -p $(@D)
	$(Q)$(PLUGIN_CC) -o $@ $< -l:lib$*.so
$(BUILD)/tests/trace/libnested.so: tests/trace/plugin.c $(BUILD)/tests/fault/libsane.so
	@mkdir -p $(@D)
	$(Q)$(PLUGIN_CC) -DHAS_LAPACK=1 -o $@ $< -l:libsane.so
# Bound as it calls, or all at once, which makes its slots read-only.
FLAGS_importer    := -Wl,-z,lazy
FLAGS_importernow := -Wl,-z,now -Wl,-z,relro
$(BUILD)/tests/trace/libimporter.so $(BUILD)/tests/trace/libimporternow.so: tests/trace/importer.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(TRACED_CC) -fPIC -shared $(FLAGS_$(@F:lib%.so=%)) -o $@ $< -lblas -ldl

test: all $(UNIT) $(FAULT_LIBS) $(TRACED) ## run every test (about six minutes on two cores)
	@BUILD=$(BUILD) sh tests/run.sh $(UNIT)

test-long: $(BUILD)/tests/test_gemm ## every edge of mm_gemm, exhaustively, and sums of a million products (minutes)
	MM_TEST_LONG=1 $(BUILD)/tests/test_gemm

# gcc's sanitizers in a build of its own. Octave is not built with them, so the run-time library is preloaded, and
# Octave's own leaks at exit are none of our business; the quarantine
# of freed memory would look like growth to the test that memory stays flat.
test-sanitize: ## the same under AddressSanitizer and UndefinedBehaviorSanitizer
	$(MAKE) BUILD=$(BUILD)/sanitize SANITIZE=address,undefined CFLAGS='$(CFLAGS) -fno-sanitize-recover=all' test-sanitized

test-sanitized: all $(UNIT) $(FAULT_LIBS) $(TRACED)
	@BUILD=$(BUILD) UBSAN_OPTIONS=print_stacktrace=1 \
	  OCTAVE_ENV="ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=1 \
	  LD_PRELOAD=$$($(CC) -print-file-name=libasan.so):$$($(CC) -print-file-name=libubsan.so)" sh tests/run.sh $(UNIT)

lab: all ## run the whole lab into build/lab (about two minutes)
	$(BUILD)/mmcli lab --out $(BUILD)/lab --budget 120

$(BUILD)/tests/bench_random: tests/bench/random.c $(LIB) $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) TEST $@
	$(Q)$(CC) $(STRICT) $(SHAPE) $(CFLAGS) -Isrc -MMD -MP -MF $@.d $(CPPFLAGS) $(LDFLAGS) -o $@ $< $(LIB) -lm

bench-random: $(BUILD)/tests/bench_random ## ten million normals beside NumPy's, interleaved in one run
	@sh tests/bench/random.sh $(BUILD)

$(BUILD)/tests/trace/libempty.so: tests/bench/trace_blas.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(TRACED_CC) -fPIC -shared -o $@ $<
$(BUILD)/tests/bench_trace: tests/bench/trace.c src/measure/clock.c $(BUILD)/tests/trace/libempty.so
	@mkdir -p $(@D)
	$(SAY) TEST $@
	$(Q)$(TRACED_CC) -Isrc -o $@ $(filter %.c,$^) -L$(BUILD)/tests/trace -Wl,-rpath,'$$ORIGIN/trace' -l:libempty.so -lm -lpthread

bench-trace: cli $(BUILD)/tests/bench_trace ## what mmcli trace adds to a call, in nanoseconds
	@$(BUILD)/mmcli trace --json $(BUILD)/tests/bench_trace.json -- $(BUILD)/tests/bench_trace

$(BUILD)/tests/tune: tests/bench/tune.c $(LIB) $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) TEST $@
	$(Q)$(CC) $(STRICT) $(SHAPE) $(CFLAGS) -Isrc -MMD -MP -MF $@.d $(CPPFLAGS) $(LDFLAGS) -o $@ $< $(LIB) -lm -lpthread

tune: $(BUILD)/tests/tune ## the block sizes of mm_gemm that are fastest on this CPU (about a minute)
	@$(BUILD)/tests/tune

# Our product beside every BLAS found; those of build/peers, too, where `make deps-peers` was run.
bench-gemm: all ## our product beside every BLAS found, in build/bench-gemm: ten minutes, or one with QUICK=1
	@for dtype in f32 f64; do \
	  MM_BLAS_PATH=$$MM_BLAS_PATH:$(wildcard $(BUILD)/peers) $(BUILD)/mmcli rivals --dtype $$dtype \
	    $(if $(QUICK),--quick --min-time 0.05) --out $(BUILD)/bench-gemm/$$dtype || exit; \
	  $(if $(HAVE_OCTAVE),$(OCTAVE) --no-init-file --no-history --path octave --path $(BUILD)/mex \
	    --eval "mm_plot_gemm ('$(BUILD)/bench-gemm/$$dtype');" || exit;) \
	done

deps-peers: tests/bench/peers.txt ## OpenBLAS, MKL, oneDNN, NumPy, SciPy, JAX and MLX from PyPI, into build/peers (2 GB)
	python3 -m venv $(BUILD)/peers
	$(BUILD)/peers/bin/pip install -q --no-deps -r $<

# The three last are for the tests of providers: update-alternatives ranks them below OpenBLAS (10, 35 and 75 to 100), so
# that what programs load stays the same.
PACKAGES := gcc g++ libc6-dev make git octave octave-dev texinfo libopenblas-dev libcjson-dev libmd-dev gnuplot-nox \
            fonts-freefont-otf libcmocka-dev bats binutils python3 python3-jsonschema python3-numpy valgrind \
            libblas3 libatlas3-base libblis4-pthread
SUDO     := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

deps: ## install what is needed (apt on Debian and Ubuntu; elsewhere the names are printed)
	@if command -v apt-get >/dev/null; then \
	  $(SUDO) apt-get update -q && \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -qy --no-install-recommends $(PACKAGES); \
	else \
	  echo "No apt-get here. Install what these Debian packages hold, with your system's package manager:"; \
	  echo "  $(PACKAGES)"; \
	fi

install: all ## install under PREFIX (/usr/local): bin/, lib/gemmlab/mex/, share/gemmlab/
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/lib/gemmlab/mex" "$(DESTDIR)$(PREFIX)/share/gemmlab/octave/private" \
	  "$(DESTDIR)$(PREFIX)/share/gemmlab/schema"
	install $(BUILD)/mmcli "$(DESTDIR)$(PREFIX)/bin/"
	install -m 644 $(BUILD)/libmmtrace.so "$(DESTDIR)$(PREFIX)/lib/gemmlab/"
	$(if $(HAVE_OCTAVE),install -m 644 $(MEX) $(MEX_DIRECT) "$(DESTDIR)$(PREFIX)/lib/gemmlab/mex/")
	install -m 644 octave/*.m "$(DESTDIR)$(PREFIX)/share/gemmlab/octave/"
	install -m 644 octave/private/*.m "$(DESTDIR)$(PREFIX)/share/gemmlab/octave/private/"
	install -m 644 src/record/schema/*.json "$(DESTDIR)$(PREFIX)/share/gemmlab/schema/"
	install -d "$(DESTDIR)$(PREFIX)/share/gemmlab/frontends"
	install -m 644 src/frontends/*.py src/frontends/*.m "$(DESTDIR)$(PREFIX)/share/gemmlab/frontends/"

format: ## reformat all C with clang-format
	clang-format -i src/*.[ch] src/*/*.[ch] mex/*.[ch] tests/unit/*.[ch]

clean: ## remove everything built
	rm -rf $(BUILD)

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | sort -u | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

-include $(LIB_OBJ:.o=.d) $(TRACER_OBJ:.o=.d) $(REBINDER_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(MEX_OBJ:.o=.d) $(MEX_SRC:%.c=$(OBJ)/%.d) $(UNIT:=.d) $(BUILD)/tests/bench_random.d $(BUILD)/tests/tune.d

endif # AFTER_DEPS
