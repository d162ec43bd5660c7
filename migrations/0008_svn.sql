-- Subversion: repositories, their settings, and what is known of their commits. Contents lie in the data folder.

create table svn_repository (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  is_reference_mandatory boolean not null default false,
  is_commit_message_change_allowed boolean not null default false,
  immutable_paths text[] not null default '{}',
  immutable_whitelist text[] not null default '{}',
  -- the version of its access file that counts
  access_file_version integer not null default 1,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  -- revisions up to this one are stored in svn_revision, with their references, mails and events
  last_revision bigint not null default 0,
  last_commit_at timestamptz,
  -- revisions up to this one came with an archive: nobody is told of them
  imported_revision bigint not null default 0,
  -- somebody asked for its deletion, which a job does later; until then it is there as before
  deletion_requested_at timestamptz,
  deletion_requested_by bigint references users,
  -- gone for everybody but site administrators; its contents are in the trash
  deleted_at timestamptz,
  -- its contents are gone, too; the row keeps the name reserved
  purged_at timestamptz,
  check (deleted_at is not null or purged_at is null)
);
-- Deleted repositories keep their name (svn.md §2.1), so that they can be restored and no address ever leads to other contents.
create unique index svn_repository_name on svn_repository (project_id, lower(name));
create index svn_repository_deletion on svn_repository (deletion_requested_at)
  where deletion_requested_at is not null and purged_at is null;

-- Every text that a repository's access file had; the effective file is made from it and from the project's groups.
create table svn_access_file_version (
  repository_id bigint not null references svn_repository on delete cascade,
  version integer not null,
  content text not null,
  has_default_permissions boolean not null,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (repository_id, version)
);

-- Whom commits below a path are told to; lists keep the order in which they were given.
create table svn_notification (
  repository_id bigint not null references svn_repository on delete cascade,
  rank integer not null,
  path text not null,
  user_group_ids bigint[] not null default '{}',
  user_ids bigint[] not null default '{}',
  emails text[] not null default '{}',
  primary key (repository_id, rank)
);

-- Groups whose members administer the repositories of the project, beside its administrators.
create table svn_administrator_group (
  project_id bigint not null references project on delete cascade,
  user_group_id bigint not null,
  primary key (project_id, user_group_id)
);

create table svn_revision (
  repository_id bigint not null references svn_repository on delete cascade,
  revision bigint not null,
  -- svn:author and svn:date, which revisions of loaded dumps may lack
  author text,
  author_id bigint references users,
  committed_at timestamptz,
  message text not null,
  -- [[how, path], …] in the order of `svnlook changed`; only the first ones of very large commits
  changes jsonb not null,
  change_count integer not null,
  primary key (repository_id, revision)
);

-- Artifacts that the message of a revision names.
create table svn_revision_reference (
  repository_id bigint not null,
  revision bigint not null,
  artifact_id bigint not null references artifact on delete cascade,
  keyword text not null,
  primary key (repository_id, revision, artifact_id, keyword),
  foreign key (repository_id, revision) references svn_revision on delete cascade
);
create index svn_revision_reference_artifact on svn_revision_reference (artifact_id);

-- Revisions that texts of an artifact name, `rev #charts/12`: what they mean is looked up when it is shown.
create table svn_artifact_reference (
  artifact_id bigint not null references artifact on delete cascade,
  project_id bigint not null,
  repository_name text not null,
  revision bigint not null,
  keyword text not null,
  primary key (artifact_id, project_id, repository_name, revision, keyword)
);
create index svn_artifact_reference_revision on svn_artifact_reference (project_id, lower(repository_name), revision);
