-- Ids that artifacts have elsewhere: in the tracker or the sheet that they were imported from.
create table artifact_external_id (
  project_id bigint not null,
  -- The system that gave the id.
  source text not null check (source ~ '^[a-z0-9_.-]{1,64}$'),
  external_id text not null check (length(external_id) between 1 and 255),
  artifact_id bigint not null references artifact on delete cascade,
  primary key (project_id, source, external_id)
);
create index artifact_external_id_artifact on artifact_external_id (artifact_id);
