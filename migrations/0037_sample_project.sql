-- The sample project, with the accounts that were created for it.
create table sample_project (
  project_id bigint primary key references project on delete cascade,
  user_ids bigint[] not null
);

-- Messages of imported revisions name artifacts of this platform, not of the one that the archive is from.
alter table svn_repository add column has_current_mentions boolean default false not null;
