-- Imports of artifacts by programs and pages, in portions.
create table artifact_import (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  tracker_id bigint,
  submitted_by bigint not null references users on delete cascade,
  -- The request: source, format, columns, people and such.
  options jsonb not null,
  is_dry_run boolean not null,
  -- The import whose changes this one undoes.
  undo_of bigint references artifact_import on delete cascade,
  -- null: the content is erased, or there is none.
  file_id bigint references file on delete set null,
  file_name text not null,
  file_size bigint not null,
  created_at timestamptz not null,
  -- Time until which the content must be there.
  expires_at timestamptz not null,
  finished_at timestamptz,
  status text not null default 'waiting' check (status in ('waiting', 'checking', 'running', 'done', 'failed', 'cancelled')),
  is_stopping boolean not null default false,
  attempts int not null default 0,
  -- Cells of the first line of a sheet, with its separator; null: not read yet.
  head jsonb,
  -- Place behind the last line whose artifact was written: bytes, lines. Of an undo: the last artifact.
  byte_offset bigint not null default 0,
  lines_done bigint not null default 0,
  -- The same for links, which are written when all artifacts are there. null: not yet.
  link_offset bigint,
  link_lines bigint not null default 0,
  has_links boolean not null default false,
  total bigint not null default 0,
  done bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  -- Messages beyond those that are kept.
  more_messages bigint not null default 0,
  -- Addresses without an account that were invited.
  invited text[] not null default '{}'
);
create index artifact_import_project on artifact_import (project_id, id);
create index artifact_import_open on artifact_import (id) where status in ('waiting', 'checking', 'running');
create index artifact_import_file on artifact_import (file_id) where file_id is not null;
create index artifact_import_user on artifact_import (submitted_by);
create index artifact_import_undo on artifact_import (undo_of) where undo_of is not null;

create table artifact_import_message (
  import_id bigint not null references artifact_import on delete cascade,
  n bigint generated always as identity,
  line bigint,
  "column" text,
  level text not null check (level in ('error', 'warning')),
  reason text,
  text text not null,
  primary key (import_id, n)
);

-- Artifacts that an import wrote, with its changesets: an undo goes through them.
create table artifact_import_change (
  import_id bigint not null references artifact_import on delete cascade,
  artifact_id bigint not null,
  is_new boolean not null,
  changeset_ids bigint[] not null,
  primary key (import_id, artifact_id)
);

-- External ids that a rehearsal has met.
create table artifact_import_key (
  import_id bigint not null references artifact_import on delete cascade,
  external_id text not null,
  primary key (import_id, external_id)
);

-- The line of the last import: the number of its changes, and hashes of them and of its links. The same line again changes nothing.
alter table artifact_external_id
  add column entries int not null default 0,
  add column digest bytea,
  add column links_digest bytea;
