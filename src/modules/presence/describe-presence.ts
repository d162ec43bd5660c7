import { canReadFieldById, type Sight, type Sights } from '../artifacts/index.ts'
import type { AuthModule } from '../auth/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import type { Board } from './board.ts'

export interface PresenceAnswer {
  readonly artifact_id: number
  readonly people: readonly {
    readonly id: number
    readonly username: string
    readonly display_name: string
    readonly state: 'reading' | 'editing'
    readonly field_id: number | null
  }[]
}

export interface DescribeDependencies {
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly sights: Sights
  readonly board: Board
}

/** The people at an artifact for any number of viewers; undefined for who may not see it, or where it is gone. */
export type PresenceFor = (viewer: Viewer) => PresenceAnswer | undefined

export const describePresence =
  ({ users, auth, sights, board }: DescribeDependencies) =>
  async (artifactId: number): Promise<PresenceFor> => {
    const sight = (await sights.find([artifactId])).get(artifactId)
    if (!sight) return () => undefined
    const present = board.people(artifactId)
    const accounts = await users.getMany(present.map(({ userId }) => userId))
    const stillThere = await seeing({ auth, sights }, sight, [...accounts.keys()])
    return viewer => {
      const context = viewer.isAnonymous ? undefined : sights.contextFor(viewer, sight)
      if (!context) return undefined
      return {
        artifact_id: artifactId,
        people: present.flatMap(({ userId, state, fieldId }) => {
          const user = accounts.get(userId)
          if (!user || !stillThere.has(userId)) return []
          const { username, display_name } = users.representMinimal(user, undefined, viewer.nameStyle)
          const field_id = fieldId !== null && canReadFieldById(context, fieldId) ? fieldId : null
          return [{ id: userId, username: username ?? '', display_name, state, field_id }]
        }),
      }
    }
  }

/** Those of the accounts who may see the artifact now. */
const seeing = async (
  { auth, sights }: Pick<DescribeDependencies, 'auth' | 'sights'>,
  sight: Sight,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const seen = new Set<number>()
  for (const id of userIds) {
    const viewer = await auth.viewerOf(id, 'job')
    if (sights.contextFor(viewer, sight)) seen.add(id)
  }
  return seen
}
