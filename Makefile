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
COMPILE  = $(CC) $(STRICT) $(SHAPE) $(CFLAGS) -Isrc -I$(BUILD)/gen -MMD -MP $(CPPFLAGS) -c -o $@ $<
LIBS    := -lcjson -lmd -ldl -lm

# The rungs below `vectorised` are scalar on purpose; a file's suffix names its instruction set.
SCALAR_FLAGS := -O3 -fno-tree-vectorize -fno-tree-slp-vectorize
ifeq ($(ARCH),x86_64)
FLAGS_avx2   := -mavx2 -mfma
FLAGS_avx512 := -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma -mprefer-vector-width=512
endif
isa_flags = $(if $(filter %_avx2,$1),$(FLAGS_avx2))$(if $(filter %_avx512,$1),$(FLAGS_avx512))
kernel_flags = $(if $(filter vectorised_%,$1),-O3,$(SCALAR_FLAGS)) $(call isa_flags,$1)

OBJ      := $(BUILD)/obj
# Kernels that are compiled once per element type; the rest of src/kernels is ordinary code.
RUNGS    := naive reordered blocked vectorised vectorised_generic vectorised_avx2 vectorised_avx512
LIB_SRC  := $(filter-out $(RUNGS:%=src/kernels/%.c) $(wildcard src/cli/*.c),$(wildcard src/*.c src/*/*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(OBJ)/%.o) $(foreach t,f32 f64,$(RUNGS:%=$(OBJ)/src/kernels/%.$t.o))
CLI_OBJ  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/cli/*.c))
LIB      := $(BUILD)/libgemmlab.a

MEX_SHARED := $(wildcard mex/mm_mex*.c)
MEX_SRC    := $(filter-out $(MEX_SHARED),$(wildcard mex/*.c))
MEX        := $(MEX_SRC:mex/%.c=$(BUILD)/mex/%.mex)
MEX_OBJ    := $(MEX_SHARED:%.c=$(OBJ)/%.o)

UNIT     := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))

HAVE_OCTAVE := $(shell command -v mkoctfile >/dev/null 2>&1 && echo yes)

.PHONY: all cli mex deps lab test test-long test-sanitize install clean help format FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: cli mex ## build build/mmcli and build/mex/*.mex (the default)

cli: $(BUILD)/mmcli ## build only the command line program

ifeq ($(HAVE_OCTAVE),yes)
mex: $(MEX) ## build only the Octave functions
else
mex:
	@echo "mkoctfile not found: the Octave functions are not built; 'make deps' installs what is missing" >&2
endif

# --- the library: one set of objects for everything
$(OBJ)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(call isa_flags,$*)

define rung_rule
$(OBJ)/src/kernels/%.$1.o: src/kernels/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(COMPILE) $$(call kernel_flags,$$*) -DMM_TYPE_$1
endef
$(foreach t,f32 f64,$(eval $(call rung_rule,$t)))

$(LIB): $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/mmcli: $(CLI_OBJ) $(LIB)
	$(CC) $(LDFLAGS) -o $@ $^ -lblas $(LIBS) -lpthread

# Rewritten only when the compiler or its flags change, so that objects follow.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(STRICT) $(SHAPE) $(CFLAGS) $(CPPFLAGS) $(SCALAR_FLAGS) $(FLAGS_avx2) $(FLAGS_avx512)' | cmp -s - $@ || \
	 echo '$(CC) $(STRICT) $(SHAPE) $(CFLAGS) $(CPPFLAGS) $(SCALAR_FLAGS) $(FLAGS_avx2) $(FLAGS_avx512)' >$@

# The version and the commit, for the manifest; rewritten only when they change.
$(BUILD)/gen/version.h: FORCE
	@mkdir -p $(@D)
	@sh tools/version.sh >$@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(OBJ)/src/record/manifest.o $(OBJ)/src/cli/main.o: $(BUILD)/gen/version.h

# --- Octave's MEX files
$(OBJ)/mex/%.o: mex/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(shell mkoctfile -p INCFLAGS 2>/dev/null)

$(BUILD)/mex/%.mex: $(OBJ)/mex/%.o $(MEX_OBJ) $(LIB)
	@mkdir -p $(@D)
	LDFLAGS='$(LDFLAGS)' mkoctfile --mex -o $@ $^ $(LDFLAGS) $(shell mkoctfile -p BLAS_LIBS 2>/dev/null) $(LIBS)

# --- tests
$(BUILD)/tests/%: tests/unit/%.c $(LIB) $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(STRICT) $(SHAPE) $(CFLAGS) -Isrc -I$(BUILD)/gen -MMD -MP -MF $@.d $(CPPFLAGS) $(LDFLAGS) -o $@ $< $(LIB) \
	  -lcmocka -lblas $(LIBS) -lpthread

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(MEX_OBJ:.o=.d) $(MEX_SRC:%.c=$(OBJ)/%.d) $(UNIT:=.d)
