# Lanewise. Newcomers need only `make run` and `make test`; `make help` lists the rest.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: help run dev release test quick test-long check programs domain-test rust-test page-test page-check judges contract journeys e2e e2e-steady e2e-release pictures gen gen-check layers soak attack-test bench bench-chat bench-slow-provider bench-reconcile bench-slopes bench-lists bench-reading bench-interactions remind-demo lighthouse seed-large upgrade-test restore-test cluster-test audit sbom licenses package package-test migrate screenshot clean

FRONTEND := frontend
MODULES  := $(FRONTEND)/node_modules/.installed
PAGE     := $(FRONTEND)/dist/index.html
# The server that `make run` starts, compiled without optimization in a third of the time.
DEV_SERVER := target/debug/server
# For benchmarks, floods and large databases.
SERVER   := target/release/server
# The production build, plus the stand-ins that benchmarks need.
DIST     := target/dist/server
PAGE_SOURCES := $(shell find $(FRONTEND)/src $(FRONTEND)/public $(FRONTEND)/build.mjs $(FRONTEND)/scripts $(FRONTEND)/index.html $(FRONTEND)/tsconfig.json -type f 2>/dev/null)
CORE := -p domain -p ports -p application
# Everything tested is compiled once, with the same settings. clippy lints our own crates during that pass.
LINTED := RUSTC_WORKSPACE_WRAPPER=.ci/compiler cargo
# Tests mostly wait: for a database, a socket, or a lease to end. So twice as many run in parallel as there are cores.
export RUST_TEST_THREADS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
# Tools that are installed on first use.
CARGO_DENY := 0.20.2
CARGO_CYCLONEDX := 0.5.9
CARGO_ABOUT := 0.9.3
CARGO_DEB := 3.6.3
LICENSE_CHECKER := 4.3.0
# Browser tests that once had a race. `make e2e-steady` repeats each of them.
ONCE_UNSTEADY := service-worker security-panel staff-queues staff-chat chat-cuts session

help: ## List these commands
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: looks-first $(DEV_SERVER) ## Install, build and serve on http://127.0.0.1:8080 (stop with Ctrl-C)
	@exec $(DEV_SERVER)

# `make dev` builds the page for development, so the next `make run` builds the page again.
dev: looks-first $(MODULES) ## Serve on http://127.0.0.1:8080, rebuild after each saved change, and reload the browser
	@command -v bacon >/dev/null || { echo "==> Installing bacon"; cargo install --locked -q bacon@$(BACON); }
	@trap 'rm -f $(PAGE); kill 0' EXIT; npm --prefix $(FRONTEND) run --silent watch & bacon --headless --job server

release: $(SERVER) ## Build the optimized server, target/release/server, for benchmarks and large databases

.PHONY: looks-first
looks-first:
	@.ci/looks-first

$(MODULES): $(FRONTEND)/package.json $(FRONTEND)/package-lock.json
	@echo "==> Installing the page's packages (a minute the first time)"
	@cd $(FRONTEND) && npm ci --no-progress --loglevel=error
	@touch $@

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	@echo "==> Building the page"
	@cd $(FRONTEND) && npm run --silent build
	@touch $@

# Cargo decides what is out of date. If nothing is, the build prints nothing and takes a moment. The first build shows
# its progress.
.PHONY: $(DEV_SERVER)
$(DEV_SERVER): $(PAGE)
	@test -x $@ || echo "==> Building the server (some minutes the first time)"
	@cargo build --locked $$(test ! -x $@ || echo -q) -p server

.PHONY: $(SERVER)
$(SERVER): $(PAGE)
	@test -x $@ || echo "==> Building the optimized server (some minutes the first time)"
	@cargo build --release --locked $$(test ! -x $@ || echo -q) -p server --features jemalloc

test: check ## Before every merge: lints, types, generated files, Rust, page, external tools, and the main journeys in a browser
	@echo "==> Rust tests, page tests, external tools and contract: two at a time, each printed when it is done"
	@$(MAKE) --no-print-directory -j2 -Otarget rust-test page-test judges contract
	@$(MAKE) --no-print-directory journeys
	@echo "==> All tests passed"

quick: $(MODULES) ## Before every commit: formatting, types, and tests of the core, the page and changed crates
	@echo "==> Formatting and types"
	@cargo fmt --all --check
	@cd $(FRONTEND) && npm run --silent format:check && npm run --silent typecheck
	@echo "==> Tests of the core and changed crates"
	@$(LINTED) test --locked -q $(CORE) $$(.ci/changed-crates)
	@cd $(FRONTEND) && npm test --silent

test-long: test e2e e2e-steady e2e-release ## All tests, including slow ones: all browser tests, repetitions, the release build, long chats, benchmarks
	@echo "==> Long tests"
	@PROPTEST_CASES=10000 $(LINTED) test --locked -q $(CORE)
	@IMPORT_LINES=50000 $(LINTED) test --workspace --locked -q --test it imports::many_lines -- --nocapture
	@E2E_LONG=1 .ci/with-browser --shell npm --prefix $(FRONTEND) run --silent e2e -- chat-cuts
	@$(MAKE) --no-print-directory soak attack-test bench bench-chat bench-slow-provider bench-reconcile upgrade-test restore-test cluster-test package-test seed-large bench-lists

check: $(PAGE) programs layers gen-check page-check ## Formatting, lints, types, layering, documents, generated files, size budget
	@echo "==> Documents, pinned versions and formatting"
	@node .ci/documents.mjs
	@! grep -nE '^[a-z0-9-]+ = .*"=[0-9]' Cargo.toml | grep -v ' # ' || { echo "Add a comment to each pinned version that says why it is pinned"; exit 1; }
	@cargo fmt --all --check

programs: $(MODULES) ## Compile and lint all programs and tests, also with the features of a production build
	@echo "==> Compiling and linting"
	@$(LINTED) test --workspace --no-run --locked -q
	@CARGO_INCREMENTAL=0 $(LINTED) check -p server --no-default-features --features otlp,jemalloc --locked -q
	@$(LINTED) test --workspace --features traces/testing --test collector --no-run --locked -q

layers: ## Check that the core depends on no framework, database or provider
	@.ci/layers

page-check: $(PAGE) ## The page's formatting, lints, types and size budget
	@echo "==> The page: formatting, lints, types, size"
	@cd $(FRONTEND) && npm run --silent format:check && npm run --silent lint && npm run --silent typecheck && npm run --silent budget

domain-test: ## Tests of the core only: no database, no server, in seconds
	@$(LINTED) test --locked -q $(CORE)

rust-test: $(MODULES) ## All Rust tests; they start their own PostgreSQL
	@echo "==> Rust tests"
	@$(LINTED) test --workspace --locked -q
	@$(LINTED) test --workspace --features traces/testing --test collector --locked -q

soak: programs ## Five minutes of payments while servers are killed and the provider fails, then a check of every cent; SOAK_SEED=…
	@echo "==> Soak test"
	@SOAK_SECONDS=$${SOAK_SECONDS:-300} $(LINTED) test --workspace --locked -q --test it soak:: -- --nocapture

attack-test: programs $(SERVER) ## Floods of requests against the release build, half a minute each; prints each measurement and its limit
	@echo "==> Attacks"
	@ATTACK_SECONDS=$${ATTACK_SECONDS:-30} SERVER_BIN=$(abspath $(or $(SERVER_BIN),$(SERVER))) $(LINTED) test --workspace --locked -q --test it attacks:: -- --nocapture --test-threads=1

page-test: $(MODULES) ## The page's unit tests
	@echo "==> Page tests"
	@cd $(FRONTEND) && npm test --silent

judges: programs ## Stripe's CLI and SDK and sodapy against the stand-ins; Twilio's library, promtool and moto's S3 against our server
	@echo "==> Checking with external tools"
	@.ci/examples
	@SERVER_BIN=$(CURDIR)/target/debug/server .ci/with-promtool .ci/with-moto .ci/with-sodapy .ci/with-twilio .ci/with-browser --shell npm --prefix $(FRONTEND) run --silent judges

contract: $(PAGE) programs ## schemathesis tests the API against its document
	@echo "==> Testing the API against its document"
	@SERVER_BIN=$(CURDIR)/target/debug/server .ci/with-schemathesis npm --prefix $(FRONTEND) run --silent contract

journeys: $(PAGE) programs ## The main journeys in a real browser, each screen checked once
	@echo "==> The main journeys in a browser"
	@E2E_LOOK_ONCE=1 .ci/with-browser --shell npm --prefix $(FRONTEND) run --silent e2e -- --grep @journey

e2e: $(PAGE) programs ## All browser tests, each screen at both widths, light and dark; ONLY=… names specs or passes options
	@echo "==> Browser tests"
	@.ci/with-browser --shell npm --prefix $(FRONTEND) run --silent e2e -- $(ONLY)

e2e-steady: $(PAGE) programs ## The specs that once were flaky, ten times each
	@echo "==> Browser tests, ten times"
	@.ci/with-browser --shell npm --prefix $(FRONTEND) run --silent e2e -- --repeat-each=10 $(ONCE_UNSTEADY)

e2e-release: $(SERVER) ## The most important journeys, with the release build and its embedded page
	@echo "==> Browser tests of the release build"
	@SERVER_BIN=$(CURDIR)/$(SERVER) .ci/with-browser --shell npm --prefix $(FRONTEND) run --silent e2e -- accounts/ payments/ every-screen/

pictures: $(PAGE) programs ## Screenshots of every screen, light and dark, in frontend/screenshots
	@E2E_PICTURES=1 .ci/with-browser npm --prefix $(FRONTEND) run --silent e2e

gen: $(MODULES) ## Write docs/openapi.json, docs/SETTINGS.md, the page's client and the list of statements about options
	@$(LINTED) build --workspace --locked -q --example openapi --example option_statements --example settings
	@target/debug/examples/openapi > target/openapi.json && mv target/openapi.json docs/openapi.json
	@target/debug/examples/option_statements > target/option-statements.md && mv target/option-statements.md docs/product/option-statements.md
	@target/debug/examples/settings > target/SETTINGS.md && mv target/SETTINGS.md docs/SETTINGS.md
	@cd $(FRONTEND) && npm run --silent gen

gen-check: programs ## Fail when a generated file is out of date
	@echo "==> Generated files"
	@target/debug/examples/openapi | diff -u docs/openapi.json - || { echo "docs/openapi.json is stale: run make gen"; exit 1; }
	@target/debug/examples/settings | diff -u docs/SETTINGS.md - || { echo "docs/SETTINGS.md is stale: run make gen"; exit 1; }
	@cd $(FRONTEND) && npm run --silent gen:check

.PHONY: $(DIST)
$(DIST): $(PAGE)
	@test -x $@ || echo "==> Building the server for production (15 minutes the first time)"
	@cargo build --profile dist --locked -q -p server --features jemalloc

bench: $(DIST) ## Requests per second and latencies of the main calls in a production build, compared with a plain Fastify server
	@SERVER_BIN=$(CURDIR)/$(DIST) npm --prefix $(FRONTEND) run --silent bench
	@SERVER_BIN=$(CURDIR)/$(DIST) npm --prefix $(FRONTEND) run --silent bench:peer

bench-chat: $(SERVER) ## Time of a chat message with 200 open sockets, and with 10,000 on two processes; BENCH_SOCKETS=…
	@npm --prefix $(FRONTEND) run --silent bench:chat
	@npm --prefix $(FRONTEND) run --silent bench:sockets

bench-reading: $(MODULES) ## How many values of twenty drawn tickets are read correctly from pictures
	@.ci/with-browser --shell npm --prefix $(FRONTEND) run --silent bench:reading

bench-slow-provider: $(SERVER) ## Load time of a driver's page while payments wait for a slow provider
	@cargo build --release --locked -q -p stripe-sandbox
	@npm --prefix $(FRONTEND) run --silent bench:slow-provider

remind-demo: ## A month of reminders on demo data with a simulated clock; then 100,000 texts at the provider's rate
	@cargo run --locked -q -p server --example workbench remind-demo
	@cargo run --locked -q -p server --example workbench remind-demo many

bench-reconcile: $(SERVER) ## With 10,000 open payments: calls to the provider while idle, and the time until a lost webhook's payment is settled
	@cargo run --locked -q -p server --example workbench bench-reconcile

bench-interactions: $(SERVER) ## How fast the page reacts to clicks and keys on a slow processor, with 200 items and with 50 rows
	@echo "==> Interaction to next paint"
	@SERVER_BIN=$(abspath $(or $(SERVER_BIN),$(SERVER))) .ci/with-browser --shell npm --prefix $(FRONTEND) run --silent bench:interactions

lighthouse: $(SERVER) ## Lighthouse scores of the first screens on a phone: medians of five runs, on an otherwise idle machine
	@echo "==> Lighthouse"
	@SERVER_BIN=$(abspath $(or $(SERVER_BIN),$(SERVER))) .ci/with-lighthouse .ci/with-browser npm --prefix $(FRONTEND) run --silent lighthouse

seed-large: $(MODULES) ## Create a database with a million users in LARGE_DATA_DIR (.data-large), for bench-lists and manual checks
	@cargo run --locked -q -p server --example workbench seed-large

# The binary of the last release, built once (docs/RELEASES.md).
RELEASE := 74abc8caa0ab469a6d09d073f11d77e695362507
RELEASE_BIN := target/releases/$(RELEASE)/server

$(RELEASE_BIN):
	@echo "==> Building release $(RELEASE), once (some minutes)"
	@rm -rf $(@D) && git worktree prune && mkdir -p $(@D)
	@git cat-file -e $(RELEASE)^{commit} 2>/dev/null || git fetch --quiet --depth=1 origin $(RELEASE)
	@git worktree add --quiet --detach $(@D)/source $(RELEASE)
	@cd $(@D)/source && CARGO_TARGET_DIR=$(CURDIR)/$(@D)/target cargo build --locked -q -p server
	@cp $(@D)/target/debug/server $@ && rm -rf $(@D)/target && git worktree remove --force $(@D)/source

upgrade-test: $(RELEASE_BIN) programs ## The last release serves logins, chats and payments on a large database while later migrations run; no request may fail
	@echo "==> Migrating while the last release serves"
	@RELEASE_BIN=$(CURDIR)/$(RELEASE_BIN) target/debug/examples/workbench upgrade

restore-test: programs ## Point-in-time restore: later payments are found again, and nothing is charged or refunded twice
	@echo "==> Point-in-time restore"
	@.ci/with-postgresql target/debug/examples/workbench restore

cluster-test: $(RELEASE_BIN) programs ## Three servers behind HAProxy and a PostgreSQL with two standbys: an update from the last release, and the loss of a server, a standby and the primary (takes minutes)
	@echo "==> Cluster test"
	@RELEASE_BIN=$(CURDIR)/$(RELEASE_BIN) .ci/with-postgresql .ci/with-proxies target/debug/examples/workbench cluster

bench-slopes: $(SERVER) ## Every read of a screen, chat and payments at a million users: SQL statements, p50, p99, CPU time (docs/SCALING.md)
	@cargo run --locked -q -p server --example workbench slopes

bench-lists: $(SERVER) ## Time of every list, search and count on the database of seed-large
	@cargo run --locked -q -p server --example workbench bench-lists

audit: ## Check licenses, bans and sources of dependencies; ADVISORIES=1 also checks security advisories (needs network)
	@command -v cargo-deny >/dev/null || cargo install --locked -q cargo-deny@$(CARGO_DENY)
	@cargo deny --locked check licenses bans sources $(if $(ADVISORIES),advisories)
	@$(if $(ADVISORIES),npm --prefix $(FRONTEND) audit --omit dev)

sbom: $(MODULES) ## Write the software bill of materials (CycloneDX) to target/sbom: the server's crates and the page's packages
	@command -v cargo-cyclonedx >/dev/null || cargo install --locked -q cargo-cyclonedx@$(CARGO_CYCLONEDX)
	@mkdir -p target/sbom
	@cargo cyclonedx --quiet --manifest-path crates/server/Cargo.toml --format json --override-filename sbom && mv crates/server/sbom.json target/sbom/server.cdx.json
	@find crates -name sbom.json -delete
	@cd $(FRONTEND) && npm sbom --sbom-format cyclonedx --omit dev > ../target/sbom/page.cdx.json
	@ls -l target/sbom

licenses: $(MODULES) ## Write the licenses of dependencies to target/licenses: the server's crates and the page's packages
	@command -v cargo-about >/dev/null || cargo install --locked -q --features cli cargo-about@$(CARGO_ABOUT)
	@mkdir -p target/licenses
	@cargo fetch --locked -q
	@cargo about generate --frozen --fail -c .cargo/about.toml -m crates/server/Cargo.toml -o target/licenses/server.txt .cargo/licenses.hbs
	@cd $(FRONTEND) && npx --yes license-checker-rseidelsohn@$(LICENSE_CHECKER) --production --excludePrivatePackages --plainVertical --out ../target/licenses/page.txt
	@ls -l target/licenses

# Each build sorts after earlier ones, and after the release with the same version number.
PACKAGE_VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)+$(shell git rev-list --count HEAD).$(shell git rev-parse --short=7 HEAD)-1

# The production build: no stand-ins, and OpenSSL for databases that require TLS.
package: $(PAGE) licenses ## Build a Debian package in target/debian: the server, its unit, settings, examples, manual (needs libssl-dev)
	@echo "==> Building the server for production (some minutes)"
	@command -v cargo-deb >/dev/null || cargo install --locked -q cargo-deb@$(CARGO_DEB)
	@LANEWISE_REVISION=$$(git rev-parse --short HEAD) cargo deb --locked -q -p server --profile dist --no-default-features --features tls,otlp,jemalloc --deb-version $(PACKAGE_VERSION) --output target/debian/
	@ls -l target/debian/*.deb

package-test: package programs ## Test the package in a clean Debian tree: install and run as docs/DEPLOY.md says, upgrade, downgrade, purge (needs root)
	@echo "==> Package test in a clean Debian"
	@.ci/package-test "$$(ls -t target/debian/lanewise_*.deb | head -1)" target/debug/stripe-sandbox

migrate: $(SERVER) ## Migrate the database of DATABASE_URL
	@$(SERVER) migrate

screenshot: $(SERVER) ## Take the README's screenshots
	@.ci/with-browser npm --prefix $(FRONTEND) run --silent screenshot

clean: ## Delete build results, but not the data
	@rm -rf target $(FRONTEND)/dist $(FRONTEND)/node_modules
