import { childNamed, childrenNamed, type XmlNode } from '../../../platform/xml/node.ts'
import { timeScales, type TimeScale } from '../../roadmaps/index.ts'
import type { Messages } from '../archive/import-messages.ts'
import { reportKeys } from './plan-reports.ts'
import type { PlannedTracker } from './plan-trackers.ts'

/** A roadmap of the archive, with keys of trackers and of a report. */
export interface PlannedRoadmap {
  readonly title: string
  readonly trackers: readonly string[]
  readonly report: string | null
  readonly level1Tracker: string | null
  readonly level2Tracker: string | null
  readonly timeScale: TimeScale
}

/** Roadmaps of the dashboards of the archive (agile.md §9), which are not imported themselves. */
export const planRoadmaps = (
  root: XmlNode,
  trackers: readonly Pick<PlannedTracker, 'key' | 'node'>[],
  messages: Messages,
): PlannedRoadmap[] => {
  const byKey = new Map(trackers.map(tracker => [tracker.key, tracker]))
  return childrenNamed(root, 'dashboards')
    .flatMap(widgetsIn)
    .filter(isRoadmap)
    .flatMap(widget => planRoadmap(widget, byKey, messages) ?? [])
}

/** Whether nothing of the dashboards is lost in an import. */
export const holdsOnlyRoadmaps = (dashboards: XmlNode): boolean => {
  const widgets = widgetsIn(dashboards)
  return widgets.length > 0 && widgets.every(isRoadmap)
}

const widgetsIn = (node: XmlNode): XmlNode[] =>
  node.children.flatMap(child => (child.name === 'widget' ? [child] : widgetsIn(child)))

const isRoadmap = (widget: XmlNode): boolean => widget.attributes['name']?.trim() === 'plugin_roadmap_project_widget'

const planRoadmap = (
  widget: XmlNode,
  trackers: ReadonlyMap<string, Pick<PlannedTracker, 'key' | 'node'>>,
  messages: Messages,
): PlannedRoadmap | undefined => {
  const preference = childrenNamed(widget, 'preference').find(node => node.attributes['name']?.trim() === 'roadmap')
  const values = preference ? childrenNamed(preference, 'value') : []
  const textsOf = (name: string): string[] =>
    values.filter(node => node.attributes['name']?.trim() === name).map(node => node.text.trim())
  const keys = [...new Set(textsOf('tracker_id'))]
  const unknown = keys.find(key => !trackers.has(key))
  if (unknown !== undefined || keys.length === 0) {
    const reason = unknown === undefined ? 'it names no tracker' : `there is no tracker ${unknown} in the archive`
    messages.warn(preference ?? widget, `${reason}: this roadmap was skipped`)
    return undefined
  }
  const known = (name: string): string | null => {
    const [key] = textsOf(name)
    if (key === undefined || key === '') return null
    if (trackers.has(key)) return key
    messages.warn(preference, `there is no tracker ${key} in the archive: the roadmap has no such iterations`)
    return null
  }
  const [title] = textsOf('title')
  const [scale] = textsOf('default_timescale')
  return {
    title: title || 'Roadmap',
    trackers: keys,
    report: planReport(textsOf('filter_report_id')[0] ?? '', keys, trackers, preference, messages),
    level1Tracker: known('lvl1_iteration_tracker_id'),
    level2Tracker: known('lvl2_iteration_tracker_id'),
    timeScale: timeScales.find(known => known === scale) ?? 'month',
  }
}

/** A report filters a roadmap of one tracker. */
const planReport = (
  id: string,
  [trackerKey, ...others]: readonly string[],
  trackers: ReadonlyMap<string, Pick<PlannedTracker, 'key' | 'node'>>,
  node: XmlNode | undefined,
  messages: Messages,
): string | null => {
  if (id === '') return null
  const tracker = trackerKey !== undefined && others.length === 0 ? trackers.get(trackerKey) : undefined
  const key = tracker && reportKeys(childNamed(tracker.node, 'reports'), tracker.key).get(id)
  if (key === undefined) messages.warn(node, `there is no report ${id} in the archive: the roadmap shows all artifacts`)
  return key ?? null
}
