# make demo and make test do everything from a fresh clone: environment, build, run.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
DOCS_STAMP := $(VENV)/.installed-docs
OPTIONAL_STAMP := $(VENV)/.installed-optional
FUZZ_STAMP := $(VENV)/.installed-fuzz
RELEASE_STAMP := $(VENV)/.installed-release
SECONDS ?= 3600
COUNT ?= 20000
CORE := $(shell find cpp -name '*.cpp' -o -name '*.h') CMakeLists.txt pyproject.toml
SANITIZE_VENV := build/sanitize-venv
CORE_TESTS := tests/search tests/scheduling/core tests/scheduling/rich/core tests/routing/core tests/routing/rich/core
OPTIONAL_TESTS := tests/serve tests/cluster tests/train tests/policy tests/tune tests/benchmark tests/routing/peers tests/scheduling/peers tests/cli/test_train.py tests/cli/test_tune.py
SKIPPED := build/skipped-tests
WORKERS ?= 2

.PHONY: demo test test-optional fuzz oracle soak lint format sanitize package benchmark results docs clean

demo: $(STAMP)
	mkdir -p demo
	$(BIN)/neurols solve ta01 --time 3 --seed 1 --output demo/ta01.json --plot demo/ta01.svg
	$(BIN)/neurols check ta01 demo/ta01.json
	$(BIN)/neurols solve demo-cvrp --time 3 --seed 1 --output demo/routes.sol --plot demo/routes.svg
	$(BIN)/neurols check demo-cvrp demo/routes.sol
	@echo "pictures: demo/ta01.svg demo/routes.svg"

test: $(DEV_STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup

# Tests of the parts that need further packages (training, environments, tuning, peers, Ray, the
# service): what `make test` skipped before, or else all tests of these parts.
test-optional: $(OPTIONAL_STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $$(test -s $(SKIPPED) && cat $(SKIPPED) || echo $(OPTIONAL_TESTS))

# Coverage-guided fuzzing of every reader; SECONDS of wall time, an hour unless told.
fuzz: $(FUZZ_STAMP)
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

# Random instances, judged by arithmetic of its own; COUNT of them.
oracle: $(DEV_STAMP)
	$(BIN)/python -m tests.oracle --count $(COUNT)

# Memory over many solves in one process.
soak: $(DEV_STAMP)
	$(BIN)/python -m tests.soak

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cp $(VENV)/lib/python*/site-packages/neurols/_core.pyi src/neurols/
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(shell find cpp -name '*.cpp' -o -name '*.h')

format: $(DEV_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(shell find cpp -name '*.cpp' -o -name '*.h')

# The core under AddressSanitizer and UndefinedBehaviorSanitizer, driven by its Python tests.
sanitize:
	test -x $(SANITIZE_VENV)/bin/python || $(PYTHON) -m venv $(SANITIZE_VENV)
	$(SANITIZE_VENV)/bin/python -m pip install --quiet --upgrade pip
	$(SANITIZE_VENV)/bin/python -m pip install --quiet --group dev
	$(SANITIZE_VENV)/bin/python -m pip install --quiet . \
		-C cmake.define.NEUROLS_SANITIZE=ON -C build-dir=build/sanitize -C cmake.build-type=RelWithDebInfo
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0 $(SANITIZE_VENV)/bin/python -m pytest -n $(WORKERS) --dist loadgroup $(CORE_TESTS)

# Sdist and wheel, the latter installed into an empty environment, where it has to solve.
package: $(RELEASE_STAMP)
	$(BIN)/python -m pytest -s .ci/test_package.py

benchmark: $(STAMP)
	$(BIN)/python benchmarks/engine.py

# Pages of results from the raw records; RUNS="results/a results/b" QUESTION=solvers adds folders of
# new ones to a question first.
results: $(STAMP)
	$(if $(RUNS),$(BIN)/neurols report $(RUNS) --keep benchmarks/records/$(QUESTION) --output build/report)
	rm -rf docs/results
	$(BIN)/python -m benchmarks.digest benchmarks/records --output docs/results --into README.md \
		--into docs/learning.md

# Short-budget presets of a problem from the studies in STUDIES=results/tune.
tuned: $(STAMP)
	$(BIN)/python research/ship_tuned.py $(STUDIES)

docs: $(DOCS_STAMP)
	$(BIN)/mkdocs build --strict --site-dir build/site

clean:
	rm -rf build demo $(VENV)

$(STAMP): $(CORE)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[plot]'
	touch $@

$(DOCS_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --group docs
	touch $@

$(DEV_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

# PyTorch first and by its pin: the small CPU build satisfies whatever asks for it later.
$(OPTIONAL_STAMP): $(DEV_STAMP)
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet --editable '.[plot,train,peers,tune,cluster,parquet,serve]' \
		--group browser
	command -v chromium >/dev/null || apt-get install --quiet --yes --no-install-recommends chromium \
		|| echo "there is no Chromium: tests of the page are skipped"
	touch $@

$(FUZZ_STAMP): $(DEV_STAMP)
	$(BIN)/python -m pip install --quiet --group fuzz
	touch $@

$(RELEASE_STAMP): $(DEV_STAMP)
	$(BIN)/python -m pip install --quiet --group release
	touch $@
