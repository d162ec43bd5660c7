import { Refusal, unlessRefused } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import { CHANGE_KINDS, type ChangesModule } from '../changes/index.ts'
import type { ChangeSource, ToldChange } from './model/told-change.ts'
import { findCursors } from './store/queue.store.ts'
import { findExisting } from './store/artifacts.store.ts'

export interface ChangeSourceDependencies {
  readonly db: Db
  readonly changes: Pick<ChangesModule, 'describe' | 'previousVersions' | 'representations' | 'cursorOf'>
  readonly artifacts: Pick<ArtifactsModule, 'matchArtifacts'>
}

/** Kinds of events that may become a change. */
const EVENT_KINDS = [
  'artifact.created',
  'artifact.updated',
  'artifact.moved',
  'artifact.deleted',
  'artifact.restored',
  'comment.edited',
  'tracker.created',
  'tracker.changed',
  'tracker.deleted',
  'tracker.kanbans_changed',
  'tracker.user_group_removed',
  'workflow.transition_created',
  'workflow.transition_changed',
  'workflow.transition_deleted',
  'workflow.mode_changed',
  'workflow.actions_changed',
  'project.details_changed',
  'project.template_changed',
  'project.services_changed',
  'project.references_changed',
  'project.banner_changed',
  'project.header_background_changed',
  'project.field_changed',
  'project.link_types_disabled',
  'project.suspended',
  'project.reactivated',
  'project.deleted',
  'project.opened',
  'user_group.members_changed',
  'user_group.deleted',
  'user.status_changed',
  'site_administrator.added',
  'site_administrator.removed',
  'site_permission.granted',
  'site_permission.revoked',
  'setting.changed',
  'platform.upgraded',
  'svn.committed',
]

export const createChangeSource = ({ db, changes, artifacts }: ChangeSourceDependencies): ChangeSource => ({
  kinds: CHANGE_KINDS,
  eventKinds: EVENT_KINDS,
  changesOf: async (viewer, events) => {
    if (events.length === 0) return new Map()
    const cursors = await findCursors(
      db.kysely,
      events.map(({ seq }) => seq),
    )
    const placed = events.map(event => ({ ...event, cursor: cursors.get(event.seq) ?? event.cursor }))
    const told = await changes.describe(viewer, placed)
    return new Map(
      told.map(({ event, change, text }): [number, ToldChange] => {
        const artifactId = 'artifactId' in change ? change.artifactId : null
        return [event.seq, { kind: change.kind, artifactId, wire: JSON.parse(text) as Record<string, unknown> }]
      }),
    )
  },
  cursorOf: async ([accountId = 0, ...others], place) => {
    try {
      return await changes.cursorOf(accountId, place)
    } catch (error) {
      const [other] = others
      if (other === undefined || !(error instanceof Refusal) || error.details.reason !== 'feed.other_account')
        throw error
      return changes.cursorOf(other, place)
    }
  },
  artifactsOf: async (viewer, ids, form) => {
    const texts = await changes.representations.read(viewer, ids, form)
    return new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as object]))
  },
  existing: ids => findExisting(db.kysely, ids),
  checkQuery: async (viewer, trackerId, tql) => void (await artifacts.matchArtifacts(viewer, trackerId, tql, [0])),
  // A query whose field is gone finds nothing.
  matching: async (viewer, trackerId, tql, ids) =>
    (await unlessRefused(() => artifacts.matchArtifacts(viewer, trackerId, tql, ids))) ?? new Set(),
  previousChangesets: (viewer, versions) => changes.previousVersions(viewer, versions),
})
