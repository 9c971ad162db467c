#!/bin/bash
# Makes an appliance of a Raspberry Pi: program, users, services. Can be run again at any time.
#   sudo systemd/install.sh [--kiosk] [--no-download]
#   --kiosk        the page on a screen of the Pi itself as well
#   --no-download  leaves out system packages and Python packages: they are there already
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

HOME_DIR=/opt/tallytray
CONFIG=/etc/tallytray.toml
KIOSK=no
DOWNLOAD=yes

say() { printf '[install] %s\n' "$*"; }
fail() { printf 'Tallytray: %s\n' "$@" >&2; exit 2; }

read_options() {
    local option
    for option in "$@"; do
        case "$option" in
        --kiosk) KIOSK=yes ;;
        --no-download) DOWNLOAD=no ;;
        *) fail "there is no option $option; the options are --kiosk and --no-download." ;;
        esac
    done
}

check_machine() {
    [ "$(id -u)" = 0 ] || fail "this needs root: sudo systemd/install.sh"
    # OpenCV and numpy have no packages for 32-bit Arm.
    [ "$(getconf LONG_BIT)" = 64 ] || fail "this system has 32 bits;" \
        "install the 64-bit Raspberry Pi OS (trixie) and try again."
    local codename
    # shellcheck source=/dev/null
    codename="$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")"
    [ "$codename" = trixie ] || fail "this system is $codename;" \
        "Tallytray's appliance is made for Raspberry Pi OS trixie (Debian 13)."
}

install_packages() {
    local packages=(python3-picamera2 python3-lgpio python3-venv avahi-daemon)
    [ "$KIOSK" = no ] || packages+=(cage chromium curl)
    say "system packages: ${packages[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
}

install_program() {
    local pip="$HOME_DIR/venv/bin/pip"
    say "the program, in $HOME_DIR"
    install -d -m 755 "$HOME_DIR"
    if [ "$DOWNLOAD" = yes ]; then
        # picamera2 and lgpio come from the system: they belong to its kernel and libcamera.
        python3 -m venv --system-site-packages "$HOME_DIR/venv"
        "$pip" install --quiet --no-input -r requirements.lock
    fi
    local source
    source="$(mktemp -d)" # built from a copy: nothing owned by root is left in the checkout
    cp -r pyproject.toml README.md LICENSE pi_app vision calibration "$source"
    "$pip" install --quiet --no-input --no-index --no-deps --no-build-isolation \
        --force-reinstall "$source"
    rm -rf "$source"
}

install_services() {
    say "users and services"
    install -m 644 -D systemd/tallytray.sysusers.conf /usr/lib/sysusers.d/tallytray.conf
    install -m 644 -D systemd/tallytray.service /etc/systemd/system/tallytray.service
    install -m 644 -D systemd/tallytray.avahi.xml /etc/avahi/services/tallytray.service
    install -m 644 -D systemd/tallytray.journald.conf /etc/systemd/journald.conf.d/tallytray.conf
    install -m 644 -D systemd/tallytray.watchdog.conf /etc/systemd/system.conf.d/tallytray.conf
    # A configuration that somebody has made stays.
    [ -e "$CONFIG" ] || install -m 644 systemd/tallytray.toml "$CONFIG"
    systemd-sysusers /usr/lib/sysusers.d/tallytray.conf
}

install_kiosk() {
    say "the page on the Pi's own screen"
    install -m 644 -D systemd/tallytray-kiosk.sysusers.conf /usr/lib/sysusers.d/tallytray-kiosk.conf
    install -m 644 -D systemd/tallytray-kiosk.service /etc/systemd/system/tallytray-kiosk.service
    systemd-sysusers /usr/lib/sysusers.d/tallytray-kiosk.conf
}

start_services() {
    local units=(tallytray.service)
    [ "$KIOSK" = no ] || units+=(tallytray-kiosk.service)
    if [ ! -d /run/systemd/system ]; then
        systemctl --quiet enable "${units[@]}"
        say "enabled; systemd does not run here, so nothing was started"
        return
    fi
    systemctl daemon-reload
    systemctl --quiet enable "${units[@]}"
    systemctl restart "${units[@]}"
    say "running: http://$(hostname).local:8000 on any tablet of this network"
}

read_options "$@"
check_machine
[ "$DOWNLOAD" = no ] || install_packages
install_program
install_services
[ "$KIOSK" = no ] || install_kiosk
start_services
