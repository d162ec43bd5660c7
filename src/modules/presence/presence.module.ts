import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import { canReadFieldById, type ArtifactsModule } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { createBoard } from './board.ts'
import { describePresence } from './describe-presence.ts'
import { presenceRoutes } from './presence.routes.ts'
import { sharePresence } from './share.ts'

/** Time in which changes at one artifact are told together. */
const TOGETHER_MS = 100
const SWEEP_MS = 1_000

export interface PresenceDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly users: UsersModule
  readonly auth: AuthModule
  readonly artifacts: ArtifactsModule
}

/** An open stream that is told who is present. */
export interface PresenceStream {
  readonly viewer: () => Viewer
  readonly tell: (event: string, data: object) => void
}

/** The people at artifacts now: in the memory of each process, never stored (integrators.md §2). */
export interface PresenceModule {
  readonly routes: Route<Viewer>[]
  /** Throws 404 if the viewer does not see one of the artifacts. */
  requireVisible(viewer: Viewer, artifactIds: readonly number[]): Promise<void>
  /** Tells the stream who is at the artifacts, now and with each change; returns how to end it. */
  watch(artifactIds: readonly number[], stream: PresenceStream): () => void
  close(): void
}

export const createPresenceModule = (deps: PresenceDependencies): PresenceModule => {
  const { log, clock, artifacts } = deps
  const streams = new Map<number, Set<PresenceStream>>()
  const changed = new Set<number>()
  let telling: NodeJS.Timeout | undefined
  let sweeping: NodeJS.Timeout | undefined

  const board = createBoard(
    () => clock.now().getTime(),
    artifactId => {
      if (!streams.has(artifactId)) return
      changed.add(artifactId)
      telling ??= setTimeout(tellAll, TOGETHER_MS).unref()
    },
  )
  const describe = describePresence({ ...deps, sights: artifacts.sights, board })
  const tell = async (artifactId: number, told: Iterable<PresenceStream>): Promise<void> => {
    const presenceFor = await describe(artifactId)
    for (const stream of told) {
      const presence = presenceFor(stream.viewer())
      if (presence) stream.tell('presence', presence)
    }
  }
  const complain = (error: unknown): void => log.warn({ err: error }, 'streams could not be told who is present')
  const tellAll = (): void => {
    telling = undefined
    for (const artifactId of changed) tell(artifactId, streams.get(artifactId) ?? []).catch(complain)
    changed.clear()
  }
  const sweep = (): void => {
    board.sweep()
    if (!board.isEmpty()) return
    clearInterval(sweeping)
    sweeping = undefined
  }
  const note: typeof board.note = sighting => {
    board.note(sighting)
    sweeping ??= setInterval(sweep, SWEEP_MS).unref()
  }
  const sharing = sharePresence(deps, note)

  const requireVisible = async (viewer: Viewer, artifactIds: readonly number[]) => {
    const found = await artifacts.findVisible(viewer, artifactIds.filter(Number.isSafeInteger))
    if (artifactIds.some(id => !found.some(({ artifact }) => artifact.id === id)))
      throw new NotFound('Artifact does not exist')
    return found
  }

  return {
    requireVisible: async (viewer, artifactIds) => {
      if (artifactIds.length > 0) await requireVisible(viewer, artifactIds)
    },
    watch: (artifactIds, stream) => {
      for (const id of artifactIds) {
        const watching = streams.get(id) ?? new Set()
        streams.set(id, watching.add(stream))
        tell(id, [stream]).catch(complain)
      }
      return () => {
        for (const id of artifactIds) {
          const watching = streams.get(id)
          watching?.delete(stream)
          if (watching?.size === 0) streams.delete(id)
        }
      }
    },
    routes: presenceRoutes({
      get: async (viewer, artifactId) => {
        const presence = (await describe(artifactId))(viewer)
        if (!presence) throw new NotFound('Artifact does not exist')
        return presence
      },
      note: async (viewer, sighting) => {
        const [found] = await requireVisible(viewer, [sighting.artifactId])
        const { fieldId } = sighting
        if (found && fieldId !== null) {
          const { tracker } = found
          if (!canReadFieldById({ tracker, rights: artifacts.rightsIn(viewer, tracker) }, fieldId))
            throw new Invalid('The artifact has no such field', { reason: 'field.unknown', field_id: fieldId })
        }
        const whole = { ...sighting, userId: viewer.userId, at: performance.timeOrigin + performance.now() }
        note(whole)
        sharing.tell(whole)
      },
    }),
    close: () => {
      clearTimeout(telling)
      clearInterval(sweeping)
      sharing.close()
    },
  }
}
