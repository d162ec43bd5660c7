-- OAuth2 and OpenID Connect (auth.md §6): applications that act for users, and what users allowed them.

create table oauth_app (
  id bigint generated always as identity primary key,
  -- null: of the whole platform
  project_id bigint references project on delete cascade,
  name text not null check (name <> ''),
  -- compared byte by byte with what a request says
  redirect_uri text not null,
  -- whether each authorization request must carry a code challenge
  use_pkce boolean not null,
  -- SHA-256 of the 32 random bytes
  secret_hash bytea not null,
  created_at timestamptz not null
);
create index oauth_app_project on oauth_app (project_id, id);

-- What a user allows an application; asked for again when it wants more. It outlives the tokens.
create table oauth_consent (
  user_id bigint not null references users on delete cascade,
  app_id bigint not null references oauth_app on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null,
  -- when an access token was last issued
  last_used_at timestamptz,
  primary key (user_id, app_id)
);
create index oauth_consent_app on oauth_consent (app_id);

-- One authorization: the code and all tokens that come of it are revoked together.
create table oauth_grant (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  app_id bigint not null references oauth_app on delete cascade,
  payload jsonb not null,
  created_at timestamptz not null
);
create index oauth_grant_user on oauth_grant (user_id, app_id);
create index oauth_grant_app on oauth_grant (app_id);

-- Codes, access tokens and refresh tokens, by the SHA-256 of their text; the payload does not repeat it.
create table oauth_token (
  token_hash bytea primary key,
  kind text not null check (kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken')),
  grant_id text not null references oauth_grant on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null,
  -- codes and refresh tokens work once; seen again, the grant is revoked
  consumed_at timestamptz
);
create index oauth_token_grant on oauth_token (grant_id);
create index oauth_token_expiry on oauth_token (expires_at);

-- An authorization request that waits for the consent of a user; its id, which is in the address of the page, is kept as SHA-256.
create table oauth_interaction (
  uid_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  app_id bigint not null references oauth_app on delete cascade,
  request jsonb not null,
  expires_at timestamptz not null
);
create index oauth_interaction_expiry on oauth_interaction (expires_at);
create index oauth_interaction_user on oauth_interaction (user_id);
create index oauth_interaction_app on oauth_interaction (app_id);

-- RSA keys that sign ID tokens. Of a retired one only the public part is left, for as long as tokens are around that it signed.
create table oauth_signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb,
  created_at timestamptz not null,
  retired_at timestamptz,
  check ((private_jwk is null) = (retired_at is not null))
);
create unique index oauth_signing_key_current on oauth_signing_key ((retired_at is null)) where retired_at is null;
