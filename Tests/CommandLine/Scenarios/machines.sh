# Many songs on several machines: two network namespaces on one link, each with its own ssh server.

# What the article has in its block that begins with this word.
chapter_command() { awk -v word="$1" '/^```/ { f = 0 } f && $1 == word { print } /^```sh/ { f = 1 }' "$guide/ManySongs.md"; }

# Keys, and what the client has to know.
writes_ssh() {
  mkdir ssh bin
  ln -s "$spinet" bin/spinet
  ssh-keygen -q -t ed25519 -N '' -f ssh/person
  cat > ssh/client <<CLIENT
Host near
  HostName 10.83.0.1
Host far
  HostName 10.83.0.2
Host *
  User root
  IdentityFile $work/ssh/person
  UserKnownHostsFile $work/ssh/known
  StrictHostKeyChecking no
  LogLevel ERROR
CLIENT
}

# What happens on the near machine, in namespaces that are its own: it makes the link to the far one, and gives the work.
# Each machine has its own name, its own folder of a person and its own server.
on_two_machines() {
  cat > near.sh <<'NEAR'
set -eu
serves() {
  hostname "$1"
  mount -t tmpfs -o mode=700 tmpfs /root
  mkdir -m 700 /root/.ssh
  cp ssh/person.pub /root/.ssh/authorized_keys
  dropbearkey -t ed25519 -f "ssh/$1" > /dev/null 2>&1
  exec dropbear -F -E -s -r "$PWD/ssh/$1" -P "$PWD/ssh/$1.pid" 2> "$1.log"
}
export -f serves
unshare -n -m -u bash -c 'touch far.is.there; serves far' &
far=$!
unshare -m -u bash -c 'serves near' &
trap 'kill $(jobs -p)' EXIT
soon [ -e far.is.there ]
ip link add near type veth peer name far netns $far
ip address add 10.83.0.1/24 dev near
ip link set near up
ip link set lo up
nsenter -t $far -n ip address add 10.83.0.2/24 dev far
nsenter -t $far -n ip link set far up
export PARALLEL_SSH="ssh -F $PWD/ssh/client" PARALLEL_HOME=$PWD/parallel
for machine in near far; do
  soon $PARALLEL_SSH $machine true
  [ "$($PARALLEL_SSH $machine hostname)" = $machine ]
done
# The other machine has Spinet in its path too.
export PATH=$PWD/bin:$PATH
parallel() { command parallel --will-cite --env PATH --joblog "$log" "$@"; }
log=shares; eval "$1"
log=sent; eval "$2"
NEAR
  { declare -f soon; cat near.sh; } > both.sh
  unshare -n -m -u bash both.sh "$@" || { tail -n 5 *.log; return 1; }
}

renders_on_two_machines() {
  local shares sent file
  for key in 30 34 37 3c; do song $key; mv song.mid $key.mid; done
  writes_ssh
  shares=$(chapter_command parallel | sed -n 1p)
  sent=$(chapter_command parallel | sed -n 2p)
  [[ $shares == *--shard* && $sent == *--trc* ]]
  on_two_machines "$shares" "$sent"
  # Each machine had one share, and both machines had songs.
  [ "$(awk 'NR > 1 { print $2 }' shares | sort | paste -sd ' ')" = "far near" ]
  [ "$(awk 'NR > 1 { print $2 }' sent | sort -u | paste -sd ' ')" = "far near" ]
  [ "$(ls sounds | paste -sd ' ')" = "30.wav 34.wav 37.wav 3c.wav" ]
  for file in 30 34 37 3c; do
    "$spinet" render $file.mid -o here-$file.wav
    cmp here-$file.wav sounds/$file.wav
    cmp here-$file.wav $file.wav
  done
}

# Only root can make machines.
has_machines() {
  local tool
  [ "$(id -u)" = 0 ] || return 1
  for tool in parallel rsync ip ssh dropbear; do command -v $tool > /dev/null || return 1; done
}
if has_machines; then
  scenario "Two machines share songs by GNU parallel over ssh, as the guide says" renders_on_two_machines
else
  echo "skipped two machines that share songs: root can make them, with parallel, rsync, ip, ssh and dropbear"
fi

renders_as_an_array() {
  local task
  mkdir bin
  ln -s "$spinet" bin/spinet
  for key in 30 34 37; do song $key; mv song.mid $key.mid; done
  sed -n '/^```bash/,/^```$/{/^```/!p}' "$guide/ManySongs.md" > songs.sbatch
  chmod +x songs.sbatch
  # What Slurm does with the lines that it reads itself.
  [ "$(sed -n 's/^#SBATCH --array=1-//p' songs.sbatch)" = 16 ]
  for task in $(seq 16); do
    PATH=$work/bin:$PATH SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=4 ./songs.sbatch
  done
  [ "$(ls sounds | paste -sd ' ')" = "30.wav 34.wav 37.wav" ]
}
scenario "A Slurm array shares songs, as the guide says" renders_as_an_array
