# `make demo` shows the main job, `make test` passes the tests; both build what they need.
PYTHON ?= python3
VENV ?= .venv
EXTRAS ?= dev
BIN := $(VENV)/bin
CXX_BUILD := build/cpp-sanitized
FUZZ_BUILD := build/cpp-fuzz
FUZZ_SECONDS ?= 300
# In the environment itself, so that a rebuild is incremental (see native/build_backend.py).
BUILD_TOOLS := 'scikit-build-core>=0.11' 'nanobind>=2.9' build cmake ninja

# Where ccache is installed, what was compiled in one build tree is not compiled again in another.
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER := ccache
export CCACHE_NOHASHDIR := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime
export CCACHE_BASEDIR ?= $(CURDIR)
endif

# What Python has compiled, the processes that tests start need not compile again.
unexport PYTHONDONTWRITEBYTECODE

SOURCES := pyproject.toml native/build_backend.py \
	$(shell find native -name '*.cpp' -o -name '*.hpp' -o -name CMakeLists.txt -o -path 'native/weights/*')
PYTHON_DIRS := front games agents envs evaluation service web native tests examples/learning
CPP_FILES = $(shell find native tests examples/cpp -name '*.cpp' -o -name '*.hpp')

.PHONY: demo test test-extended test-all nightly install types lint deploy-check format proto \
	proto-check cpp-test env-steps fuzz wheel-test docs figures figures-check page page-modules \
	page-types page-check examples examples-test clean

demo: $(VENV)/playable
	$(BIN)/vorhand match --agents "pimc(worlds=20),rule" --pairs --deals 20 --seed 7
	@echo "PIMC imagines hidden cards and looks ahead; rule follows rules of thumb. What to try next:"
	@echo "  $(BIN)/vorhand web                     a table in your browser"
	@echo "  $(BIN)/vorhand play                    one in the terminal; hint, undo, r for a review"
	@echo "  $(BIN)/vorhand agents                  who else plays"
	@echo "  $(BIN)/vorhand match --help            matches of any agents at any OpenSpiel game"

# The commit suite, the rest, and both. The tests of a module share its servers, so they stay in one
# process (loadscope).
PYTEST := $(BIN)/pytest -n auto --dist loadscope --durations 30
test: install
	$(PYTEST) -m "not extended and not nightly"

test-extended: install
	$(PYTEST) -m "extended and not nightly"

test-all: install
	$(PYTEST) -m "not nightly"

# Enough to play. The core is compiled in half the time, and plays the same more slowly. What the
# build needs is in a temporary environment of the installer. Python compiles a module when it is
# first imported, not at the installation. uv takes a tenth of pip's time; pip may know an index that
# uv does not.
UV_INSTALL = $(BIN)/uv pip install --quiet --python $(1)/bin/python
PLAYING := --editable '.[web]' --config-settings build-dir='build/demo-{wheel_tag}' \
	--config-settings cmake.define.VORHAND_STUDIES=OFF --config-settings cmake.define.VORHAND_STUBS=OFF \
	--config-settings cmake.define.VORHAND_QUICK=ON

$(VENV)/playable: $(SOURCES)
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@echo "installing what playing needs and compiling the C++ core: a minute or more, without output"
	-@$(BIN)/pip install --quiet --no-compile uv
	@$(call UV_INSTALL,$(VENV)) --reinstall-package vorhand $(PLAYING) || \
		$(BIN)/pip install --quiet --no-compile $(PLAYING)
	touch $@

# Most packages by uv; pip, which may know an index that uv does not, installs what is left, and
# PyTorch, of which it may know a smaller build.
comma := ,
UV_EXTRAS = $(addprefix --extra ,$(filter-out train,$(subst $(comma), ,$(EXTRAS))))

install: $(VENV)/installed

$(VENV)/installed: $(SOURCES)
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@echo "installing what is needed and compiling the C++ core: some minutes, without output"
	$(BIN)/pip install --quiet --upgrade pip
	-@$(BIN)/pip install --quiet uv
	-@$(call UV_INSTALL,$(VENV)) $(BUILD_TOOLS) --requirement pyproject.toml $(UV_EXTRAS)
	$(BIN)/pip install --quiet $(BUILD_TOOLS)
	$(BIN)/pip install --quiet --no-build-isolation --editable '.[$(EXTRAS)]'
	touch $@ $(VENV)/playable

# Over the sources, by the links that `install` lays in .package.
types: install
	$(BIN)/mypy

lint: install
	$(BIN)/ruff check $(PYTHON_DIRS)
	$(BIN)/ruff format --check $(PYTHON_DIRS)
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)

# Image, compose file and systemd unit, without running them.
deploy-check: install
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	mkdir -p build/deploy
	sed 's|/opt/vorhand/bin|$(abspath $(BIN))|' deploy/vorhand.service >build/deploy/vorhand.service
	systemd-analyze verify --man=no build/deploy/vorhand.service

format: install
	$(BIN)/ruff check --fix $(PYTHON_DIRS)
	$(BIN)/ruff format $(PYTHON_DIRS)
	$(BIN)/clang-format -i $(CPP_FILES)

# The Python code of the wire contract. Its place in the tree is its place in the package. The
# contract as it was landed last is kept as an image; what is not an addition to it is refused.
PROTOS = $(wildcard proto/vorhand/v1/*.proto)
LANDED = proto/landed.binpb
proto: install
	$(BIN)/buf breaking proto --against $(LANDED)
	$(BIN)/buf build proto --exclude-source-info --output $(LANDED)
	PATH=$(abspath $(BIN)):$$PATH $(BIN)/python -m grpc_tools.protoc --proto_path=proto \
		--python_out=proto --grpc_python_out=proto --mypy_out=quiet:proto --mypy_grpc_out=quiet:proto \
		$(PROTOS)

# Names and comments of the contract, that it only grew, and whether the generated code and the
# image are those of the contract.
proto-check: install
	$(BIN)/buf lint proto
	$(MAKE) proto
	git diff --exit-code -- proto
	test -z "$$(git status --porcelain -- proto)"

SANITIZED := $(BIN)/cmake -S native -B $(CXX_BUILD) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
		-DVORHAND_PYTHON=OFF -DVORHAND_TESTS=ON -DVORHAND_SANITIZE=ON

# The C++ core without Python, under the address and undefined-behaviour sanitizers.
cpp-test: install
	$(SANITIZED)
	$(BIN)/cmake --build $(CXX_BUILD)
	$(BIN)/ctest --test-dir $(CXX_BUILD) --output-on-failure

# Random steps in the environments of each game, under the same sanitizers.
STEPS ?= 1000000
env-steps: install
	$(SANITIZED)
	$(BIN)/cmake --build $(CXX_BUILD) --target envs_test
	$(CXX_BUILD)/envs_test $(STEPS)

# Random bytes that libFuzzer steers by coverage, under the sanitizers, for so many seconds a
# target. Needs clang and its runtime libraries (Debian: clang, libclang-rt-14-dev). What was
# worth keeping stays in the corpus; a finding is left as a file named crash-*.
fuzz: install
	$(BIN)/cmake -S native -B $(FUZZ_BUILD) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
		-DCMAKE_CXX_COMPILER=clang++ -DVORHAND_PYTHON=OFF -DVORHAND_FUZZ=ON
	$(BIN)/cmake --build $(FUZZ_BUILD)
	cd $(FUZZ_BUILD) && for target in *_fuzz; do mkdir -p $$target.corpus && \
		./$$target -max_total_time=$(FUZZ_SECONDS) -max_len=64 -len_control=0 \
			-print_final_stats=1 $$target.corpus || exit 1; done

# Builds the sdist and from it the wheel, installs that into an empty environment, without extras
# and with all, uses it away from the sources and runs the type checker over what was installed.
# The CMake of `install` writes the same commands again, so that ccache finds what they made.
wheel-test: install
	rm -rf dist $(VENV)-wheel
	$(BIN)/python -m build --sdist --outdir dist .
	rm -rf build/sdist && mkdir -p build/sdist && tar -xzf dist/*.tar.gz -C build/sdist
	cd build/sdist/* && PATH=$(abspath $(BIN)):$$PATH CCACHE_BASEDIR=$$PWD $(abspath $(BIN))/python -m build --wheel --outdir $(abspath dist) .
	$(PYTHON) -m venv $(VENV)-wheel
	$(VENV)-wheel/bin/pip install --quiet "$$(ls $(abspath dist)/*.whl)"
	cd dist && ../$(VENV)-wheel/bin/vorhand match --game python_skat --agents rule,rule,random \
		--deals 3 --seed 1 --log wheel-test.jsonl
	cd dist && ../$(VENV)-wheel/bin/vorhand agents >agents.txt
	cd dist && ../$(VENV)-wheel/bin/vorhand benchmark kuhn_poker >benchmark.txt
	! $(VENV)-wheel/bin/python -c 'import vorhand.tests' 2>/dev/null
	-@$(call UV_INSTALL,$(VENV)-wheel) --requirement pyproject.toml $(UV_EXTRAS)
	$(VENV)-wheel/bin/pip install --quiet "$$(ls $(abspath dist)/*.whl)[$(EXTRAS)]"
	cd dist && ../$(VENV)-wheel/bin/mypy --config-file ../pyproject.toml
	cd dist && ../$(VENV)-wheel/bin/python ../tests/of_installed.py ../tests/native/test_studies.py ../tests/native/test_skat_perft.py

# The documentation site, in build/docs; a warning, such as of a link that leads nowhere, is an error.
docs: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# The figures between the markers of the pages, made from the journals in evaluation/results.
figures: install
	$(BIN)/python -m vorhand.evaluation.figures .

figures-check: install
	$(BIN)/python -m vorhand.evaluation.figures --check .

page-modules:
	npm ci --prefix web/page --ignore-scripts --no-audit --no-fund --loglevel error

# What runs in the browser, from its sources; it is committed. Needs Node.js.
page: page-types
	npm run --prefix web/page --silent build

# The types of what its server sends, from the types of the server; the build checks the page by them.
page-types: install page-modules
	$(BIN)/python -m vorhand.web.page_types | npm run --prefix web/page --silent types

page-check: page
	npm run --prefix web/page --silent lint
	git diff --exit-code -- web/static
	test -z "$$(git status --porcelain -- web/static)"

# The example programs of examples/, which need npm and the C++ libraries of gRPC, and their tests.
examples: install
	npm ci --prefix examples/node --ignore-scripts --no-audit --no-fund --loglevel error
	npm run --prefix examples/node --silent build
	$(BIN)/cmake -S examples/cpp -B build/examples/cpp -G Ninja -DCMAKE_BUILD_TYPE=Release \
		-DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja
	$(BIN)/cmake --build build/examples/cpp

examples-test: examples
	$(BIN)/pytest -p no:cacheprovider -o addopts= --import-mode=importlib tests/examples

# The table server killed again and again, under many thousands of bad requests, and its memory
# over many deals; and what is trained, trained anew. One test at a time, since memory and
# processor time are measured.
REQUESTS ?= 20000
DEALS ?= 12000
nightly: install env-steps
	VORHAND_FUZZ=$(REQUESTS) VORHAND_DEALS=$(DEALS) $(BIN)/pytest -m nightly

clean:
	rm -rf build dist .package $(VENV) $(VENV)-wheel
