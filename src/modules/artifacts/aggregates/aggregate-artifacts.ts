import { ALL, type Field } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { checkTql } from '../queries/check-tql.ts'
import {
  queryVisibleMatches,
  searchContext,
  type CancelOptions,
  type SearchDependencies,
} from '../queries/search-artifacts.ts'
import { aggregateStatement, MAX_GROUPS, toAggregateRow, type AggregateRow, type GroupKey } from './aggregates.store.ts'
import { parseGroupings, parseMeasures, type GroupedField, type Measure } from './grouping.ts'

interface AggregateParameters extends CancelOptions {
  readonly tql: string
  readonly group_by: string
  readonly measures: string
}

interface RepresentedKey {
  readonly id: number | string | null
  readonly label: string | null
}

/** Counts and figures of the artifacts of a tracker that the viewer sees, by groups (web-trackers.md §3). */
export const aggregateArtifacts =
  (dependencies: SearchDependencies) => async (viewer: Viewer, trackerId: number, asked: AggregateParameters) => {
    const place = await dependencies.trackers.requireTracker(viewer, trackerId)
    const context = searchContext(dependencies, viewer, place, 'tql')
    const groupings = parseGroupings(asked.group_by, place.tracker, context.rights)
    const measures = parseMeasures(asked.measures, place.tracker, context.rights)
    const condition = asked.tql.trim() === '' ? ALL : await checkTql(asked.tql, context)
    const rows = await queryVisibleMatches(dependencies, context, place.project, condition, asked, ids =>
      aggregateStatement(ids, groupings, measures, context.timezone),
    )
    const [total, ...groups] = rows.map(row => toAggregateRow(row, groupings))
    const shown = groups.slice(0, MAX_GROUPS)
    const keyOf = await representKeys(dependencies, place.project.id, groupings, shown)
    return {
      total: total?.count ?? 0,
      measures: namedMeasures(measures, total),
      groups: shown.map(group => ({
        keys: groupings.map((grouping, index) => keyOf(grouping, group.keys?.[index] ?? null)),
        count: group.count,
        measures: namedMeasures(measures, group),
      })),
      is_complete: groups.length === shown.length,
    }
  }

const namedMeasures = (measures: readonly Measure[], row: AggregateRow | undefined): Record<string, number | null> =>
  Object.fromEntries(measures.map(({ name }, index) => [name, row?.measures[index] ?? null]))

/** Ids and names of keys, as artifacts show them. */
const representKeys = async (
  { users, projects }: Pick<SearchDependencies, 'users' | 'projects'>,
  projectId: number,
  groupings: readonly GroupedField[],
  rows: readonly AggregateRow[],
): Promise<(grouping: GroupedField, key: GroupKey) => RepresentedKey> => {
  const userIds = new Set<number>()
  for (const { keys } of rows)
    for (const [index, key] of (keys ?? []).entries()) {
      const field = groupings[index]?.field
      if (field && isOfPeople(field) && typeof key === 'number' && key > 0) userIds.add(key)
    }
  const people = await users.getMany(userIds)
  await projects.loadUserGroups(projectId)
  return ({ field, unit }, key) => {
    if (key === null) return { id: null, label: null }
    if (unit !== null || typeof key === 'string') return { id: key, label: String(key) }
    const { bind } = field
    // The index holds values of open lists as negative numbers.
    if (key < 0) return { id: -key, label: openLabel(field, -key) }
    if (isOfPeople(field)) return { id: key, label: people.get(key)?.realName ?? null }
    if (bind?.type === 'ugroups') {
      const { id, label } = projects.representUserGroup(projectId, key)
      return { id, label }
    }
    return { id: key, label: (bind?.type === 'static' ? bind.byId.get(key)?.label : undefined) ?? null }
  }
}

const openLabel = ({ bind }: Field, id: number): string | null =>
  bind && 'openById' in bind ? (bind.openById.get(id)?.label ?? null) : null

/** Fields without a bind are those of authors. */
const isOfPeople = ({ bind }: Field): boolean => !bind || bind.type === 'users'
