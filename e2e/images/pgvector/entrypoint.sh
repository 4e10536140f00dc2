#!/bin/sh
# What docker-entrypoint.sh of the official image does with these variables, as far as Casebook's chart relies on it.
set -eu

from_file() {
    eval "file=\${$1_FILE:-}"
    if [ -n "$file" ]; then
        export "$1=$(cat "$file")"
    fi
}

first_start() {
    from_file POSTGRES_PASSWORD
    : "${POSTGRES_PASSWORD:?Database is uninitialized and superuser password is not specified}"
    user=${POSTGRES_USER:-postgres}
    database=${POSTGRES_DB:-$user}
    mkdir -p "$PGDATA"
    chmod 700 "$PGDATA"
    words=$(mktemp)
    printf '%s\n' "$POSTGRES_PASSWORD" > "$words"
    initdb --username="$user" --pwfile="$words" --auth-local=trust --auth-host=scram-sha-256 -D "$PGDATA"
    rm "$words"
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    # As there: nobody from outside gets in before the database is made.
    postgres -D "$PGDATA" "$@" -c listen_addresses='' -c unix_socket_directories=/tmp &
    until pg_isready --quiet -h /tmp; do
        kill -0 "$!"
        sleep 0.1
    done
    if [ "$database" != postgres ]; then
        createdb -h /tmp -U "$user" "$database"
    fi
    for script in /docker-entrypoint-initdb.d/*.sql; do
        if [ -e "$script" ]; then
            psql -v ON_ERROR_STOP=1 -h /tmp -U "$user" -d "$database" -f "$script"
        fi
    done
    pg_ctl -D "$PGDATA" -m fast -w stop
}

case "${1:-}" in
    -*) set -- postgres "$@" ;;
esac
if [ "${1:-}" = postgres ]; then
    shift
    if [ ! -s "$PGDATA/PG_VERSION" ]; then
        first_start "$@"
    fi
    exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql "$@"
fi
exec "$@"
