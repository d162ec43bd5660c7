-- Ways back for who forgot a password, and what slows down those who guess one.

create table password_reset (
  -- SHA-256 of the token that stands in the mail
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  -- the address that the mail went to: with another one the token is worth nothing
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_reset_of_user on password_reset (user_id);
create index password_reset_expiry on password_reset (expires_at);

-- Failed sign-ins of the last minutes, by account name or network address (only a MAC of it). After a crash it is empty, and no harm is done.
create unlogged table sign_in_failure (
  subject bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
create index sign_in_failure_age on sign_in_failure (last_failed_at);
