import type { ChangeReport } from './change-tracker.ts'

export const representReport = (report: ChangeReport): object => ({
  is_dry_run: report.isDryRun,
  is_changed: report.changes.length > 0,
  changes: report.changes.map(({ action, kind, name, member, before, after }) => ({
    action,
    kind,
    name,
    member,
    before,
    after,
  })),
  data_loss: report.losses.map(({ kind, name, artifacts }) => ({ kind, name, artifacts })),
  artifacts_losing: report.artifacts,
  warnings: report.warnings,
  definition: report.definition,
})
