-- News of an account: one entry for each artifact, with its changes since the account last read the entry.
create table inbox_entry (
  -- An entry that gets another change gets a new id, so that ids are in the order of the latest changes.
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- No foreign keys to artifacts and changesets: they would cost each deletion a look-up.
  artifact_id bigint not null,
  state text not null default 'unread' check (state in ('unread', 'read', 'done')),
  -- Time of the latest change, for the retention.
  at timestamptz not null
);
create unique index inbox_entry_unread on inbox_entry (user_id, artifact_id) where state = 'unread';
create index inbox_entry_user on inbox_entry (user_id, id desc);
create index inbox_entry_at on inbox_entry (at);

create table inbox_change (
  entry_id bigint not null references inbox_entry on update cascade on delete cascade,
  changeset_id bigint not null,
  -- `mention`, `assigned`, `watched`
  reasons text[] not null,
  primary key (entry_id, changeset_id)
);
