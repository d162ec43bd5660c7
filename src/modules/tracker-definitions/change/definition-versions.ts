import { NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { stateEtag } from '../../../platform/http/headers/conditional.ts'
import type { RecordDefinition } from '../../trackers/index.ts'
import { diffStates, representChange } from '../model/diff-definitions.ts'
import type { CompleteDefinition } from '../model/definition.schema.ts'
import { describeDefinition } from '../model/describe-definition.ts'
import {
  ensureFirstVersion,
  findVersion,
  insertVersion,
  listVersions,
  type VersionRow,
} from '../store/definition-versions.store.ts'
import { lockPresentState, type ChangeDependencies } from './change-tracker.ts'
import { getDefinition } from './definitions.ts'

/** Keeps a version of each change that another module makes in a definition. */
export const recordDefinition =
  (deps: ChangeDependencies): RecordDefinition =>
  async (tx, actor, trackerId, work) => {
    const { present, names } = await lockPresentState(deps, tx, trackerId)
    const change = await work()
    if (!change.event) return change
    const after = await lockPresentState(deps, tx, trackerId)
    const changes = diffStates(present, after.present, names)
    if (changes.length === 0) return change
    const described = (definition: CompleteDefinition) => ({ definition, etag: stateEtag(definition) })
    await insertVersion(tx, {
      trackerId,
      userId: actor.userId,
      at: deps.clock.now(),
      changes: changes.map(representChange),
      before: described(describeDefinition(present, names)),
      after: described(describeDefinition(after.present, after.names)),
    })
    return change
  }

/** A version with its etag. */
export type DefinitionVersion = Omit<VersionRow, 'etag'> & { readonly etag: string }

/** Versions of a definition; the caller has checked that the viewer administers the tracker. */
export const listDefinitionVersions =
  (deps: ChangeDependencies) =>
  async (trackerId: number, page: Page): Promise<{ versions: DefinitionVersion[]; size: number }> => {
    let found = await listVersions(deps.db, trackerId, page)
    if (found.size === 0) {
      await ensureFirstVersion(deps.db, trackerId)
      found = await listVersions(deps.db, trackerId, page)
    }
    const isPresent = found.rows.some(row => row.etag === null)
    const etag = isPresent ? (await getDefinition(deps)(trackerId)).etag : ''
    return { versions: found.rows.map(row => ({ ...row, etag: row.etag ?? etag })), size: found.size }
  }

export const getDefinitionVersion =
  (deps: ChangeDependencies) =>
  async (
    trackerId: number,
    number: number,
  ): Promise<DefinitionVersion & { readonly definition: CompleteDefinition }> => {
    let row = await findVersion(deps.db, trackerId, number)
    if (!row && number === 1) {
      await ensureFirstVersion(deps.db, trackerId)
      row = await findVersion(deps.db, trackerId, number)
    }
    if (!row) throw new NotFound('The definition has no such version')
    if (row.etag !== null && row.definition) return { ...row, etag: row.etag, definition: row.definition }
    return { ...row, ...(await getDefinition(deps)(trackerId)) }
  }
