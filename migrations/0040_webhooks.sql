-- Webhooks that tell other programs of every change, in order for each artifact, until it has arrived.

create table webhook (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('site', 'project', 'tracker')),
  project_id bigint references project on delete cascade,
  tracker_id bigint references tracker on delete cascade,
  url text not null,
  -- none: all kinds
  kinds text[] not null,
  tql text,
  include text not null check (include in ('none', 'values', 'full')),
  -- The account whose rights decide which changes the webhook tells.
  owner_id bigint not null,
  -- Encrypted.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  state text default 'active' not null check (state in ('active', 'failing', 'paused')),
  paused_because text check (paused_because in ('request', 'owner', 'failures', 'gone', 'retention')),
  -- Lanes that failed since the last success.
  failed_lanes text[] default '{}' not null,
  -- Failed attempts since the webhook is failing.
  failures integer default 0 not null,
  -- The first failure since the last success.
  failed_since timestamptz,
  -- The next attempt of a failing webhook.
  next_attempt timestamptz,
  last_success timestamptz,
  lost_from timestamptz,
  lost_to timestamptz,
  -- Time at which a mail told administrators that the log will soon lose waiting changes.
  warned_at timestamptz,
  -- The place in the log up to which its changes are queued; null: that of the consumer.
  cursor text,
  version integer default 1 not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((scope = 'site') = (project_id is null)),
  check ((scope = 'tracker') = (tracker_id is not null)),
  check ((state = 'paused') = (paused_because is not null))
);
create index webhook_project on webhook (project_id) where project_id is not null;
create index webhook_tracker on webhook (tracker_id) where tracker_id is not null;

-- Requests to tell changes again.
create table webhook_replay (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook on delete cascade,
  cursor text not null,
  -- The place of the log at the request: the webhook tells later changes anyway.
  last text not null,
  since timestamptz,
  until timestamptz,
  artifact_ids bigint[],
  created_at timestamptz not null
);
create index webhook_replay_webhook on webhook_replay (webhook_id);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook on delete cascade,
  message_id text not null,
  -- The event of the log, as it was queued; null: a test.
  event jsonb,
  kind text not null,
  -- Changes of one lane follow one another: `a12` are those of artifact 12.
  lane text not null,
  -- Order in the lane, before the id.
  position bigint not null,
  artifact_id bigint,
  changeset_id bigint,
  state text not null check (state in ('waiting', 'running', 'done', 'skipped')),
  -- null: the delivery is over, or waits for an earlier one of its lane.
  next_attempt timestamptz,
  -- Time from which another process may take the delivery over.
  lease_until timestamptz,
  failures integer default 0 not null,
  -- The first refusal since which all attempts were refused.
  refused_since timestamptz,
  -- The change as it was sent, and the bytes of the first attempt, which are sent again.
  change jsonb,
  body text,
  has_artifact boolean default false not null,
  headers jsonb,
  attempts jsonb default '[]' not null,
  created_at timestamptz not null
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt) where state = 'waiting' and next_attempt is not null;
create index webhook_delivery_lane on webhook_delivery (webhook_id, lane, position, id) where state in ('waiting', 'running');
create index webhook_delivery_list on webhook_delivery (webhook_id, id);
create index webhook_delivery_lease on webhook_delivery (lease_until) where state = 'running';
create index webhook_delivery_age on webhook_delivery (created_at) where state in ('done', 'skipped');

-- Finds earlier changes of an artifact that are still to be queued.
create index event_artifact on event (artifact_id, changeset_id) where artifact_id is not null;
