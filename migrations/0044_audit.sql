-- The audit: a chain of rows without gaps, written by one consumer of the event log.
create table audit_entry (
  n bigint primary key,
  event_at timestamptz not null,
  kind text not null,
  actor_id bigint,
  project_id bigint,
  subject text,
  -- The row as it is answered, without its hash and without names of accounts.
  entry jsonb not null,
  -- Hash of the row before; zeros before the first one.
  previous bytea not null,
  hash bytea not null
);
create index audit_entry_project on audit_entry (project_id, n) where project_id is not null;
create index audit_entry_actor on audit_entry (actor_id, n) where actor_id is not null;
create index audit_entry_subject on audit_entry (subject, n) where subject is not null;

-- The last row that the retention removed.
create table audit_anchor (
  is_only boolean default true not null primary key check (is_only),
  n bigint not null,
  hash bytea not null
);

-- Signed ends of the chain.
create table audit_head (
  n bigint primary key,
  hash bytea not null,
  signed_at timestamptz not null,
  signature bytea not null
);

-- The last row that was checked, and the first row that is broken.
create table audit_check (
  is_only boolean default true not null primary key check (is_only),
  checked_at timestamptz not null,
  until_n bigint not null,
  broken_n bigint,
  fault text
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('crocus.audit_retention', true) = 'on' then
    return old;
  end if;
  -- A restore empties all tables of the new database first.
  if tg_op = 'TRUNCATE' and not exists (select from audit_entry) then
    return null;
  end if;
  raise exception 'rows of the audit cannot be changed';
end
$$;
create trigger audit_entry_is_fixed before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_stays before truncate on audit_entry
  for each statement execute function refuse_audit_change();
