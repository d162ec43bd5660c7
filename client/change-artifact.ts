import type { Client } from 'openapi-fetch'
import type { SuccessResponseJSON } from 'openapi-typescript-helpers'
import { RequestRefused } from './refusal.ts'
import type { paths } from './schema.ts'

type Artifact = SuccessResponseJSON<paths['/artifacts/{id}']['get']>
type ArtifactChange = NonNullable<paths['/artifacts/{id}']['put']['requestBody']>['content']['application/json']

const ATTEMPTS = 10

/**
 * Reads an artifact, asks `change` what to write, and writes that with `If-Match`. If somebody else changed the artifact meanwhile, it begins
 * again, up to 10 times. `undefined` from `change` writes nothing. Throws a RequestRefused.
 */
export const changeArtifact = async (
  client: Client<paths>,
  id: number,
  change: (artifact: Artifact) => ArtifactChange | undefined | Promise<ArtifactChange | undefined>,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const read = await client.GET('/artifacts/{id}', { params: { path: { id } } })
    if (!read.data) throw new RequestRefused(read.response, read.error)
    const body = await change(read.data)
    if (!body) return
    const written = await client.PUT('/artifacts/{id}', {
      params: { path: { id }, header: { 'If-Match': read.response.headers.get('Etag') ?? '' } },
      body,
    })
    if (written.response.ok) return
    if (written.response.status !== 412 || attempt === ATTEMPTS)
      throw new RequestRefused(written.response, written.error)
  }
}
