import { useQuery } from '@tanstack/react-query'
import { artifactQuery, type Artifact } from './artifact-queries.ts'

/**
 * The artifact as another part of the page has read or written it, unless the list is newer. A change that is on its way has the time of
 * the version before.
 */
export const useNewest = (listed: Artifact): Artifact => {
  const { data } = useQuery({ ...artifactQuery(listed.id), enabled: false })
  return data && data.artifact.last_modified_date >= listed.last_modified_date ? data.artifact : listed
}
