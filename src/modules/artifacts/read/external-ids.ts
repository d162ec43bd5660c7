import type { Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { JsonText } from '../../../platform/http/response/response.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { findByExternalIds, listExternalIds, type ExternalId } from '../store/external-ids.store.ts'
import { parseIdQuery } from './read-artifacts.ts'

const SENT = /^([a-z0-9_.-]{1,64}):(.{1,255})$/s

/** Parses `<source>:<id>`. */
const parseExternalId = (text: string): ExternalId => {
  const [, source, id] = SENT.exec(text) ?? []
  if (source === undefined || id === undefined)
    throw new Invalid('`external_id` must be `<source>:<id>`', { reason: 'parameter.type', parameter: 'external_id' })
  return { source, id }
}

const required = (parameter: string): Invalid =>
  new Invalid(`\`${parameter}\` is required`, { reason: 'parameter.required', parameter })

interface IdQuery {
  readonly query?: string
  readonly external_id?: string
  readonly project_id?: number
}

/** The ids that GET /artifacts asks for: those of `query`, or that of the artifact with an id of another system. */
export const idsOfQuery =
  ({ db }: { readonly db: Db }) =>
  async ({ query, external_id: sent, project_id: projectId }: IdQuery): Promise<number[]> => {
    if (sent === undefined) {
      if (query === undefined) throw required('query')
      return parseIdQuery(query)
    }
    const { source, id } = parseExternalId(sent)
    if (projectId === undefined) throw required('project_id')
    const found = (await findByExternalIds(db.kysely, projectId, source, [id])).get(id)
    return found === undefined ? [] : [found]
  }

/** The representation of an artifact with its ids in other systems. */
export const withExternalIds =
  ({ db }: { readonly db: Db }) =>
  async ({ artifactId }: ArtifactVersion, text: JsonText): Promise<JsonText> => {
    const ids = (await listExternalIds(db.kysely, [artifactId])).get(artifactId) ?? []
    const told = ids.map(({ source, id }) => ({ source, external_id: id }))
    return new JsonText(`${String(text.in('json')).slice(0, -1)},"external_ids":${JSON.stringify(told)}}`)
  }
