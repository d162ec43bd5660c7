-- What the platform stands on: settings and the event log.

create extension if not exists pg_trgm;

-- Settings of http.md §13 that were changed; the defaults are in the program.
create table setting (
  name text primary key,
  value text not null
);

-- Append-only log of what happened, written in the transaction of each change (DESIGN.md §2).
-- It is read by cursor (xid, seq), and only below pg_snapshot_xmin(pg_current_snapshot()): a transaction that commits late has
-- an xid that was not below that line, so no reader ever passes it by. seq alone would not do.
create table event (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  actor_id bigint,
  -- rest, web, import, svn, command, job
  means text not null,
  kind text not null,
  project_id bigint,
  tracker_id bigint,
  artifact_id bigint,
  changeset_id bigint,
  payload jsonb not null default '{}'
);
create index event_cursor on event (xid, seq);
create index event_artifact on event (artifact_id, seq) where artifact_id is not null;
create index event_project on event (project_id, seq) where project_id is not null;

-- Secrets that all processes of an installation share (keys of HMACs); made at the first start.
create table instance_secret (
  name text primary key,
  value bytea not null
);
