import { childNamed, childrenNamed, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import type { Messages } from '../archive/import-messages.ts'
import { reportKey } from './plan-reports.ts'
import type { PlannedTracker } from './plan-trackers.ts'

/** A kanban of an archive (agile.md §9), with keys of its tracker, of values of the status and of reports. */
export interface PlannedKanban {
  readonly name: string
  readonly isPromoted: boolean
  readonly tracker: string
  readonly limits: readonly { readonly column: string; readonly limit: number }[]
  readonly reports: readonly string[]
}

/** `<kanban_list>`, in the order of the document. A kanban of no tracker of the archive is skipped with a warning. */
export const planKanbans = (
  root: XmlNode,
  trackers: readonly PlannedTracker[],
  messages: Messages,
): readonly PlannedKanban[] => {
  const agile = childNamed(root, 'agiledashboard')
  const list = agile && childNamed(agile, 'kanban_list')
  return (list ? childrenNamed(list, 'kanban') : []).flatMap(node => {
    const key = (node.attributes['tracker_id'] ?? '').trim()
    const tracker = trackers.find(planned => planned.key === key)
    if (!tracker) {
      messages.warn(node, `there is no tracker ${key} in the archive: this kanban was skipped`)
      return []
    }
    return [
      {
        name: (node.attributes['name'] ?? '').trim() || tracker.value.name,
        isPromoted: isTrue(node.attributes['is_promoted']?.trim()),
        tracker: key,
        limits: planLimits(node, tracker, messages),
        reports: planFilters(node, tracker, messages),
      },
    ]
  })
}

const MAX_LIMIT = 1_000_000

const planLimits = (node: XmlNode, { value }: PlannedTracker, messages: Messages): PlannedKanban['limits'] => {
  const open = new Set(value.semantics.status?.openValues)
  const limits = new Map<string, number>()
  for (const line of childrenNamed(node, 'column')) {
    const column = (line.attributes['REF'] ?? '').trim()
    const wip = (line.attributes['wip'] ?? '').trim()
    if (!open.has(column)) messages.warn(line, `${column} is no open value of the status: this column was skipped`)
    else if (!/^\d*$/.test(wip) || Number(wip) > MAX_LIMIT)
      messages.warn(line, `"${wip}" is no limit of the column ${column}: it was left out`)
    else if (Number(wip) > 0) limits.set(column, Number(wip))
  }
  return [...limits].map(([column, limit]) => ({ column, limit }))
}

const planFilters = (node: XmlNode, tracker: PlannedTracker, messages: Messages): readonly string[] => {
  const planned = new Set(tracker.value.reports.map(({ key }) => key))
  const container = childNamed(tracker.node, 'reports')
  const keys = new Map(
    (container ? childrenNamed(container, 'report') : []).map((report, index) => [
      (report.attributes['id'] ?? '').trim(),
      reportKey(tracker.key, index),
    ]),
  )
  const filters = childNamed(node, 'tracker-reports')
  return (filters ? childrenNamed(filters, 'tracker-report') : []).flatMap(line => {
    const id = (line.attributes['id'] ?? '').trim()
    const key = keys.get(id)
    if (id !== '' && key !== undefined && planned.has(key)) return [key]
    messages.warn(line, `there is no report ${id} of the tracker in the archive: this filter was skipped`)
    return []
  })
}
