# Lanewise. `make run` and `make test` are all that a newcomer needs; `make help` lists the rest.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: help run test check domain-test rust-test page-test judges e2e gen gen-check layers bench bench-chat bench-lists seed-large migrate screenshot clean

FRONTEND := frontend
MODULES  := $(FRONTEND)/node_modules/.installed
PAGE     := $(FRONTEND)/dist/index.html
SERVER   := target/release/server
PAGE_SOURCES := $(shell find $(FRONTEND)/src $(FRONTEND)/public $(FRONTEND)/build.mjs $(FRONTEND)/index.html $(FRONTEND)/tsconfig.json -type f 2>/dev/null)
CORE := -p domain -p ports -p application

help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: $(SERVER) ## Install, build and serve on http://127.0.0.1:8080 (Ctrl-C stops it)
	@exec $(SERVER)

$(MODULES): $(FRONTEND)/package.json $(FRONTEND)/package-lock.json
	@echo "==> Installing the page's packages (a minute the first time)"
	@cd $(FRONTEND) && npm ci --no-progress --loglevel=error
	@touch $@

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	@echo "==> Building the page"
	@cd $(FRONTEND) && npm run --silent build
	@touch $@

# Cargo decides what is stale; it says nothing and takes a moment when nothing is.
.PHONY: $(SERVER)
$(SERVER): $(PAGE)
	@test -x $@ || echo "==> Building the server, optimized (some minutes the first time)"
	@cargo build --release --locked -q -p server

test: check rust-test page-test judges e2e ## Everything: lints, types, drift, Rust, page and browser tests
	@echo "==> All of it passed"

check: $(PAGE) layers gen-check ## Formatting, lints, types, layering, documents, generated files, size budget
	@echo "==> Documents"
	@node .ci/documents.mjs
	@echo "==> Formatting, lints and types"
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets --locked -q -- -D warnings
	@cargo clippy -p server --no-default-features --locked -q -- -D warnings
	@cd $(FRONTEND) && npm run --silent format:check && npm run --silent lint && npm run --silent typecheck && npm run --silent budget

layers: ## Prove that the core knows no framework, database or provider
	@.ci/layers

domain-test: ## The rules alone: no database, no server, seconds
	@cargo test --locked -q $(CORE)

rust-test: $(MODULES) ## All Rust tests, with a PostgreSQL that they start themselves
	@echo "==> Rust tests"
	@cargo test --workspace --locked -q

page-test: $(MODULES) ## The page's unit tests
	@echo "==> Page tests"
	@cd $(FRONTEND) && npm test --silent

judges: $(MODULES) ## Stripe's own CLI and SDK against the payment stand-in
	@echo "==> The payment stand-in before its judges"
	@cargo build --locked -q -p stripe-sandbox
	@.ci/with-browser npm --prefix $(FRONTEND) run --silent judges

e2e: $(SERVER) ## The main journeys in a real browser, on phone and desktop
	@echo "==> Browser tests"
	@.ci/with-browser npm --prefix $(FRONTEND) run --silent e2e

gen: $(MODULES) ## Write docs/openapi.json and the page's client from the handlers
	@cargo run --locked -q -p lanewise-http --example openapi > target/openapi.json && mv target/openapi.json docs/openapi.json
	@cd $(FRONTEND) && npm run --silent gen

gen-check: $(MODULES) ## Fail when a generated file is not what would be generated
	@echo "==> Generated files"
	@cargo run --locked -q -p lanewise-http --example openapi | diff -u docs/openapi.json - || { echo "docs/openapi.json is stale: run make gen"; exit 1; }
	@cd $(FRONTEND) && npm run --silent gen:check

bench: $(SERVER) ## Requests per second and latencies of the main calls, on this machine
	@npm --prefix $(FRONTEND) run --silent bench

bench-chat: $(SERVER) ## How long a chat message takes to the other side, with 200 sockets open
	@npm --prefix $(FRONTEND) run --silent bench:chat

seed-large: $(MODULES) ## A database with a million users in LARGE_DATA_DIR (.data-large), for bench-lists and for looking at
	@cargo run --locked -q -p server --example seed_large

bench-lists: $(SERVER) ## How long every list, search and count takes on the database of seed-large
	@cargo run --locked -q -p server --example bench_lists

migrate: $(SERVER) ## Bring the database of DATABASE_URL up to date, and stop
	@$(SERVER) migrate

screenshot: $(SERVER) ## Take README's picture from the running app
	@.ci/with-browser npm --prefix $(FRONTEND) run --silent screenshot

clean: ## Remove what was built, not the data
	@rm -rf target $(FRONTEND)/dist $(FRONTEND)/node_modules
