#!/usr/bin/env bash
# Installs the Debian packages that the interop tests and the benches talk to. Needs root (or sudo).
set -euo pipefail
packages=(python3-ncclient python3-websockets yangcli netconfd openssh-server openssh-client libyang2-tools libyuma-base curl openssl chromium faketime nats-server mosquitto prosody redis-server)
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
# Removes the temporary things.
folder='' policy=''
clean() {
  [ -z "$folder" ] || rm -rf "$folder"
  [ -z "$policy" ] || "${run[@]}" rm -f "$policy"
}
trap clean EXIT
if [ ${#missing[@]} -gt 0 ]; then
  # Tests and benches start their own servers: no service of a package is started now, and those of messages not with the machine.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    policy=/usr/sbin/policy-rc.d
    printf '#!/bin/sh\nexit 101\n' | "${run[@]}" tee "$policy" >/dev/null
    "${run[@]}" chmod 755 "$policy"
  fi
  DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
  for package in "${missing[@]}"; do
    case $package in
      nats-server | mosquitto | prosody | redis-server) "${run[@]}" update-rc.d "$package" disable ;;
    esac
  done
fi
if [ ! -e "$models" ]; then
  folder=$(mktemp -d)
  (cd "$folder" && apt-get download -qq frr)
  dpkg-deb --fsys-tarfile "$folder"/frr_*.deb | "${run[@]}" tar -x -C / ./usr/share/yang
fi
