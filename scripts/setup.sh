# Sourced by the other scripts: where the repository is, and the Debian packages it is built and tested with.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cores=$(nproc)

build_packages=(
  g++ cmake ninja-build ccache git pkg-config
  libcli11-dev libfmt-dev nlohmann-json3-dev libzstd-dev libxxhash-dev
  libvulkan-dev glslang-tools spirv-tools
)
# The GPU tests run on a driver that is a program, watched by the validation layers.
test_packages=(libgtest-dev mesa-vulkan-drivers vulkan-validationlayers)

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

# Installs what is missing of the packages named; without root or sudo it prints the line to run and stops.
install_packages() {
  local missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "This is no Debian system; install what corresponds to: ${missing[*]}" >&2
    exit 1
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo)
    else
      echo "Packages are missing; run: sudo apt-get install ${missing[*]}" >&2
      exit 1
    fi
  fi
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}
