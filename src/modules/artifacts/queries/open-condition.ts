import { ALL, type Condition } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { readableStatus, type EffectiveRights } from '../model/artifacts.permissions.ts'

/** Artifacts whose status is an open one. A viewer who may not read the status must not learn which they are: all count. */
export const openCondition = (rights: EffectiveRights, tracker: Tracker): Condition => {
  const status = readableStatus(rights, tracker)
  return status ? { kind: 'values', fieldId: status.fieldId, values: status.openValueIds, isSingle: false } : ALL
}
