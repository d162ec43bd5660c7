import type { Tx } from '../../platform/db/db.ts'
import type { ReadableDb } from '../../platform/db/snapshot.ts'
import type { XmlElement } from '../../platform/xml/node.ts'
import { trackerKey, type TrackerExportContext, type TrackersCopied } from '../trackers/index.ts'
import type { Roadmap } from './roadmap.ts'
import { insertRoadmaps, listRoadmaps } from './roadmaps.store.ts'

/** Copies the roadmaps of a template with those of their trackers that were copied. */
export const copyRoadmaps = async (
  tx: Tx,
  { templateId, projectId, trackerIds, reportIds }: TrackersCopied,
): Promise<void> => {
  const copyOf = (id: number | null): number | null => (id === null ? null : (trackerIds.get(id) ?? null))
  const copies = (await listRoadmaps(tx, templateId)).map(roadmap => ({
    ...roadmap,
    projectId,
    trackerIds: roadmap.trackerIds.flatMap(id => trackerIds.get(id) ?? []),
    reportId: roadmap.reportId === null ? null : (reportIds.get(roadmap.reportId) ?? null),
    level1TrackerId: copyOf(roadmap.level1TrackerId),
    level2TrackerId: copyOf(roadmap.level2TrackerId),
  }))
  await insertRoadmaps(
    tx,
    copies.filter(copy => copy.trackerIds.length > 0),
  )
}

export const readExportedRoadmaps = ({ kysely }: ReadableDb, projectId: number): Promise<Roadmap[]> =>
  listRoadmaps(kysely, projectId)

/** `<dashboards>` with the widgets of the roadmaps whose trackers are all in the archive (agile.md §9). */
export const exportRoadmaps = (roadmaps: readonly Roadmap[], context: TrackerExportContext): XmlElement[] => {
  const exported = roadmaps.filter(
    ({ trackerIds }) => trackerIds.length > 0 && trackerIds.every(id => context.isExported(id)),
  )
  if (exported.length === 0) return []
  const trackerValue = (name: string, id: number | null): XmlElement[] =>
    id === null || !context.isExported(id) ? [] : [valueElement(name, trackerKey(id))]
  return [
    {
      name: 'dashboards',
      children: [
        {
          name: 'dashboard',
          attributes: { name: 'Roadmap' },
          children: [
            {
              name: 'line',
              children: [
                {
                  name: 'column',
                  children: exported.map(roadmap => ({
                    name: 'widget',
                    attributes: { name: 'plugin_roadmap_project_widget' },
                    children: [
                      {
                        name: 'preference',
                        attributes: { name: 'roadmap' },
                        children: [
                          valueElement('title', roadmap.title),
                          ...roadmap.trackerIds.flatMap(id => trackerValue('tracker_id', id)),
                          ...(roadmap.reportId === null
                            ? []
                            : [valueElement('filter_report_id', `REPORT_${roadmap.reportId}`)]),
                          ...trackerValue('lvl1_iteration_tracker_id', roadmap.level1TrackerId),
                          ...trackerValue('lvl2_iteration_tracker_id', roadmap.level2TrackerId),
                          valueElement('default_timescale', roadmap.timeScale),
                        ],
                      },
                    ],
                  })),
                },
              ],
            },
          ],
        },
      ],
    },
  ]
}

const valueElement = (name: string, text: string): XmlElement => ({ name: 'value', attributes: { name }, text })
