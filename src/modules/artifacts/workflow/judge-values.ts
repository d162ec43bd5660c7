import type { Clock } from '../../../platform/clock.ts'
import type { Fault } from '../../../platform/errors.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { VisibleArtifact } from '../access/visible-artifacts.ts'
import { checkWorkflow } from './check-workflow.ts'
import { stateOf } from './workflow-state.ts'

export interface JudgeDependencies {
  readonly clock: Clock
  readonly settings: Pick<SettingsModule, 'get'>
}

/**
 * The faults of an artifact by the rules of its tracker, for each value that a list field may get without any other change. No faults for
 * the present value.
 */
export const judgeValues =
  ({ clock, settings }: JudgeDependencies) =>
  (
    viewer: Viewer,
    { artifact, tracker }: VisibleArtifact,
    fieldId: number,
    valueIds: readonly number[],
  ): ReadonlyMap<number, readonly Fault[]> => {
    const before = artifact.document
    const [now, timezone] = [clock.now(), settings.get('timezone')]
    const judge = (valueId: number): readonly Fault[] => {
      if (stateOf(before[fieldId]) === valueId) return []
      const values = new Map([[fieldId, [valueId]]])
      return checkWorkflow({ tracker, viewer, before, values, comment: '', now, timezone }).faults
    }
    return new Map(valueIds.map(valueId => [valueId, judge(valueId)]))
  }
