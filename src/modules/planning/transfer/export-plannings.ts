import type { ReadableDb } from '../../../platform/db/snapshot.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Field } from '../../fields/index.ts'
import { fieldKey, trackerKey, valueKey, type Tracker, type TrackerExportContext } from '../../trackers/index.ts'
import { canDecideColumn, type Cardwall, type CardwallColumn } from '../model/cardwall.ts'
import type { Planning, ProjectPlanning } from '../model/planning.ts'
import { loadProjectPlannings } from '../store/plannings.store.ts'
import { listTopBacklogIds } from '../store/top-backlog.store.ts'

export interface ExportedPlanning extends Omit<ProjectPlanning, 'burnupMode'> {
  /** Members of the explicit top backlog. */
  readonly topBacklogIds: readonly number[]
}

export const readExportedPlanning = async ({ kysely }: ReadableDb, projectId: number): Promise<ExportedPlanning> => {
  const found = (await loadProjectPlannings(kysely, [projectId])).get(projectId)
  return {
    plannings: found?.plannings ?? [],
    hasExplicitBacklog: found?.hasExplicitBacklog ?? false,
    topBacklogIds: await listTopBacklogIds(kysely, projectId),
  }
}

/**
 * `<agiledashboard>` with the plannings whose trackers are all in the archive (agile.md §9). `hasArtifacts`: the archive has the artifacts
 * that a stored top backlog names. `more`: elements of other components.
 */
export const exportPlanning = (
  { plannings, hasExplicitBacklog, topBacklogIds }: ExportedPlanning,
  context: TrackerExportContext,
  hasArtifacts: boolean,
  more: readonly XmlElement[] = [],
): XmlElement[] => {
  const exported = exportedOf(plannings, context)
  if (exported.length === 0) return more.length === 0 ? [] : [{ name: 'agiledashboard', children: more }]
  const members = hasArtifacts && hasExplicitBacklog ? topBacklogIds : []
  return [
    {
      name: 'agiledashboard',
      children: [
        {
          name: 'admin',
          children: [
            {
              name: 'scrum',
              children: [{ name: 'explicit_backlog', attributes: { is_used: hasExplicitBacklog ? '1' : '0' } }],
            },
          ],
        },
        ...(members.length > 0
          ? [
              {
                name: 'top_backlog',
                children: members.map(id => ({ name: 'artifact', attributes: { artifact_id: String(id) } })),
              },
            ]
          : []),
        { name: 'plannings', children: exported.map(planning => planningElement(planning, context)) },
        ...more,
      ],
    },
  ]
}

const exportedOf = (plannings: readonly Planning[], context: TrackerExportContext): Planning[] =>
  plannings
    // Readers with a grammar require a backlog.
    .filter(planning => planning.backlogTrackerIds.length > 0)
    .filter(({ planningTrackerId, backlogTrackerIds }) =>
      [planningTrackerId, ...backlogTrackerIds].every(id => context.isExported(id)),
    )

/** `<cardwall>` with the columns of the exported plannings (agile.md §9). `trackers`: those of the archive. */
export const exportCardwalls = (
  { plannings }: Pick<ExportedPlanning, 'plannings'>,
  trackers: readonly Tracker[],
  context: TrackerExportContext,
): XmlElement[] => {
  const fields = new Map(trackers.flatMap(tracker => tracker.fields).map(field => [field.id, field]))
  const walls = exportedOf(plannings, context).flatMap(({ planningTrackerId, cardwall }) =>
    cardwall ? [cardwallElement(planningTrackerId, cardwall, fields)] : [],
  )
  return walls.length === 0 ? [] : [{ name: 'cardwall', children: [{ name: 'trackers', children: walls }] }]
}

const columnKey = (id: number): string => `C${id}`

const cardwallElement = (
  trackerId: number,
  { columns, mappings }: Cardwall,
  fields: ReadonlyMap<number, Field>,
): XmlElement => {
  const mapped = mappings.flatMap(({ fieldId }) => {
    const field = fields.get(fieldId)
    return field && canDecideColumn(field) ? [field] : []
  })
  return {
    name: 'tracker',
    attributes: { id: trackerKey(trackerId) },
    children: [
      ...(columns.length === 0 ? [] : [{ name: 'columns', children: columns.map(columnElement) }]),
      ...(mapped.length === 0
        ? []
        : [{ name: 'mappings', children: mapped.map(field => mappingElement(field, columns)) }]),
    ],
  }
}

const columnElement = ({ id, label, color }: CardwallColumn): XmlElement => {
  const [red = '', green = '', blue = ''] = color.startsWith('#')
    ? [1, 3, 5].map(at => String(Number.parseInt(color.slice(at, at + 2), 16)))
    : []
  return {
    name: 'column',
    attributes: {
      id: columnKey(id),
      label,
      ...(color.startsWith('#') ? { bg_red: red, bg_green: green, bg_blue: blue } : { tlp_color_name: color }),
    },
  }
}

const mappingElement = ({ id, trackerId, bind }: Field, columns: readonly CardwallColumn[]): XmlElement => ({
  name: 'mapping',
  attributes: { tracker_id: trackerKey(trackerId), field_id: fieldKey(id) },
  children: [
    {
      name: 'values',
      children: columns.flatMap(column =>
        column.valueIds
          .filter(value => bind?.type === 'static' && bind.byId.has(value))
          .map(value => ({
            name: 'value',
            attributes: { value_id: valueKey(value), column_id: columnKey(column.id) },
          })),
      ),
    },
  ],
})

const planningElement = (planning: Planning, { groups }: TrackerExportContext): XmlElement => ({
  name: 'planning',
  attributes: {
    name: planning.name,
    plan_title: planning.planTitle,
    planning_tracker_id: trackerKey(planning.planningTrackerId),
    backlog_title: planning.backlogTitle,
  },
  children: [
    {
      name: 'backlogs',
      children: planning.backlogTrackerIds.map(id => ({ name: 'backlog', text: trackerKey(id) })),
    },
    ...(planning.plannerGroupIds === null || planning.plannerGroupIds.length === 0
      ? []
      : [
          {
            name: 'permissions',
            children: planning.plannerGroupIds.map(id => ({
              name: 'permission',
              attributes: { ugroup: groups.ofRight(id), type: 'PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE' },
            })),
          },
        ]),
  ],
})
