-- One snapshot of the feed at a time for each caller; a lost row only lets a second one begin.
create unlogged table snapshot_lease (
  caller text primary key,
  token text not null,
  until timestamptz not null
);
