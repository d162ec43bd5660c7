-- Files from their declaration on (files.md): an upload is a file that nothing is attached to yet.
alter table file
  -- all of its bytes are safe in the content store; false: they are still arriving
  add column is_finished boolean not null default true,
  -- a file that is not attached is nobody's from here on; null = it was attached, and stays
  add column expires_at timestamptz,
  -- media type that the content shows, whatever its sender said; null = none that is known
  add column detected_type text;
create index file_pending on file (submitted_by) where expires_at is not null;
create index file_declared on file (field_id, size) where expires_at is not null;
create index file_expiry on file (expires_at) where expires_at is not null;

-- Contents of files that are gone: what is left to erase from the content store. Filled by whatever takes a file away, in the same
-- transaction, so that no content is forgotten and none is erased for a change that was not committed.
create table content_erasure (
  file_id bigint primary key,
  since timestamptz not null default now()
);
create function queue_content_erasure() returns trigger language plpgsql as $$
begin
  insert into content_erasure (file_id) values (old.id) on conflict do nothing;
  return null;
end $$;
create trigger file_deleted after delete on file for each row execute function queue_content_erasure();
create trigger file_removed after update of removed_at on file for each row
  when (old.removed_at is null and new.removed_at is not null) execute function queue_content_erasure();
