import { useQueryClient } from '@tanstack/react-query'
import { headOf } from '../api/api.ts'
import { activityKey, artifactKey, type LoadedArtifact } from '../artifacts/artifact-queries.ts'
import { useLive, type LiveEvent } from './live.ts'
import { usePoll } from './use-poll.ts'

/** Reads an open artifact again when somebody else has changed it, or when the reader may not see it any more. */
export const useArtifactRefresh = (id: number | undefined): void => {
  const queries = useQueryClient()
  const ask = async (artifactId: number, signal?: AbortSignal): Promise<void> => {
    const response = await headOf(`/artifacts/${artifactId}`, signal)
    const queryKey = artifactKey(artifactId)
    if (response.status === 401) return queries.resetQueries({ queryKey })
    const isKnownAsGone = queries.getQueryState(queryKey)?.status === 'error'
    if (response.status === 403 || response.status === 404) {
      if (!isKnownAsGone) await queries.invalidateQueries({ queryKey, exact: true })
      return
    }
    if (!response.ok) throw new Error(`HEAD answers ${response.status}`)
    const known = queries.getQueryData<LoadedArtifact>(queryKey)?.etag
    if (isKnownAsGone || (known !== undefined && known !== response.headers.get('etag')))
      await queries.invalidateQueries({ queryKey })
  }
  const hear = async (artifactId: number, { kind, data }: LiveEvent): Promise<void> => {
    if (kind !== 'check' && data['artifact_id'] !== artifactId) return
    if (kind === 'presence') return
    if (kind === 'comment.edited') return queries.invalidateQueries({ queryKey: activityKey(artifactId) })
    const known = queries.getQueryData<LoadedArtifact>(artifactKey(artifactId))?.etag
    // The reader's own change is on the page already.
    if (typeof data['etag'] === 'string' && data['etag'] === known) return
    await ask(artifactId).catch(() => undefined)
  }
  const isLive = useLive(
    id === undefined ? undefined : { artifacts: [id] },
    event => id !== undefined && void hear(id, event),
  )
  usePoll(id === undefined || isLive ? undefined : signal => ask(id, signal))
}
