-- Totals are counted on the index alone where the table's pages are known to be visible to all, which vacuum finds out: with the usual
-- fifth of the table as threshold a count would take three times as long, once some thousand artifacts of a large tracker have changed.
alter table artifact_index set (
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.01
);
