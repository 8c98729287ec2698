#!/bin/sh
# Copy the ledger, put the copy back beside it as a drill, and drop copies older than a month.
#
# Ends with an error if the copy cannot be made, cannot be put back, or holds wrong books.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-.venv/bin/python}
copies=${COPIES:-/var/backups/card-table-ledger}
copy=$copies/$(date +%Y-%m-%d-%H%M%S)

umask 077
mkdir -p "$copies"
"$python" manage.py backup "$copy"
cp -p "$DATA_DIR/secret_key" "$copies/" 2> /dev/null || true # none where SECRET_KEY is set

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
