-- Who gets mails about artifacts, beside the people in their fields.

-- Tracker-wide: addresses, accounts and groups that are told of every artifact of a tracker.
create table tracker_notification (
  id bigint generated always as identity primary key,
  tracker_id bigint not null references tracker on delete cascade,
  rank integer not null,
  -- false: of new artifacts only
  is_for_updates boolean not null default true,
  emails text[] not null default '{}',
  user_ids bigint[] not null default '{}',
  user_group_ids bigint[] not null default '{}'
);
create index tracker_notification_tracker on tracker_notification (tracker_id, rank);

-- What an account wants to hear of a tracker, or of one artifact; where there is no row: when it takes part.
create table subscription (
  user_id bigint not null references users on delete cascade,
  tracker_id bigint references tracker on delete cascade,
  artifact_id bigint references artifact on delete cascade,
  level text not null check (level in ('all', 'none')),
  check (num_nonnulls(tracker_id, artifact_id) = 1)
);
create unique index subscription_tracker on subscription (tracker_id, user_id) where tracker_id is not null;
create unique index subscription_artifact on subscription (artifact_id, user_id) where artifact_id is not null;
create index subscription_user on subscription (user_id);
