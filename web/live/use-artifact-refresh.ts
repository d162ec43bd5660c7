import { useQueryClient } from '@tanstack/react-query'
import { headOf } from '../api/api.ts'
import { artifactKey, type LoadedArtifact } from '../artifacts/artifact-queries.ts'
import { usePoll } from './use-poll.ts'

/** Refusals that say that the reader may not see the artifact any more, or that it is gone. */
const CLOSING = [401, 403, 404]

/** Reads an open artifact again when somebody else has changed it; closes its content when the reader may not see it any more. */
export const useArtifactRefresh = (id: number | undefined): void => {
  const queries = useQueryClient()
  usePoll(
    id === undefined
      ? undefined
      : async signal => {
          const response = await headOf(`/artifacts/${id}`, signal)
          if (CLOSING.includes(response.status)) return queries.resetQueries({ queryKey: artifactKey(id) })
          if (!response.ok) throw new Error(`HEAD answers ${response.status}`)
          const known = queries.getQueryData<LoadedArtifact>(artifactKey(id))?.etag
          if (known !== undefined && known !== response.headers.get('etag'))
            await queries.invalidateQueries({ queryKey: artifactKey(id) })
        },
  )
}
