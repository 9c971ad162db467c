#!/bin/bash
# Everything `make` needs before it can run or test Tallytray, told line by line while it happens.
#   setup.sh run      the virtual environment with what the program needs
#   setup.sh test     the same with what the checks need
#   setup.sh browser  Chromium for the browser tests, from the system's packages
#   setup.sh pi       what builds and boots the root of the Pi stack (as root, on Debian)
#   setup.sh lock     writes the three lock files anew
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

OLDEST="3.11"
VENV="${TALLYTRAY_VENV:-.venv}"
LOG="$VENV/setup.log"

say() { printf '[set-up] %s\n' "$*"; }
fail() { printf 'Tallytray: %s\n' "$@" >&2; exit 2; }

# --- system packages -------------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

can_install() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] && return 0
    command -v sudo >/dev/null || return 1
    # Without a terminal nobody could type the password.
    sudo -n true 2>/dev/null || [ -t 0 ]
}

apt_install() {
    local log
    log="$(mktemp)"
    say "installing $* with apt-get (a minute or two)"
    as_root apt-get update -qq >"$log" 2>&1 || true # one dead source must not stop the others
    if ! as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; then
        tail -n 5 "$log" >&2
        fail "apt-get could not install $*." \
            "Is the network there? Try it by hand: sudo apt-get install $*"
    fi
    rm -f "$log"
}

# --- Python ----------------------------------------------------------------------------------

# A pyenv shim without its version is found by name and fails when it runs: so each one is run.
version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

new_enough() { [ "$(printf '%s\n' "$OLDEST" "$1" | sort -V | head -n 1)" = "$OLDEST" ]; }

find_python() {
    local name version seen=""
    for name in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
        version="$(version_of "$name")" || continue
        if new_enough "$version"; then
            command -v "$name"
            return
        fi
        seen="$seen $name is $version,"
    done
    fail "Python $OLDEST or newer is needed;${seen:- ${PYTHON:-python3} does not run,} so nothing was set up." \
        "Install it (Debian 12, Raspberry Pi OS: sudo apt-get install python3 python3-venv)," \
        "or name one: make run PYTHON=/path/to/python3.13"
}

# Debian splits venv off: the module is there, but ensurepip is not.
need_venv_module() {
    local python="$1" version
    "$python" -c 'import ensurepip, venv' 2>/dev/null && return
    version="$(version_of "$python")"
    can_install || fail "Python's venv module is missing." \
        "Install it: sudo apt-get install python$version-venv"
    apt_install "python$version-venv"
}

make_venv() {
    local python
    if "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then return; fi
    python="$(find_python)"
    need_venv_module "$python"
    say "Python $(version_of "$python") at $python; virtual environment in $VENV"
    "$python" -m venv --clear "$VENV" || fail "the virtual environment could not be made in $VENV."
}

# --- Python packages -------------------------------------------------------------------------

explain_pip() {
    local unreachable='name resolution|NewConnectionError|ConnectTimeout|Max retries|ProxyError|Connection(Reset|Refused)'
    grep -E '^ERROR' "$LOG" | tail -n 3 >&2 || true
    if grep -qE "$unreachable" "$LOG"; then
        fail "the Python packages could not be downloaded: no network, or the package index does not answer." \
            "Connect this machine and run the same command again; what was there already is kept."
    fi
    if grep -q 'No space left' "$LOG"; then
        fail "the disk is full; about 1 GB is needed in $PWD."
    fi
    fail "the Python packages could not be installed; the whole story is in $LOG."
}

pip_install() {
    "$VENV/bin/python" -m pip install --disable-pip-version-check --no-input --retries 2 "$@" \
        2>&1 </dev/null | tee -a "$LOG" |
        sed -un 's/^Collecting \([^ ;]*\).*/[set-up]   \1/p' || explain_pip
}

install_locked() {
    local lock="$1" stamp="$2"
    make_venv
    : >"$LOG"
    say "Python packages of $lock"
    pip_install -r "$lock"
    say "Tallytray itself"
    pip_install --no-deps --no-build-isolation -e .
    touch "$stamp"
    say "ready"
}

write_locks() {
    local lock=("$VENV/bin/uv" pip compile pyproject.toml --quiet --upgrade
        --custom-compile-command "make lock" --extra build)
    local both=(--universal --python-version "$OLDEST" --fork-strategy fewest)
    pip_install uv
    say "requirements.lock"
    "${lock[@]}" "${both[@]}" -o requirements.lock
    say "requirements-dev.lock"
    "${lock[@]}" "${both[@]}" --extra dev -c requirements.lock -o requirements-dev.lock
    # Two of the Pi's packages must be built to tell what they need.
    can_install && apt_install libcap-dev swig
    say "tests/pi/requirements.lock"
    PYPI=1 "${lock[@]}" --universal --python-version 3.13 --no-annotate --extra dev --extra pi \
        -c requirements-dev.lock -o tests/pi/requirements.lock
}

# --- Chromium --------------------------------------------------------------------------------

have_chromium() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null; }

# The driver between the tests and Chromium needs it, and a small system has none.
have_libatomic() { /sbin/ldconfig -p 2>/dev/null | grep -q 'libatomic\.so\.1'; }

need_chromium() {
    local missing=()
    have_chromium || missing+=(chromium fonts-dejavu-core)
    have_libatomic || missing+=(libatomic1)
    [ "${#missing[@]}" -gt 0 ] || return 0
    can_install || fail "The browser tests need what is not there: ${missing[*]}." \
        "Install it: sudo apt-get install ${missing[*]}"
    apt_install "${missing[@]}"
    have_chromium || fail "apt-get installed chromium, but no such command is found."
}

# --- the Pi stack ----------------------------------------------------------------------------

need_container_tools() {
    if command -v debootstrap >/dev/null && command -v systemd-nspawn >/dev/null; then return; fi
    # Elsewhere `python -m tests.pi` says itself that it can't run.
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
    apt_install debootstrap systemd-container
}

case "${1:-}" in
run) install_locked requirements.lock "$VENV/.ready-run" ;;
test) install_locked requirements-dev.lock "$VENV/.ready-test" ;;
browser) need_chromium ;;
pi) need_container_tools ;;
lock) write_locks ;;
*) fail "say what to set up: run, test, browser, pi or lock." ;;
esac
