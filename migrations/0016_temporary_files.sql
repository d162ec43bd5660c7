-- Files of the older interface (files.md §6.1): their bytes come in pieces of at most 1 MiB, and nobody says how many there will be. They
-- wait here until the file is attached; what is to be attached is then written to the content store in one go.
create table temporary_chunk (
  file_id bigint not null references file on delete cascade,
  -- 1, 2, 3 …
  ordinal integer not null,
  content bytea not null,
  primary key (file_id, ordinal)
);
-- Pieces of it are read, and most files are compressed already.
alter table temporary_chunk alter column content set storage external;

create function drop_temporary_chunks() returns trigger language plpgsql as $$
begin
  delete from temporary_chunk where file_id = new.id;
  return null;
end $$;
create trigger file_attached after update of artifact_id on file for each row
  when (old.artifact_id is null and new.artifact_id is not null) execute function drop_temporary_chunks();
