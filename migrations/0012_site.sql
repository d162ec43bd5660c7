-- What belongs to the platform as a whole, and what people see of their own.

-- At most one: the notice that everybody sees.
create table site_banner (
  is_only boolean primary key default true check (is_only),
  message text not null,
  importance text not null check (importance in ('standard', 'warning', 'critical')),
  expires_at timestamptz
);

-- Work of the platform itself, as administrators follow it.
create table system_event (
  id bigint generated always as identity primary key,
  type text not null,
  status text not null check (status in ('new', 'running', 'done', 'warning', 'error')),
  owner text not null,
  log text not null default '',
  at timestamptz not null default now()
);

-- For the number of invitations that an account may send in a day.
create table invitation (
  id bigint generated always as identity primary key,
  sender_id bigint not null references users on delete cascade,
  email text not null,
  project_id bigint references project on delete cascade,
  sent_on timestamptz not null
);
create index invitation_sender on invitation (sender_id, sent_on);

-- Artifacts that an account worked on lately.
create table visited_artifact (
  user_id bigint not null references users on delete cascade,
  artifact_id bigint not null references artifact on delete cascade,
  visited_at timestamptz not null,
  primary key (user_id, artifact_id)
);
create index visited_artifact_artifact on visited_artifact (artifact_id);

create table user_dashboard (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null
);
create unique index user_dashboard_name on user_dashboard (user_id, name);
