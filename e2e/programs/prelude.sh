# What scenes may call, beside `begin`, `ends` and `goes_on`, which a cage and a pod have each in their own way.
# They run as root of a cage or a container: bash, and a file system whose changes nobody sees.
AS="setpriv --reuid=1000 --regid=1000 --clear-groups"
LOG=/mnt/out/log
CODE=0

beside() { # another program, whose log is not kept
  "$@" >/mnt/out/other 2>&1 &
  OTHER=$!
}

said() { # wait until its log has it
  for _ in $(seq 600); do
    if grep -qE -- "$1" "${2:-$LOG}"; then return 0; fi
    sleep 0.05
  done
  echo "never said: $1" >&2
  tail -n 20 "${2:-$LOG}" >&2
  exit 3
}

end() { # by a signal
  kill -s "${1:-TERM}" "$PROGRAM"
  ended
}

ended() {
  wait "$PROGRAM" && CODE=0 || CODE=$?
}

taken() { # a port, by another program
  beside python3 -m http.server "$1"
  until (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; do sleep 0.05; done
}

quietly() { "$@" >/dev/null 2>&1 </dev/null || true; }

get() { quietly curl -sk --max-time 5 "$@"; }

send() { # some bytes to a port, and what is answered is thrown away
  (exec 3<>"/dev/tcp/127.0.0.1/$1" && printf "$2" >&3 && timeout 0.5 cat <&3 >/dev/null) 2>/dev/null || true
}

certificate() { # a key and a certificate of its own in this folder
  mkdir -p "$1"
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$1/tls.key" -out "$1/tls.crt" -subj /CN=app.shop -days 30 2>/dev/null
}
