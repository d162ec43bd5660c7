import type { ReadableDb } from '../../../platform/db/snapshot.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import { trackerKey, type TrackerExportContext } from '../../trackers/index.ts'
import type { Planning, ProjectPlanning } from '../model/planning.ts'
import { loadProjectPlannings } from '../store/plannings.store.ts'
import { listTopBacklogIds } from '../store/top-backlog.store.ts'

export interface ExportedPlanning extends ProjectPlanning {
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
  const exported = plannings
    // Readers with a grammar require a backlog.
    .filter(planning => planning.backlogTrackerIds.length > 0)
    .filter(({ planningTrackerId, backlogTrackerIds }) =>
      [planningTrackerId, ...backlogTrackerIds].every(id => context.isExported(id)),
    )
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
