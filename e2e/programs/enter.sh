# Makes the cage around a scene: mounts, a name and a network of its own. Nothing outside changes.
set -eu
mount -t tmpfs tmpfs /mnt
mkdir -p /mnt/out /mnt/app /mnt/layers
mount --bind "$OUT" /mnt/out
for folder in usr etc var; do
  mkdir -p "/mnt/layers/$folder/upper" "/mnt/layers/$folder/work"
  mount -t overlay overlay \
    -o "lowerdir=$DEBIAN/$folder:/$folder,upperdir=/mnt/layers/$folder/upper,workdir=/mnt/layers/$folder/work" "/$folder"
done
mount -t tmpfs tmpfs /opt
while read -r from to; do
  mkdir -p "$to"
  mount --bind "$from" "$to"
done <"$OUT/mounts"
for folder in /srv /run /home /root /tmp; do mount -t tmpfs -o mode=1777 tmpfs "$folder"; done
echo 'app:x:1000:1000::/home/app:/bin/sh' >>/etc/passwd
echo 'app:x:1000:' >>/etc/group
printf '127.0.0.1 localhost app-0\n' >/etc/hosts
: >/etc/resolv.conf
mkdir -p /home/app /srv/app && chown app: /home/app /srv/app
hostname app-0
ip link set lo up
cd /srv/app
. /mnt/out/prelude.sh

begin() { # the program whose log is kept, beside what follows
  "$@" >>"$LOG" 2>&1 &
  PROGRAM=$!
}

ends() { # a program that ends by itself
  "$@" >>"$LOG" 2>&1 && CODE=0 || CODE=$?
}

goes_on() { # a program that is killed here would run on, while what follows fails again and again
  "$@"
  kill -KILL "$PROGRAM"
  ended
  CODE=null
}

. /mnt/out/scene.sh
echo "$CODE" >/mnt/out/code
