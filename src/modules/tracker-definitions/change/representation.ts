import { inRehearsal } from '../../../platform/db/db.ts'
import { rehearsed } from '../../../platform/http/routes/rehearsal.ts'
import type { ApiResponse } from '../../../platform/http/routes/route.ts'
import { representChange } from '../model/diff-definitions.ts'
import type { ChangeReport } from './change-tracker.ts'

export const representReport = (report: ChangeReport): object => ({
  is_dry_run: report.isDryRun,
  is_changed: report.changes.length > 0,
  changes: report.changes.map(representChange),
  data_loss: report.losses.map(({ kind, name, artifacts }) => ({ kind, name, artifacts })),
  merges: report.merges.map(({ name, into, artifacts }) => ({ name, into, artifacts })),
  artifacts_losing: report.artifacts,
  warnings: report.warnings,
  definition: report.definition,
})

/** Changes a definition, or rehearses that: the report of a rehearsal is that of the change. */
export const changeOrRehearse = async (
  isDryRun: boolean,
  status: number,
  change: () => Promise<ChangeReport>,
  answer: (report: ChangeReport) => ApiResponse | Promise<ApiResponse>,
): Promise<ApiResponse> => {
  if (!isDryRun) return answer(await change())
  const report = await inRehearsal(change)
  return rehearsed(status, { ...representReport({ ...report, isDryRun: true }), etag: report.basedOn })
}
