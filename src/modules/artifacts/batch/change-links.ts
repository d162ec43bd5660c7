import type { Tx } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import type { Field, StoredLink } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { retryOnWriteConflict } from '../commit/commit.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import { canUpdate } from '../model/artifacts.permissions.ts'
import type { ArtifactState } from '../store/artifact-reader.store.ts'
import { commitChanges } from './change-values.ts'
import type { BatchDependencies } from './run-batch.ts'

/** Links that an artifact gets and loses. An untyped link to add changes nothing where any link to the target is there. */
export interface LinkChange {
  readonly artifactId: number
  readonly add: readonly StoredLink[]
  /** Ids of targets. */
  readonly remove: readonly number[]
}

export interface PlannedLinkChanges {
  /** One entry at the most for each artifact. */
  readonly changes: readonly LinkChange[]
  /** Runs last in the transaction of the changes. */
  readonly finish: (tx: Tx) => Promise<void>
}

export interface LinkWriter {
  /** Throws unless the viewer may change the links of artifacts of the tracker: 403, and 400 without a field for links. */
  requireChangeable(context: Pick<ArtifactContext, 'tracker' | 'rights'>): void
  /**
   * Changes links of several artifacts by the rules of updates, all or nothing, each artifact in a changeset of its own. `plan` runs again
   * when others have changed something since it read.
   */
  change(viewer: Viewer, plan: () => Promise<PlannedLinkChanges>): Promise<void>
}

export const createLinkWriter = (deps: BatchDependencies): LinkWriter => ({
  requireChangeable: ({ tracker, rights }) => void linkField(tracker, rights),
  change: (viewer, plan) =>
    retryOnWriteConflict(async () => {
      const { changes, finish } = await plan()
      const planned = changes.map(change => ({
        artifactId: change.artifactId,
        choicesOf: ({ artifact }: Pick<ArtifactState, 'artifact'>, { tracker, rights }: ArtifactContext) => {
          const field = linkField(tracker, rights)
          const links = changedLinks(artifact, field, change)
          return links ? [[{ field_id: field.id, links }]] : []
        },
      }))
      await commitChanges(deps, viewer, planned, finish)
    }),
})

const linkField = (tracker: Tracker, rights: ArtifactContext['rights']): Field => {
  const field = tracker.fields.find(({ isUsed, type }) => isUsed && type === 'art_link')
  if (!field) throw new Invalid(`The tracker ${tracker.itemName} has no field for links`, { reason: 'link.target' })
  if (!canUpdate(rights, field))
    throw new Forbidden('You are not allowed to change the links of this artifact', {
      reason: 'permission.field_update',
      field_id: field.id,
      name: field.name,
    })
  return field
}

/** All links from the artifact after the change; undefined if none changes. */
const changedLinks = (
  artifact: ArtifactWithLinks,
  field: Field,
  { add, remove }: LinkChange,
): readonly StoredLink[] | undefined => {
  const before = (artifact.document[field.id] as readonly StoredLink[] | undefined) ?? []
  const after = new Map(before.map(({ id, type }) => [id, type]))
  let isChange = false
  for (const id of remove) if (after.delete(id)) isChange = true
  for (const { id, type } of add) {
    const present = after.get(id)
    if (present === type || (present !== undefined && type === '')) continue
    after.set(id, type)
    isChange = true
  }
  return isChange ? [...after].map(([id, type]) => ({ id, type })) : undefined
}
