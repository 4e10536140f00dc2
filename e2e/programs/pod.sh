# Makes a container with the programs of this machine what scenes expect, and plays one in it: its log is the container's.
set -eu
mkdir -p /mnt/out /etc /var /run /root /srv/app /home/app
tar -C /base/etc -cf - --exclude=./hosts --exclude=./hostname --exclude=./resolv.conf . | tar -C /etc -xf -
cp -a /base/var/. /var/ 2>/dev/null || true # a part of it may be read-only
echo 'app:x:1000:1000::/home/app:/bin/sh' >>/etc/passwd
echo 'app:x:1000:' >>/etc/group
chown 1000:1000 /home/app /srv/app
: >/mnt/out/log
chmod 666 /mnt/out/log
exec 2>/mnt/out/shell # what the shell itself says is no log of a program
cd /srv/app
. /mnt/scene/prelude.sh

begin() { # beside what follows
  "$@" > >(tee -a "$LOG") 2>&1 &
  PROGRAM=$!
}

ends() { # as the first process of the container, so that its exit code is the container's
  exec "$@" 2>&1
}

said() { # or the program has ended, and so has its container
  until grep -qE -- "$1" "${2:-$LOG}"; do
    [ -n "${2:-}" ] || kill -0 "$PROGRAM" || { ended; exit "$CODE"; }
    sleep 0.05
  done
}

goes_on() { # while what follows fails again and again. It is ready, and can be asked about, when that is no news any more
  [ $# = 0 ] || for _ in 1 2 3; do "$@"; sleep 1; done
  touch /mnt/out/goes-on
  while [ $# != 0 ] && kill -0 "$PROGRAM"; do "$@"; sleep 1; done
  ended
}

. /mnt/scene/scene.sh
exit "$CODE"
