import type { ReadableDb } from '../../../platform/db/snapshot.ts'
import type { StreamedElement, XmlElement } from '../../../platform/xml/node.ts'
import { loadTrackers } from '../store/load-trackers.ts'
import type { ExtraRows } from '../model/tracker-tables.ts'
import type { Tracker, Trigger } from '../model/tracker.ts'
import { listExtras, listTrackerIds } from '../store/trackers.store.ts'
import { fieldRef, optional, textElement, valueRef } from './elements.ts'
import type { TrackerExportContext } from './export-context.ts'
import { exportTracker } from './export-tracker.ts'

/** The trackers of a project, with all their archived data except artifacts. */
export interface TrackersOfProject {
  /** By id. */
  readonly trackers: readonly Tracker[]
  readonly extras: ExtraRows
}

export const readTrackersOfProject = async ({ kysely }: ReadableDb, projectId: number): Promise<TrackersOfProject> => {
  const ids = (await listTrackerIds(kysely, [projectId])).get(projectId) ?? []
  const loaded = await loadTrackers(kysely, ids)
  return {
    trackers: ids.flatMap(id => loaded.get(id) ?? []),
    extras: await listExtras(kysely, ids),
  }
}

/** `<trackers>`; the artifacts of each tracker are read when it is written. */
export const exportTrackers = (
  { trackers, extras }: Pick<TrackersOfProject, 'trackers' | 'extras'>,
  usesLinkTypes: boolean,
  context: TrackerExportContext,
  artifactsOf: (tracker: Tracker) => AsyncIterable<XmlElement> | undefined,
): StreamedElement => ({
  name: 'trackers',
  attributes: { 'use-natures': usesLinkTypes ? 'true' : 'false' },
  children: [
    ...trackers.map((tracker): StreamedElement => {
      const element = exportTracker({ tracker, extras, artifacts: [] }, context)
      const artifacts = artifactsOf(tracker)
      return artifacts
        ? { ...element, children: [...(element.children ?? []), { name: 'artifacts', children: artifacts }] }
        : element
    }),
    ...optional(
      'triggers',
      triggersOf(trackers)
        .filter(trigger => canBeExported(trigger, context))
        .map(exportTrigger),
    ),
  ],
})

/** Each trigger once: both its trackers hold it. */
const triggersOf = (trackers: readonly Tracker[]): Trigger[] =>
  [...new Map(trackers.flatMap(tracker => tracker.triggers).map(trigger => [trigger.id, trigger])).values()].toSorted(
    (one, other) => one.id - other.id,
  )

/** Archives can express only triggers from children to their parent. */
const canBeExported = ({ direction, target, sources }: Trigger, context: TrackerExportContext): boolean =>
  direction === 'up' && [target, ...sources].every(({ trackerId }) => context.isExported(trackerId))

/** Number of triggers of the exported trackers that an archive cannot express. */
export const triggersLeftOut = (trackers: readonly Tracker[], context: TrackerExportContext): number =>
  triggersOf(trackers).filter(trigger => !canBeExported(trigger, context)).length

const exportTrigger = ({ condition, target, sources }: Trigger): XmlElement => ({
  name: 'trigger_rule',
  children: [
    {
      name: 'triggers',
      children: sources.map(source => ({ name: 'trigger', children: fieldAndValue(source) })),
    },
    textElement('condition', condition),
    { name: 'target', children: fieldAndValue(target) },
  ],
})

const fieldAndValue = ({ fieldId, valueId }: Trigger['target']): XmlElement[] => [
  fieldRef('field_id', fieldId),
  valueRef('field_value_id', valueId),
]
