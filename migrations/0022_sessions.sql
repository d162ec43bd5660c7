-- Sign-ins of browsers (auth.md §2.6).

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the 32 random bytes that the cookie holds
  secret_hash bytea not null,
  -- how the account proved who it is: pwd (RFC 8176); second factors and other servers add theirs
  methods text[] not null,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  last_used_by text not null,
  user_agent text not null
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);
