import { queryOptions } from '@tanstack/react-query'
import type { operations } from '../../../client/index.ts'
import { api, bodyOf, pageOf, responseOf } from '../../api/api.ts'
import { cleaned, type TrackerDefinition } from './definition.ts'
import { changedSections } from './differences.ts'

export interface ReadDefinition {
  readonly definition: TrackerDefinition
  /** A change sends it back, so that it overwrites no other change. */
  readonly etag: string
}

export const definitionQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'definition'],
    queryFn: async ({ signal }): Promise<ReadDefinition> => {
      const path = { id: trackerId }
      const { data, response } = await responseOf(api.GET('/trackers/{id}/definition', { params: { path }, signal }))
      return { definition: data as TrackerDefinition, etag: response.headers.get('etag') ?? '' }
    },
  })

export type ChangeReport = operations['applyTrackerDefinition']['responses'][200]['content']['application/json']
export type DefinitionChange = ChangeReport['changes'][number]

export interface ApplyOptions {
  readonly isDryRun?: boolean
  readonly allowDataLoss?: boolean
}

/** Sends the sections of `mine` that differ from the base, each whole. */
export const applyDefinition = async (
  trackerId: number,
  { definition: base, etag }: ReadDefinition,
  mine: TrackerDefinition,
  { isDryRun = false, allowDataLoss = false }: ApplyOptions = {},
): Promise<{ readonly report: ChangeReport } & ReadDefinition> => {
  const sent = cleaned(mine)
  const body = Object.fromEntries(changedSections(base, mine).map(section => [section, sent[section]]))
  const { data, response } = await responseOf(
    api.PUT('/trackers/{id}/definition', {
      params: { path: { id: trackerId }, query: { dry_run: isDryRun, allow_data_loss: allowDataLoss } },
      headers: { 'If-Match': etag },
      body: body as never,
    }),
  )
  const report = data
  return { report, definition: report.definition as TrackerDefinition, etag: response.headers.get('etag') ?? '' }
}

export const VERSIONS_LIMIT = 20

/** Versions of the definition, newest first. */
export const versionsQuery = (trackerId: number, offset: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'definition versions', offset],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/trackers/{id}/definition_versions', {
          params: { path: { id: trackerId }, query: { limit: VERSIONS_LIMIT, offset } },
          signal,
        }),
      ),
  })

export const readVersion = async (trackerId: number, version: number): Promise<TrackerDefinition> => {
  const path = { id: trackerId, version }
  const { definition } = await bodyOf(api.GET('/trackers/{id}/definition_versions/{version}', { params: { path } }))
  return definition as TrackerDefinition
}
