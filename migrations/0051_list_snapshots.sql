-- Ids of lists whose pages do not move. They are lost with a crash: clients make new ones.
create unlogged table list_snapshot (
  id text primary key,
  -- In the order in which they were made.
  n bigint generated always as identity,
  -- The account, or the address of an anonymous caller.
  owner text not null,
  -- Hash of the list: its address and parameters, and the limits of the credentials.
  list bytea not null,
  ids bigint[] not null,
  used_at timestamptz not null
);
create index list_snapshot_owner on list_snapshot (owner, n);
create index list_snapshot_used on list_snapshot (used_at);
