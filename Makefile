# Sitrep's commands. `make` alone lists them; nothing here needs more than make, a shell and Python 3.11 or newer.

# Some machines tell Python not to write bytecode. Then every process compiles all its imports again, and the tests take twice as long.
unexport PYTHONDONTWRITEBYTECODE

# uv creates the environment if it is on PATH, otherwise venv and pip do: same pins, same hashes, same result. `make env UV=` forces pip.
UV := $(shell command -v uv 2>/dev/null)
# The Python for the environment; empty means the first of these that is new enough.
PYTHON ?=
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
SERVE ?= 1
PORT ?= 8501
ARGS ?=
MODEL_RECORDS := ingest/samples notebooks/league out/model-games
PLAYED_ON := warehouse/winning/played_on.csv

ifneq ($(UV),)
VENV_WITH := $(UV) venv --quiet --no-python-downloads --python
INSTALL := $(UV) pip install --quiet --python .venv/bin/python
UNINSTALL := $(UV) pip uninstall --quiet --python .venv/bin/python
else
VENV_WITH := venv_with
INSTALL := .venv/bin/python -m pip install --quiet --disable-pip-version-check
UNINSTALL := .venv/bin/python -m pip uninstall --quiet --yes --disable-pip-version-check
endif

LOCK := uv pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-annotate \
	--custom-compile-command 'make lock' --quiet

.PHONY: help env demo test portable lint format bench model played dataset attack mutants digests coverage notebook notebooks docs lock clean

help: ## list the commands
	@echo "Usage: make COMMAND"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

env: .venv/.made-dev ## create .venv, once (PYTHON=python3.13 chooses the Python; run `make clean` first to change it)

demo: .venv/.made-dev ## ingest the sample games, print a summary, serve the dashboard (SERVE=0: no dashboard; PORT=8501)
	@SERVE='$(SERVE)' PORT='$(PORT)' .venv/bin/sitrep demo

test: .venv/.made-dev ## run the tests (SLOW=1: the slow ones too; ARGS='-k canals' passes options to pytest)
	@.venv/bin/python -m pytest -n auto --dist loadfile $(if $(SLOW),-m '') $(ARGS)

portable: .venv/.made-dev ## run the tests of reading, export, reviews, dashboard and site with what Windows lacks hidden (docs/platforms.md)
	@.venv/bin/python -m tests.other_systems -n auto --dist loadfile $(ARGS)

lint: .venv/.made-dev ## check the style, formatting and types of the code
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy

format: .venv/.made-dev ## fix what `make lint` can fix automatically
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

bench: .venv/.made-dev ## run the benchmarks and print a table
	@.venv/bin/python -m tests.bench $(ARGS)

model: out/model-games ## fit the model of winning on samples, the notebooks' league and games of bots, and write its card (some minutes)
	@.venv/bin/sitrep model fit $(MODEL_RECORDS) --random Dice --out warehouse/winning --card docs/winning.md --played-on $(PLAYED_ON)

played: out/model-games ## play positions of the model's games on many times, for its card (ten minutes of a processor)
	@.venv/bin/sitrep model play-on $(MODEL_RECORDS) --positions 4 --games 8 --out $(PLAYED_ON)

# The bots that play are the checkout's: `make model` after a change of bots or rules begins with `rm -rf out/model-games`. The two large
# global titles are left out: ten of their games take as long as all others, and are too few to tell a chance by.
out/model-games: .venv/.made-dev
	@rm -rf out/model-games.new
	@for title in aa1942 blitz 'black-swan --scenario campaign-1939'; do \
	  .venv/bin/sitrep simulate $$title --games 10 --rounds 30 --out out/model-games.new || exit 1; \
	done
	@rm -rf out/model-games && mv out/model-games.new out/model-games

dataset: .venv/.made-dev ## let bots play 1,000 games and export them with the samples as out/dataset (hours; ARGS='--games 15': a small one)
	@.venv/bin/python -m docs.dataset.make $(ARGS)

mutants: .venv/.made-dev ## change random lines of rules and list the changes that no test notices (ARGS='--seed 7 --count 5', see CONTRIBUTING.md)
	@.venv/bin/python -m tests.mutants $(ARGS)

digests: .venv/.made-dev ## print a digest of the events of every sample and save, to compare two versions of the code (ARGS='a.jsonl b.tsvg')
	@.venv/bin/python -m tests.digests $(ARGS)

attack: .venv/.made-dev ## try to break Sitrep, for a limited time, from a seed (ARGS='--seed 7 --seconds 3600')
	@.venv/bin/python -m tests.attack $(ARGS)

coverage: .venv/.made-dev ## write each title's rules-coverage page, and the readings in its README
	@.venv/bin/python -m tests.coverage

notebook: .venv/.made-lab ## open JupyterLab on the articles, with the lake of the sample games (ARGS='--port 8890 --no-browser')
	@SERVE=0 .venv/bin/sitrep demo --lake notebooks/lake >/dev/null
	@test -d notebooks/articles || cp -r notebooks/lake notebooks/articles # theirs: they add their league
	@.venv/bin/jupyter lab --ServerApp.root_dir=notebooks --LabApp.default_url=/lab/tree/02_after_action.ipynb $(ARGS)

notebooks: .venv/.made-dev ## execute the articles and write them with their results as .ipynb (ARGS='05 07': only these)
	@.venv/bin/python -m notebooks.render $(ARGS)

docs: .venv/.made-lab ## build the guide and the reference as a site in out/site
	@.venv/bin/python -m docs.site.build

lock: ## pin the newest versions of all dependencies, with hashes, in the three constraints files (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: python3 -m pip install uv" >&2; exit 1; }
	@$(LOCK) pyproject.toml --extra dev --extra bench --group build --output-file constraints.txt
	@$(LOCK) pyproject.toml --extra lab --extra docs --constraint constraints.txt --output-file lab-constraints.txt
	@$(LOCK) --group build --constraint constraints.txt --output-file build-constraints.txt

clean: ## remove .venv, caches and built files
	@rm -rf .venv build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp file, so that the second `make` is fast; a change to pyproject.toml or a pin installs again. First the build tools, then everything
# else without fetching anything that is not in the lock, last the project itself, the only part without a hash. Before that, the project under
# its former name goes: removed later, it would take the command with it.
.venv/.made-dev: pyproject.toml constraints.txt build-constraints.txt
	@set -e; \
	old_enough='import sys; sys.exit(sys.version_info < (3, 11))'; \
	if .venv/bin/python -c "$$old_enough" 2>/dev/null && \
	   { [ -n '$(UV)' ] || .venv/bin/python -c 'import pip' 2>/dev/null; }; then :; else \
	  python=''; \
	  for candidate in $(or $(PYTHON),$(PYTHONS)); do \
	    if "$$candidate" -c "$$old_enough" 2>/dev/null; then python="$$candidate"; break; fi; \
	  done; \
	  if [ -z "$$python" ]; then \
	    echo "Sitrep needs Python 3.11 or newer; looked for: $(or $(PYTHON),$(PYTHONS))." >&2; \
	    for candidate in $(or $(PYTHON),$(PYTHONS)); do \
	      version=$$("$$candidate" --version 2>&1) && echo "  $$candidate is $$version" >&2 || true; \
	    done; \
	    echo "Install a newer one, or name it: make $(or $(MAKECMDGOALS),env) PYTHON=/path/to/python3" >&2; \
	    exit 1; \
	  fi; \
	  venv_with() { \
	    "$$1" -c 'import ensurepip, venv' 2>/dev/null || { \
	      echo "$$1 cannot make environments: its modules venv and ensurepip are missing." >&2; \
	      echo "On Debian and Ubuntu: apt-get install python3-venv. Or put uv on PATH." >&2; exit 1; }; \
	    "$$1" -m venv "$$2"; \
	  }; \
	  echo "Making .venv with $(if $(UV),uv,pip) from $$("$$python" --version) (about a minute the first time)"; \
	  rm -rf .venv; \
	  $(VENV_WITH) "$$python" .venv; \
	fi
	@$(INSTALL) --require-hashes --no-deps --requirement build-constraints.txt
	@$(INSTALL) --require-hashes --no-deps --no-build-isolation --requirement constraints.txt
	@if .venv/bin/python -c 'from importlib.metadata import version; version("sitrep")' 2>/dev/null; then $(UNINSTALL) sitrep; fi
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# JupyterLab and the tools of the guide, on top of the environment: the tests need neither.
.venv/.made-lab: .venv/.made-dev lab-constraints.txt
	@echo "Installing JupyterLab (once)"
	@$(INSTALL) --require-hashes --no-deps --requirement lab-constraints.txt
	@touch $@
