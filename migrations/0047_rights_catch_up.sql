-- While processes of an earlier version run, events may lack the facts by which the feed judges rights. Its readers compare their copies with a
-- snapshot when the last such process is gone (docs/decisions/0077-upgrades-and-the-feed.md).
create table rights_catch_up (
  is_only boolean primary key default true check (is_only),
  -- Number of the migration as of which processes write all facts.
  migration integer not null,
  -- Time since which no process of an earlier version was seen.
  quiet_since timestamptz,
  announced_at timestamptz
);

-- A new installation has no readers.
insert into rights_catch_up (migration) select 47 where exists (select from event);
