-- Second factors of accounts: authenticator apps (RFC 6238).
create table second_factor (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- AES-256-GCM under a key of instance_secret, because the server computes codes from it
  sealed_secret bytea not null,
  -- the newest time step of which a code was used: older codes are worth nothing
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- null: the owner has not typed a code yet, so nothing asks for it
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create index second_factor_of_user on second_factor (user_id);

-- Codes that replace a lost second factor, each once.
create table recovery_code (
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the code
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Wrong codes after a right password, of the present window of time.
create table wrong_code (
  user_id bigint primary key references users on delete cascade,
  count integer not null,
  window_began_at timestamptz not null
);
