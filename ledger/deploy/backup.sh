#!/bin/sh
# Copy the ledger, put the copy back beside it as a drill, and drop copies older than a month.
#
# Ends with an error if the copy cannot be made, cannot be put back, or holds wrong books.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-.venv/bin/python}
copies=${COPIES:-/var/backups/card-table-ledger}
copy=$copies/$(date +%Y-%m-%d-%H%M%S)

put() { # whole, or the one of yesterday stays
    cp "$1" "$2.part" && sync "$2.part" && mv "$2.part" "$2"
}

umask 077
mkdir -p "$copies"
"$python" manage.py backup "$copy"
# The secret of the links, and the authority that phones trust; a place may have none of them.
for file in secret_key ca.crt ca.key; do
    [ ! -e "$DATA_DIR/$file" ] || put "$DATA_DIR/$file" "$copies/$file"
done
# What systemd tells the service: a SECRET_KEY may stand there.
settings=/etc/card-table-ledger.env
[ ! -e "$settings" ] || put "$settings" "$copies/settings.env"

case ${DATABASE_URL:-} in
postgres*) drill=${DRILL_URL:-} ;; # an empty database of one's own, where there is one
*) drill=file ;;
esac
if [ -n "$drill" ]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    cp "$copy" "$scratch/copy"
    unset DATABASE_URL # then it is a file in the data folder
    [ "$drill" = file ] || export DATABASE_URL="$drill"
    DATA_DIR=$scratch "$python" manage.py restore --replace "$scratch/copy"
fi
find "$copies" -name '20*' -mtime +31 -delete
[ -z "${PUT_AWAY_DAYS:-}" ] || "$python" manage.py put_away "$PUT_AWAY_DAYS"
