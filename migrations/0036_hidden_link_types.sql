-- A link type that is hidden is offered for no new link; links that have it stay.
alter table link_type add column is_hidden boolean not null default false;
