-- Public clients, and clients that register themselves (RFC 7591).
-- Public clients have no secret. `redirect_uri` is the first of the addresses.
alter table oauth_app alter column secret_hash drop not null;
alter table oauth_app add column more_redirect_uris text[] not null default '{}';
-- Clients that registered themselves, each with its network.
alter table oauth_app add column is_self_registered boolean not null default false;
alter table oauth_app add column registered_from text;
-- Address of the metadata document that is the id of the client, and its last reading.
alter table oauth_app add column document_url text unique;
alter table oauth_app add column document_read_at timestamptz;
alter table oauth_app add column last_token_at timestamptz;
alter table oauth_app add check (secret_hash is not null or use_pkce);
create index oauth_app_registered on oauth_app (registered_from, created_at) where registered_from is not null;
