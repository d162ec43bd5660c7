import { inTransaction } from '../../../platform/db/db.ts'
import { stateEtag, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { PresentState } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { lockPresentState, type ChangeDependencies, type ChangeReport, type ChangeTracker } from './change-tracker.ts'
import { describeDefinition } from '../model/describe-definition.ts'
import type { Names } from '../model/definition-names.ts'
import { replaceRules, representRules } from './replace-rules.ts'
import { replaceTriggers, representTriggers } from './replace-triggers.ts'
import type { RulesInput, TriggersInput } from '../model/rules.schema.ts'

interface RulesWithEtag {
  readonly rules: object
  /** Etag of the whole definition, the same for all routes of the administration. */
  readonly etag: string
}
interface TriggersWithEtag {
  readonly triggers: object
  readonly etag: string
}

/** All operations are for administrators of the tracker: NotFound or Forbidden for others. */
export const rulesOperations = (
  deps: ChangeDependencies,
  changeTracker: ChangeTracker,
  requireAdministered: (viewer: Viewer, trackerId: number, to: 'read' | 'write') => Promise<unknown>,
) => {
  const read = (trackerId: number, represent: (present: PresentState, names: Names) => object) =>
    inTransaction(deps.db, async tx => {
      const { present, names } = await lockPresentState(deps, tx, trackerId)
      return { answer: represent(present, names), etag: stateEtag(describeDefinition(present, names)) }
    })
  const readRules = async (trackerId: number): Promise<RulesWithEtag> => {
    const { answer: rules, etag } = await read(trackerId, representRules)
    return { rules, etag }
  }
  const readTriggers = async (trackerId: number): Promise<TriggersWithEtag> => {
    const { answer: triggers, etag } = await read(trackerId, representTriggers)
    return { triggers, etag }
  }
  return {
    getRules: async (viewer: Viewer, trackerId: number): Promise<RulesWithEtag> => {
      await requireAdministered(viewer, trackerId, 'read')
      return readRules(trackerId)
    },
    replaceRules: async (
      viewer: Viewer,
      trackerId: number,
      rules: RulesInput,
      precondition: Precondition,
    ): Promise<ChangeReport> => {
      await requireAdministered(viewer, trackerId, 'write')
      return changeTracker(viewer, trackerId, replaceRules(rules), { precondition })
    },
    getTriggers: async (viewer: Viewer, trackerId: number): Promise<TriggersWithEtag> => {
      await requireAdministered(viewer, trackerId, 'read')
      return readTriggers(trackerId)
    },
    replaceTriggers: async (
      viewer: Viewer,
      trackerId: number,
      given: TriggersInput,
      precondition: Precondition,
    ): Promise<ChangeReport> => {
      await requireAdministered(viewer, trackerId, 'write')
      const sources = given.triggers.flatMap(trigger => trigger.sources.map(source => source.tracker_id))
      const mentions = { logins: [], trackerNames: [], trackerIds: [...new Set(sources)].filter(Number.isSafeInteger) }
      return changeTracker(viewer, trackerId, replaceTriggers(given), { precondition, mentions })
    },
  }
}
