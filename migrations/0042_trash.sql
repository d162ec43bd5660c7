-- Deleted artifacts until they are purged. All other tables lose their rows, so no query, count or index has to know of the trash.
create table trashed_artifact (
  artifact_id bigint primary key,
  project_id bigint not null,
  tracker_id bigint not null,
  number bigint not null,
  -- The last version before the deletion.
  changeset_id bigint not null,
  changeset_count int not null,
  title text,
  deleted_by bigint not null,
  deleted_at timestamptz not null,
  purge_on timestamptz not null,
  -- The facts that decided who saw the artifact, in the form of the event log.
  access jsonb not null,
  -- Rows of the artifact by table. Index and texts follow from the document.
  rows jsonb not null
);
create index trashed_artifact_tracker on trashed_artifact (tracker_id, deleted_at);
create index trashed_artifact_project on trashed_artifact (project_id);
create index trashed_artifact_purge on trashed_artifact (purge_on);

create table trashed_changeset (
  id bigint primary key,
  artifact_id bigint not null references trashed_artifact (artifact_id) on delete cascade,
  -- The row of `changeset`, with the columns that it had then.
  row jsonb not null
);
create index trashed_changeset_artifact on trashed_changeset (artifact_id);
