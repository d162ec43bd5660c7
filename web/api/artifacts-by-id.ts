import type { components } from '../../client/index.ts'
import { api, bodyOf } from './api.ts'

/** Most artifacts that one request reads. */
const MAX_IDS = 100

/** The artifacts with these ids that the reader sees, with their values: one request for each 100, one after the other. */
export const readArtifacts = async (
  ids: readonly number[],
  signal: AbortSignal,
): Promise<components['schemas']['Artifact'][]> => {
  const found: components['schemas']['Artifact'][] = []
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const query = JSON.stringify({ id: ids.slice(start, start + MAX_IDS) })
    const { collection } = await bodyOf(api.GET('/artifacts', { params: { query: { query, limit: MAX_IDS } }, signal }))
    found.push(...collection)
  }
  return found
}
