#!/usr/bin/env bash
# Builds FeelLab in release and runs it, installing what the build needs first when it may.
#
#   ./run.sh [ARGUMENTS OF feellab]     without arguments: opens the window
#   ./run.sh test [--with-xorg] [--with-peers] [--with-browsers] [ARGUMENTS OF swift test]
#   ./run.sh install [PREFIX]           into ~/.local unless named; below DESTDIR, if that is set
#   ./run.sh uninstall [PREFIX]
#
# All words of this script go to standard error: standard output is the program's own.
set -euo pipefail

readonly swift_needed=6.3
# A run of all tests that finds fewer than this has lost some on the way.
readonly fewest_tests=870

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
scratch=$root/.build
program=$scratch/release/feellab
# Made when a build ends well, with the time at which it began.
built=$scratch/run.stamp
# The X headers that were there for the last build.
headers=$scratch/headers

say() { printf '%s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# --- what must be installed ---------------------------------------------------------------------

# One line a need: how to see that it is there, then its package for apt, dnf, pacman and zypper.
build_needs='
command git                                       git               git                git        git
files   /etc/ssl/certs/*                          ca-certificates   ca-certificates    ca-certificates ca-certificates
command pkg-config                                pkg-config        pkgconf-pkg-config pkgconf    pkgconf-pkg-config
files   /usr/include/c++/*/cstddef                g++               gcc-c++            gcc        gcc-c++
files   /usr/include/stdio.h                      libc6-dev         glibc-devel        glibc      glibc-devel
library x11        X11/Xlib.h                     libx11-dev        libX11-devel       libx11     libX11-devel
library xext       X11/extensions/XShm.h          libxext-dev       libXext-devel      libxext    libXext-devel
library freetype2  freetype2/ft2build.h           libfreetype-dev   freetype-devel     freetype2  freetype2-devel
library fontconfig fontconfig/fontconfig.h        libfontconfig-dev fontconfig-devel   fontconfig fontconfig-devel
library zlib       zlib.h                         zlib1g-dev        zlib-devel         zlib       zlib-devel
'
test_needs='
command Xvfb        xvfb              xorg-x11-server-Xvfb  xorg-server-xvfb  xorg-x11-server-Xvfb
command xdotool     xdotool           xdotool               xdotool           xdotool
command xrdb        x11-xserver-utils xorg-x11-server-utils xorg-xrdb         xrdb
command xrandr      x11-xserver-utils xorg-x11-server-utils xorg-xrandr       xrandr
command openbox     openbox           openbox               openbox           openbox
command python3     python3           python3               python            python3
command xauth       xauth             xorg-x11-xauth        xorg-xauth        xauth
command unshare     util-linux        util-linux            util-linux        util-linux
font    DejaVuSans  fonts-dejavu-core dejavu-sans-fonts     ttf-dejavu        dejavu-fonts
library xi       X11/extensions/XInput2.h  libxi-dev       libXi-devel       libxi       libXi-devel
library xrandr   X11/extensions/Xrandr.h   libxrandr-dev   libXrandr-devel   libxrandr   libXrandr-devel
library xpresent X11/extensions/Xpresent.h libxpresent-dev libXpresent-devel libxpresent libXpresent-devel
library x11-xcb  X11/Xlib-xcb.h            libx11-xcb-dev  libX11-devel      libx11      libX11-devel
'
xorg_needs='
command Xorg                                 xserver-xorg-core        xorg-x11-server-Xorg xorg-server             xorg-x11-server
files   /usr/lib*/xorg/modules/drivers/dummy_drv.so xserver-xorg-video-dummy xorg-x11-drv-dummy   xf86-video-dummy        xf86-video-dummy
'
# Other toolkits' programs, which the tests measure, and toolkits for which there is a probe.
peer_needs='
command gtk4-demo                            gtk-4-examples           gtk4-devel-tools     gtk4-demos              gtk4-tools
python  gi                                   python3-gi               python3-gobject      python-gobject          python3-gobject
shared  girepository-1.0/Gtk-4.0.typelib     gir1.2-gtk-4.0           gtk4                 gtk4                    typelib-1_0-Gtk-4_0
shared  qt6/bin/qml                          qml-qt6                  qt6-qtdeclarative    qt6-declarative         qt6-declarative-tools
shared  qt6/qml/QtQuick/qmldir               qml6-module-qtquick      qt6-qtdeclarative    qt6-declarative         qt6-declarative-imports
shared  qt6/qml/QtQuick/Window/qmldir        qml6-module-qtquick-window qt6-qtdeclarative  qt6-declarative         qt6-declarative-imports
shared  qt6/qml/QtQml/WorkerScript/qmldir    qml6-module-qtqml-workerscript qt6-qtdeclarative qt6-declarative      qt6-declarative-imports
'
# Heavy: a browser is some hundred megabytes.
browser_needs='
command chromium                             chromium                 chromium             chromium                chromium
'

# there KIND NAME [HEADER]: whether that need is met.
there() {
  case $1 in
    command) command -v -- "$2" >/dev/null ;;
    files) compgen -G "$2" >/dev/null ;;
    # Below the folder of libraries, or Debian's for one architecture.
    shared) compgen -G "/usr/lib*/$2" >/dev/null || compgen -G "/usr/lib/*/$2" >/dev/null ;;
    # The system's own: one before it in PATH may not see the system's modules.
    python) /usr/bin/python3 -c "import $2" 2>/dev/null ;;
    library) [[ -e /usr/include/$3 ]] || pkg-config --exists "$2" 2>/dev/null ;;
    font) [[ -n $(find /usr/share/fonts -name "$2.ttf" -print -quit 2>/dev/null) ]] ;;
  esac
}

# The Debian names of the libraries that the toolchain itself does not find.
toolchain_libraries() {
  local swift_build
  swift_build=$(dirname -- "$(readlink -f -- "$1")")/swift-build
  [[ -x $swift_build ]] || return 0
  ldd "$swift_build" 2>/dev/null | awk '/not found/ {print $1}' | while read -r library; do
    case $library in
      libncurses.so.6) echo libncurses6 ;;
      libtinfo.so.6) echo libtinfo6 ;;
      libsqlite3.so.0) echo libsqlite3-0 ;;
      libcurl.so.4) echo libcurl4 ;;
      libxml2.so.2) echo libxml2 ;;
      libedit.so.2) echo libedit2 ;;
      libuuid.so.1) echo libuuid1 ;;
      libz.so.1) echo zlib1g ;;
    esac
  done
}

# provide NEEDS [PACKAGE...]: installs what is missing, or prints the command that does and exits 1.
provide() {
  local manager column kind name header rest names missing=("${@:2}")
  for manager in apt-get dnf pacman zypper none; do
    command -v "$manager" >/dev/null && break
  done
  case $manager in apt-get | none) column=0 ;; dnf) column=1 ;; pacman) column=2 ;; zypper) column=3 ;; esac
  while read -r kind name rest; do
    [[ -n $kind ]] || continue
    header=
    [[ $kind != library ]] || read -r header rest <<<"$rest"
    there "$kind" "$name" "$header" && continue
    read -r -a names <<<"$rest"
    # One package may meet several needs.
    [[ " ${missing[*]} " == *" ${names[column]} "* ]] || missing+=("${names[column]}")
  done <<<"$1"
  ((${#missing[@]})) || return 0

  case $manager in
    apt-get) install_debian "${missing[@]}" ;;
    dnf) die "FeelLab needs more packages. Run: sudo dnf install ${missing[*]}" ;;
    pacman) die "FeelLab needs more packages. Run: sudo pacman -S --needed ${missing[*]}" ;;
    zypper) die "FeelLab needs more packages. Run: sudo zypper install ${missing[*]}" ;;
    none) die "FeelLab needs more packages; their names in Debian: ${missing[*]}" ;;
  esac
}

install_debian() {
  local as_root=()
  if ((EUID != 0)); then
    sudo -n true 2>/dev/null ||
      die "FeelLab needs more packages. Run: sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
    as_root=(sudo -n)
  fi
  local log=$scratch/install.log
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y
    -o DPkg::Lock::Timeout=300)
  mkdir -p -- "$scratch"
  say "Installing $*"
  # Lists that are there and fresh need no update, which takes longer than the packages.
  "${apt[@]}" install --no-install-recommends "$@" >"$log" 2>&1 </dev/null && return
  if "${apt[@]}" update >"$log" 2>&1 </dev/null &&
    "${apt[@]}" install --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; then
    return
  fi
  tail -n 15 -- "$log" >&2
  die "Installing failed. Run: sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
}

swift_version() {
  swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1 || true
}

# provide_swift [NEEDS]: Swift, new enough, and all that a build and NEEDS want beside it.
provide_swift() {
  local swift version libraries=() how="get it from https://www.swift.org/install/linux"
  [[ $(uname -s) == Linux ]] || die "FeelLab runs on Linux with X11."
  [[ ! -d $HOME/.local/share/swiftly/bin ]] || PATH=$PATH:$HOME/.local/share/swiftly/bin
  swift=$(command -v swift) ||
    die "FeelLab needs Swift $swift_needed or newer, and none is in PATH; $how."
  version=$(swift_version)
  if [[ -z $version ]]; then
    mapfile -t libraries < <(toolchain_libraries "$swift")
    provide "$build_needs${1:-}" "${libraries[@]}"
    version=$(swift_version)
  fi
  [[ -n $version ]] ||
    die "FeelLab needs Swift $swift_needed or newer, and '$swift' does not start; $how."
  [[ $(printf '%s\n' "$swift_needed" "$version" | sort -V | head -n 1) == "$swift_needed" ]] ||
    die "FeelLab needs Swift $swift_needed or newer, and '$swift' is $version; $how."
  provide "$build_needs${1:-}"
}

# --- building -----------------------------------------------------------------------------------

# Shows the build's steps in place on a terminal; writes all that passes by to the log.
progress() {
  local line width
  width=$({ tput cols || echo 80; } 2>/dev/null)
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ ! -t 2 || $line != \[* ]] || printf '\r\033[K%s' "${line:0:width-1}" >&2
  done >"$1"
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# The X headers that are there: the window is built to use what they declare.
headers_found() {
  local kind name header rest
  while read -r kind name header rest; do
    [[ $kind != library ]] || ! there library "$name" "$header" || printf '%s\n' "$header"
  done <<<"$build_needs$test_needs"
}

# What was built with other headers than are there now knows nothing of those that came, and the build does not see it.
match_headers() {
  local now
  now=$(headers_found)
  [[ $now == "$(cat -- "$headers" 2>/dev/null)" ]] || rm -rf -- "$scratch"/*/*/CX11.build
  printf '%s\n' "$now" >"$headers"
}

is_built() {
  [[ -x $program && -e $built && $(headers_found) == "$(cat -- "$headers" 2>/dev/null)" ]] || return 1
  local inputs=("$root/Package.swift" "$root/Sources")
  [[ -z $(find "${inputs[@]}" -newer "$built" -print -quit) ]] || return 1
  # The build folder may have come from a system that had libraries which this one lacks.
  [[ $(ldd "$program" 2>/dev/null) != *"not found"* ]]
}

# build [ARGUMENTS OF swift build]
build() {
  provide_swift
  mkdir -p -- "$scratch"
  local log=$scratch/build.log began=$scratch/run.began
  touch -- "$began"
  match_headers
  say "Building FeelLab (about a minute the first time)"
  if ! swift build --package-path "$root" --scratch-path "$scratch" -c release --product feellab "$@" \
    2>&1 </dev/null | progress "$log"; then
    grep -E -A 6 'error:' -- "$log" | head -n 60 >&2 || tail -n 20 -- "$log" >&2
    die "The build failed; all it said is in $log"
  fi
  mv -- "$began" "$built"
}

# --- installing -----------------------------------------------------------------------------------

install_program() {
  local tree status=0
  # Objects for a program with Swift's runtime in it are others.
  scratch=$root/.build/install headers=$root/.build/install/headers built=$root/.build/install/run.stamp
  build --static-swift-stdlib
  tree=$(mktemp -d -t feellab-install.XXXXXX)
  "$root/Assets/packaging/stage" "$scratch/release/feellab" "$tree" &&
    "$root/Assets/packaging/install" "$tree" "$1" || status=$?
  rm -rf -- "$tree"
  ((status == 0)) || exit "$status"
  say "To remove it: ./run.sh uninstall $1"
}

# --- running ------------------------------------------------------------------------------------

# Whether a display can be there. A local one has a socket, by name or abstract; others are believed.
has_display() {
  local display=${DISPLAY:-} number
  [[ -n $display ]] || return 1
  [[ $display =~ ^(unix)?:([0-9]+) ]] || return 0
  number=${BASH_REMATCH[2]}
  [[ -S /tmp/.X11-unix/X$number ]] || grep -q "@/tmp/.X11-unix/X$number\$" /proc/net/unix
}

render_tour() {
  local folder=$PWD/feellab-tour
  [[ -w $PWD ]] || folder=$(mktemp -d -t feellab-tour.XXXXXX)
  mkdir -p -- "$folder/frames"
  say "No display (DISPLAY is '${DISPLAY:-}'): rendering the recorded tour instead."
  "$program" render "$root/Assets/tour.feel" -o "$folder/frames/" --fps 30 &
  "$program" render "$root/Assets/tour.feel" -o "$folder/tour.apng" --fps 30
  wait "$!"
  say "The tour is in $folder: tour.apng and, frame by frame, frames/."
}

run_tests() {
  local needs=$test_needs whole=yes arguments=() argument
  [[ ${CI:-} != true ]] || needs+=$xorg_needs
  for argument in "$@"; do
    case $argument in
      --with-xorg) needs+=$xorg_needs ;;
      --with-peers) needs+=$xorg_needs$peer_needs ;;
      --with-browsers) needs+=$xorg_needs$browser_needs ;;
      --filter* | --skip*) whole=no arguments+=("$argument") ;;
      *) arguments+=("$argument") ;;
    esac
  done
  provide_swift "$needs"
  mkdir -p -- "$scratch"
  local log=$scratch/test.log status=0 ran
  match_headers
  say "Building the tests in release"
  # Without testable imports these are the very objects that ./run.sh runs.
  swift test --package-path "$root" --scratch-path "$scratch" -c release --disable-xctest \
    --disable-testable-imports "${arguments[@]}" 2>&1 </dev/null | report "$log" || status=$?
  ran=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\} .*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
  if ! grep -q 'Test run with' "$log"; then
    tail -n 12 -- "$log" >&2
    die "FAILED: the tests did not build or did not come to their end; all it said is in $log"
  elif ((status != 0)); then
    die "FAILED ($ran tests ran); all it said is in $log"
  elif ((ran == 0)); then
    die "FAILED: no test ran; all it said is in $log"
  elif [[ $whole == yes ]] && ((ran < fewest_tests)); then
    die "FAILED: $ran tests ran, fewer than $fewest_tests; all it said is in $log"
  fi
  say "PASSED: $ran tests"
}

# Passes on what a reader of a test run wants: failures, what was skipped, the closing line.
report() {
  tee -- "$1" | grep -vE '^\[[0-9]+/[0-9]+\]|^(Building|Compiling|Build complete|Fetching|Fetched|Cloning|Computing|Computed|Creating|Working)|^◇|^↳ (Testing Library|Target Platform)|^✔ (Test|Suite) ("|case|[^r])|^warning: .*mktemp| started\.$' || true
}

case ${1:-} in
  test)
    run_tests "${@:2}"
    exit
    ;;
  install | uninstall)
    if (($# > 2)) || [[ ${2:-} == -* ]]; then
      say "Usage: ./run.sh $1 [PREFIX]"
      exit 2
    fi
    prefix=${2:-$HOME/.local}
    [[ $1 == install ]] || exec "$root/Assets/packaging/install" --remove "$prefix"
    install_program "$prefix"
    exit
    ;;
esac
is_built || build
if (($# == 0)) && ! has_display; then
  render_tour
  exit
fi
exec "$program" "$@"
