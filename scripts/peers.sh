#!/usr/bin/env bash
# Installs the Debian packages that the interop tests talk to. Needs root (or sudo).
set -euo pipefail
packages=(python3-ncclient python3-websockets yangcli netconfd openssh-server openssh-client libyang2-tools libyuma-base curl openssl chromium faketime nats-server mosquitto)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
# Of frr only the models are wanted, not its daemons.
models=/usr/share/yang/frr-interface.yang
if [ ${#missing[@]} -eq 0 ] && [ -e "$models" ]; then
  echo "All peers are installed: ${packages[*]}"
  exit 0
fi
run=()
[ "$(id -u)" -eq 0 ] || run=(sudo)
"${run[@]}" apt-get update -qq
if [ ${#missing[@]} -gt 0 ]; then
  DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
if [ ! -e "$models" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  (cd "$folder" && apt-get download -qq frr)
  dpkg-deb --fsys-tarfile "$folder"/frr_*.deb | "${run[@]}" tar -x -C / ./usr/share/yang
fi
