-- The presentation of a report: table, board or charts, order, widths, totals, the list of the board with limits and folded columns, charts. The JSON holds
-- ids of fields and values, in the form of `ReportView` in src/modules/trackers/model/report-view.ts. Null: the usual table.
alter table report add column view jsonb;
