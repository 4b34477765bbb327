# Packages as people get them, and a fresh Debian in a folder with one in it.

# Runs a command in it. Programs find their arguments in /proc, which is there for this command alone.
in_clean() {
  unshare -m bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$clean" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
}

# The package of a program that needs no Swift. One that is only tried is not compressed.
packs_static() { COMPRESSION=none packs_release; }

packs_release() {
  "$here/link-static" "$build" "$folder/spinet"
  strip "$folder/spinet"
  if ldd "$folder/spinet" | grep swift; then return 1; fi
  DEBFULLNAME='Spinet Tests' DEBEMAIL=tests@debian.org "$root/examples/package" --binary "$folder/spinet" "$folder/built"
}

# README's two figures, of the package and of what is installed, in MB.
is_as_large_as_told() {
  local told package installed
  read -r -a told <<<"$(sed -nE 's/.*On amd64 it is ([0-9]+) MB, and ([0-9]+) MB when it is installed.*/\1 \2/p' "$root/README.md")"
  package=$(stat -c %s "$folder"/built/spinet_*.deb)
  installed=$(($(dpkg-deb -f "$folder"/built/spinet_*.deb Installed-Size) * 1024))
  echo "told ${told[*]}; seen $package and $installed bytes"
  # It serves https, so BoringSSL is inside, and listens to OSC and MIDI 2.0.
  [ "$installed" -le 38000000 ]
  [ "$(dpkg --print-architecture)" = amd64 ] || return 0
  # A small change is not to make another number of it.
  is_within_a_megabyte "$package" "${told[0]}" && is_within_a_megabyte "$installed" "${told[1]}"
}

# is_within_a_megabyte BYTES MEGABYTES
is_within_a_megabyte() { [ "$1" -ge $((($2 - 1) * 1000000)) ] && [ "$1" -le $((($2 + 1) * 1000000)) ]; }

# What it is linked to is part of it, so lintian sees it as in a release, but for the compression.
lintian_finds_no_error_in_it() {
  lintian --allow-root --suppress-tags uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball "$folder"/built/spinet_*.deb 2>&1 | tee /dev/stderr | { ! grep '^E:'; }
}

# What is there, without what apt and dpkg note for themselves.
files_of_it() {
  (cd "$clean" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./tmp -o -path ./var -o -path ./root \) -prune -o -print) | grep -i spinet || true
}

plays_where_installed() {
  clean=$folder/$suite
  debootstrap --variant=minbase "$suite" "$clean" "${MIRROR:-http://deb.debian.org/debian}" || { tail -n 20 "$clean/debootstrap/debootstrap.log"; return 1; }
  cp "$folder"/built/spinet_*.deb "$clean/tmp/spinet.deb"
  in_clean apt-get update -qq
  before=$(in_clean dpkg-query -W | wc -l)
  in_clean apt-get install -y -qq --no-install-recommends /tmp/spinet.deb
  echo "packages beside it: $(($(in_clean dpkg-query -W | wc -l) - before - 1))"
  began=$SECONDS
  in_clean spinet render demo -o /tmp/demo.wav warm-pad
  in_clean spinet play --midi none --pcm none --no-terminal --duration 1
  echo "played after $((SECONDS - began)) s"
  [ $((SECONDS - began)) -le 10 ]
  [ "$(stat -c %s "$clean/tmp/demo.wav")" -gt 100000 ]
  # The program alone, copied to another place.
  cp "$folder/built/tree/usr/bin/spinet" "$clean/tmp/alone"
  in_clean /tmp/alone render demo -o /tmp/alone.wav warm-pad
  cmp "$clean/tmp/demo.wav" "$clean/tmp/alone.wav"
  in_clean apt-get purge -y -qq spinet
  [ -z "$(files_of_it)" ] || { files_of_it; return 1; }
}
