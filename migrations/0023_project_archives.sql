-- Archives that projects are made from (projects.md 3.4). Its bytes are a file like others, of the field 0, which is none.
create table project_archive (
  -- of its own, so that slots are numbered from 1
  id bigint generated always as identity primary key,
  -- no reference: what became of the archive is told also where the project was given up
  project_id bigint not null unique,
  -- null: its bytes are gone, or are no longer needed
  file_id bigint references file on delete set null,
  file_name text not null,
  file_size bigint not null,
  submitted_by bigint not null references users on delete cascade,
  created_at timestamptz not null,
  -- until then the bytes must be there
  expires_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'importing', 'imported', 'failed', 'cancelled', 'expired')),
  -- what the import says: level, text, file, line
  messages jsonb not null default '[]',
  finished_at timestamptz
);
create index project_archive_open on project_archive (id) where status in ('waiting', 'importing');
create index project_archive_user on project_archive (submitted_by);
create index project_archive_file on project_archive (file_id) where file_id is not null;
