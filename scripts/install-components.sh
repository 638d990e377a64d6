#!/bin/sh
# Install what the tests need besides Python, from Debian's own packages, when it is missing.
#   sh scripts/install-components.sh [postgresql] [chromium] [node]      (without a name: all)
set -eu

have() {
    case "$1" in
        postgresql) command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ;;
        chromium) command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ;;
        node) command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 ;;
        *) echo "install-components: unknown component $1: expected postgresql, chromium or node" >&2; exit 2 ;;
    esac
}

packages() {
    case "$1" in
        node) echo "nodejs npm" ;;
        *) echo "$1" ;;
    esac
}

[ $# -gt 0 ] || set -- postgresql chromium node
updated=no
for component in "$@"; do
    if have "$component"; then continue; fi
    if [ "$(id -u)" = 0 ]; then sudo=""; else sudo="sudo -n"; fi
    if [ "$updated" = no ]; then $sudo apt-get update -q; updated=yes; fi
    # shellcheck disable=SC2046  # several words on purpose
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends $(packages "$component")
    have "$component" || { echo "install-components: $component could not be installed" >&2; exit 1; }
done
