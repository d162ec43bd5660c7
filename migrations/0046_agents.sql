-- Programs that act for an account over MCP: their policies, and their writes that wait for a decision.
create table agent_policy (
  user_id bigint not null references users on delete cascade,
  -- Null: all access keys of the account.
  app_id bigint references oauth_app on delete cascade,
  mode text not null check (mode in ('free', 'dry_run_first', 'approval')),
  -- Null: no limit. A list of tools may be empty: then the agent only reads.
  project_ids bigint[] check (cardinality(project_ids) > 0),
  tracker_ids bigint[] check (cardinality(tracker_ids) > 0),
  tools text[],
  writes_per_hour integer check (writes_per_hour > 0),
  updated_at timestamptz not null,
  unique nulls not distinct (user_id, app_id)
);

-- Writes of the last hour, for `writes_per_hour`. No foreign keys: rows live for an hour.
create table agent_write (
  user_id bigint not null,
  -- A write that is repeated with its key counts once.
  key text not null,
  app_id bigint,
  at timestamptz not null,
  primary key (user_id, key)
);
create index agent_write_at on agent_write (user_id, at);

-- A write of an agent that the account allows or refuses.
create table approval (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  app_id bigint references oauth_app on delete set null,
  -- Name of the application, or label of the access key.
  agent text not null,
  is_access_key boolean not null,
  tool text not null,
  arguments jsonb not null,
  project_id bigint not null references project on delete cascade,
  tracker_id bigint not null,
  -- Null: a new artifact.
  artifact_id bigint,
  -- The call of the API, and the version that it needs.
  request jsonb not null,
  version text,
  -- The report of the dry run.
  report jsonb not null,
  -- The same call of the same agent is the same approval while it waits.
  call_hash bytea not null,
  -- `allowed`: the write is under way.
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'done', 'refused', 'failed', 'expired')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  comment text not null default '',
  -- The artifact and changeset that the write made, or the refusal that it got.
  outcome jsonb
);
create unique index approval_waiting on approval (user_id, call_hash) where state = 'waiting';
create index approval_user on approval (user_id, id desc);
create index approval_open on approval (expires_at) where state in ('waiting', 'allowed');
create index approval_app on approval (app_id);

-- An entry is about an artifact, or about an approval.
alter table inbox_entry alter column artifact_id drop not null;
alter table inbox_entry add column approval_id bigint references approval on delete cascade;
alter table inbox_entry add check (num_nonnulls(artifact_id, approval_id) = 1);
create unique index inbox_entry_approval on inbox_entry (user_id, approval_id) where approval_id is not null;
create index inbox_entry_of_approval on inbox_entry (approval_id) where approval_id is not null;

-- Name of the program that made the change for its author.
alter table changeset add column agent text;
