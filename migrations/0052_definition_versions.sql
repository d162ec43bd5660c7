-- Definitions of trackers as they were after each change.
create table tracker_definition_version (
  tracker_id bigint not null references tracker (id) on delete cascade,
  number integer not null,
  -- Null: a command, or nobody knows.
  user_id bigint,
  at timestamptz not null default now(),
  -- The differences from the version before.
  changes json not null default '[]',
  -- Both null in a first version that is still the present definition. The next change fills them in.
  etag text,
  -- As JSON, because the order of the members counts for readers.
  definition json,
  primary key (tracker_id, number),
  check ((etag is null) = (definition is null))
);
insert into tracker_definition_version (tracker_id, number) select id, 1 from tracker where deleted_at is null;
