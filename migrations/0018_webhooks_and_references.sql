-- What webhooks of trackers were told, and words that texts of a project refer to things by.

-- Calls to be made, in their order, and the last ones that were made, for the administrators of the tracker.
create table tracker_webhook_delivery (
  id bigint generated always as identity primary key,
  tracker_id bigint not null references tracker on delete cascade,
  -- null: it is no more, and is not called any more
  webhook_id bigint references tracker_webhook on delete set null,
  url text not null,
  artifact_id bigint not null,
  changeset_id bigint not null,
  action text not null check (action in ('create', 'update')),
  -- null: not yet
  sent_on timestamptz,
  duration_ms integer,
  -- of the answer; null: there was none
  status integer,
  -- why there was none
  error text
);
create index tracker_webhook_delivery_tracker on tracker_webhook_delivery (tracker_id, id);
create index tracker_webhook_delivery_pending on tracker_webhook_delivery (webhook_id, id) where duration_ms is null;

-- `story #12` in a text of the project leads to the link, with $1 … for the parts of the value.
create table reference_pattern (
  project_id bigint not null references project on delete cascade,
  keyword text not null check (keyword = lower(keyword)),
  rank integer not null,
  description text not null,
  link text not null,
  is_enabled boolean not null,
  primary key (project_id, keyword)
);
