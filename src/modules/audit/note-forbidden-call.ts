import type { Db } from '../../platform/db/db.ts'
import type { Refusals } from '../../platform/events/refusals.ts'
import type { RefusedCall } from '../../platform/http/server/server-options.ts'
import type { TrackersModule } from '../trackers/index.ts'
import { actingOf, type Viewer } from '../users/index.ts'
import { trackerOfArtifact } from './store/audit.store.ts'

interface NoteDependencies {
  readonly db: Db
  readonly refusals: Pick<Refusals, 'note'>
  readonly trackers: Pick<TrackersModule, 'get'>
}

/** Type of the subject of a call, by the beginning of its path. */
const SUBJECTS: Readonly<Record<string, string>> = {
  artifacts: 'artifact',
  trackers: 'tracker',
  projects: 'project',
  webhooks: 'webhook',
  access_keys: 'key',
  users: 'user',
  user_groups: 'user_group',
  svn: 'repository',
  oauth2_apps: 'application',
}

const subjectOf = (path: string, params: unknown): { readonly type: string; readonly id: string } | undefined => {
  const id = (params as { readonly id?: unknown } | null | undefined)?.id
  const type = SUBJECTS[path.split('/')[1] ?? '']
  return type !== undefined && typeof id === 'string' && /^\w{1,40}$/.test(id) ? { type, id } : undefined
}

/** Records a write that the rights of its caller do not allow. */
export const noteForbiddenCall = ({ db, refusals, trackers }: NoteDependencies) => {
  const projectOf = async (type: string, id: number): Promise<number | undefined> => {
    if (!Number.isSafeInteger(id)) return undefined
    if (type === 'project') return id
    const trackerId = type === 'artifact' ? await trackerOfArtifact(db.kysely, id) : type === 'tracker' ? id : undefined
    return trackerId === undefined ? undefined : (await trackers.get(trackerId))?.projectId
  }
  return ({ viewer, operationId, path, params, ip, reason }: RefusedCall<Viewer>): void => {
    const subject = subjectOf(path, params)
    refusals.note({
      kind: 'call.refused',
      actorId: viewer.isAnonymous ? null : viewer.userId,
      means: viewer.means,
      ip,
      credential: actingOf(viewer).credential ?? { type: 'none', id: null, label: null },
      reason,
      projectOf: async () => (subject ? projectOf(subject.type, Number(subject.id)) : undefined),
      payload: { operation: operationId, ...(subject && { subject: `${subject.type}:${subject.id}` }) },
    })
  }
}
