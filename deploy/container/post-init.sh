#!/bin/sh
# Run once by Patroni on the first primary: account and database of Crocus. $1 is the address of the new cluster.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$CROCUS_DATABASE_PASSWORD" "$1" <<'SQL'
create role crocus login password :'password';
create database crocus owner crocus encoding 'UTF8' template template0;
SQL
