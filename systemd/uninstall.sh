#!/bin/bash
# Takes the appliance off a Pi again. Games, calibration and configuration stay.
#   sudo systemd/uninstall.sh [--purge]
#   --purge   removes games, calibration and configuration as well
set -euo pipefail

say() { printf '[uninstall] %s\n' "$*"; }
fail() { printf 'Tallytray: %s\n' "$@" >&2; exit 2; }

[ "$(id -u)" = 0 ] || fail "this needs root: sudo systemd/uninstall.sh"
case "${1:-}" in
"" | --purge) ;;
*) fail "there is no option $1; the only option is --purge." ;;
esac

for unit in tallytray-kiosk.service tallytray.service; do
    if [ -e "/etc/systemd/system/$unit" ]; then
        say "$unit"
        systemctl --quiet disable "$unit"
        [ ! -d /run/systemd/system ] || systemctl stop "$unit"
        rm -f "/etc/systemd/system/$unit"
    fi
done
[ ! -d /run/systemd/system ] || systemctl daemon-reload

rm -rf /opt/tallytray
rm -f /etc/avahi/services/tallytray.service \
    /etc/systemd/journald.conf.d/tallytray.conf \
    /etc/systemd/system.conf.d/tallytray.conf \
    /usr/lib/sysusers.d/tallytray.conf \
    /usr/lib/sysusers.d/tallytray-kiosk.conf

if [ "${1:-}" = --purge ]; then
    say "games, calibration and configuration"
    rm -rf /var/lib/tallytray /var/lib/tallytray-kiosk /etc/tallytray.toml
    for user in tallytray tallytray-kiosk; do
        ! id "$user" >/dev/null 2>&1 || userdel "$user"
    done
else
    say "kept: /var/lib/tallytray and /etc/tallytray.toml (--purge removes them)"
fi
