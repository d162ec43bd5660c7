-- What an artifact is connected with changes without its own row: links and references come from others, and who may see their other
-- ends, and where these are, stands in the others' rows. Each such change leaves a row here, which is never changed: so many rows stand
-- for one state of the connections, and none means that there never were any (docs/decisions/0025-together-and-kept-by-state.md).
-- Rows, not a counter: writers of links to one artifact do not wait for each other, nor in circles.
create table connection_change (artifact_id bigint not null);
create index connection_change_artifact on connection_change (artifact_id);

create function note_link_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into connection_change values (old.source_id), (old.target_id); end if;
  if tg_op <> 'DELETE' then insert into connection_change values (new.source_id), (new.target_id); end if;
  return null;
end $$;
create trigger artifact_link_changed after insert or update or delete on artifact_link
  for each row execute function note_link_change();

create function note_reference_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into connection_change values (old.source_artifact_id), (old.target_artifact_id); end if;
  if tg_op <> 'DELETE' then insert into connection_change values (new.source_artifact_id), (new.target_artifact_id); end if;
  return null;
end $$;
create trigger cross_reference_changed after insert or update or delete on cross_reference
  for each row execute function note_reference_change();

-- The lock waits for who has connected this artifact and is not through yet (the foreign key of a connection holds the row for key share), so
-- that the search finds their connection, and lets nobody connect it until this change is through.
create function note_end_change() returns trigger language plpgsql as $$
begin
  perform from artifact where id = new.id for update;
  insert into connection_change
    select source_id from artifact_link where target_id = new.id
    union select target_id from artifact_link where source_id = new.id
    union select source_artifact_id from cross_reference where target_artifact_id = new.id
    union select target_artifact_id from cross_reference where source_artifact_id = new.id;
  return null;
end $$;
create trigger artifact_end_changed after update of tracker_id, submitted_by, granted_group_ids on artifact
  for each row
  when ((old.tracker_id, old.submitted_by, old.granted_group_ids) is distinct from (new.tracker_id, new.submitted_by, new.granted_group_ids))
  execute function note_end_change();

create function forget_connection_changes() returns trigger language plpgsql as $$
begin
  delete from connection_change where artifact_id = old.id;
  return null;
end $$;
create trigger artifact_forgotten after delete on artifact for each row execute function forget_connection_changes();

-- After the triggers, which nobody passes before this is through: servers may be at work meanwhile.
insert into connection_change
  select source_id from artifact_link union select target_id from artifact_link
  union select source_artifact_id from cross_reference union select target_artifact_id from cross_reference;
