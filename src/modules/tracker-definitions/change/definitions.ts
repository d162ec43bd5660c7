import type { Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { stateEtag } from '../../../platform/http/headers/conditional.ts'
import type { Actor } from '../../users/index.ts'
import {
  changeTracker,
  lockPresentState,
  type ChangeDependencies,
  type ChangeOptions,
  type ChangeReport,
} from './change-tracker.ts'
import type {
  BindDefinition,
  ElementDefinition,
  TrackerDefinition,
  CompleteDefinition,
} from '../model/definition.schema.ts'
import { describeDefinition } from '../model/describe-definition.ts'
import { parseDefinition } from '../parse/parse-definition.ts'

export interface DefinitionWithEtag {
  readonly definition: CompleteDefinition
  readonly etag: string
}

/** The definition of a tracker; the caller has checked that the viewer administers it. */
export const getDefinition =
  (deps: ChangeDependencies) =>
  async (trackerId: number): Promise<DefinitionWithEtag> =>
    inTransaction(deps.db, async (tx: Tx) => {
      const { present, names } = await lockPresentState(deps, tx, trackerId)
      const definition = describeDefinition(present, names)
      return { definition, etag: stateEtag(definition) }
    })

/** Changes the tracker to match the definition; sections that the definition omits stay unchanged. */
export const applyDefinition =
  (deps: ChangeDependencies) =>
  (actor: Actor, trackerId: number, definition: TrackerDefinition, options: ChangeOptions): Promise<ChangeReport> =>
    changeTracker(deps)(actor, trackerId, (present, names) => parseDefinition(definition, present, names), {
      ...options,
      mentions: mentionsOf(definition),
    })

/** Accounts and trackers that a definition names. */
export const mentionsOf = (definition: TrackerDefinition): NonNullable<ChangeOptions['mentions']> => ({
  logins: elementsOf(definition.form ?? []).flatMap(element => loginsOf(element.bind)),
  trackerNames: [
    definition.hierarchy?.parent ?? '',
    definition.semantics?.timeframe?.implied_from ?? '',
    ...(definition.triggers ?? []).flatMap(trigger => trigger.when.map(source => source.tracker)),
  ].filter(name => name !== ''),
})

export const loginsOf = (bind: BindDefinition | undefined): readonly string[] => bind?.default_users ?? []

const elementsOf = (form: readonly ElementDefinition[]): ElementDefinition[] =>
  form.flatMap(element => [element, ...elementsOf(element.content ?? [])])
