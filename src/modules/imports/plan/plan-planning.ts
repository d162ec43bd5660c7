import { childNamed, childrenNamed, type XmlNode } from '../../../platform/xml/node.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Groups } from '../archive/archive-groups.ts'
import type { Messages } from '../archive/import-messages.ts'

/** The tracker that plans the content of other trackers (agile.md §9). */
export interface PlannedPlanning {
  readonly name: string
  readonly planTitle: string
  readonly backlogTitle: string
  readonly planningTracker: string
  readonly backlogTrackers: readonly string[]
  /** Ids, or provisional ids, of the groups that may plan; null: all members. */
  readonly plannerGroups: readonly UserGroupId[] | null
}

/** `<agiledashboard>` of an archive, with keys of trackers and source ids of artifacts. */
export interface PlannedAgile {
  readonly plannings: readonly PlannedPlanning[]
  readonly hasExplicitBacklog: boolean
  readonly topBacklog: readonly string[]
}

export const planAgile = (
  root: XmlNode,
  trackers: ReadonlySet<string>,
  groups: Groups,
  messages: Messages,
): PlannedAgile => {
  const agile = childNamed(root, 'agiledashboard')
  const container = agile && childNamed(agile, 'plannings')
  const plannings = container ? planPlannings(childrenNamed(container, 'planning'), trackers, groups, messages) : []
  const scrum = agile && childNamed(childNamed(agile, 'admin') ?? agile, 'scrum')
  const explicit = scrum && childNamed(scrum, 'explicit_backlog')
  // An archive that does not say it has the switch on.
  const hasExplicitBacklog = agile !== undefined && !/^(0|false)$/i.test(explicit?.attributes['is_used']?.trim() ?? '1')
  const top = agile && childNamed(agile, 'top_backlog')
  const members = top ? childrenNamed(top, 'artifact') : []
  if (top && members.length > 0 && !hasExplicitBacklog)
    messages.warn(top, 'the top backlog of this project is computed: its list was skipped')
  return {
    plannings,
    hasExplicitBacklog,
    topBacklog: hasExplicitBacklog ? members.map(node => (node.attributes['artifact_id'] ?? '').trim()) : [],
  }
}

const planPlannings = (
  nodes: readonly XmlNode[],
  trackers: ReadonlySet<string>,
  groups: Groups,
  messages: Messages,
): PlannedPlanning[] => {
  const planning = new Set<string>()
  return nodes.flatMap(node => {
    const planningTracker = (node.attributes['planning_tracker_id'] ?? '').trim()
    const backlogs = childNamed(node, 'backlogs')
    const backlogTrackers = (backlogs ? childrenNamed(backlogs, 'backlog') : []).map(backlog => backlog.text.trim())
    const unknown = [planningTracker, ...backlogTrackers].find(key => !trackers.has(key))
    if (unknown !== undefined) {
      messages.warn(node, `there is no tracker ${unknown} in the archive: this planning was skipped`)
      return []
    }
    if (backlogTrackers.length === 0) {
      messages.warn(node, 'a planning has no tracker for its backlog: it was skipped')
      return []
    }
    if (planning.has(planningTracker)) {
      messages.warn(node, `the tracker ${planningTracker} has another planning: this planning was skipped`)
      return []
    }
    planning.add(planningTracker)
    const name = (node.attributes['name'] ?? '').trim()
    return [
      {
        name,
        planTitle: node.attributes['plan_title']?.trim() ?? name,
        backlogTitle: node.attributes['backlog_title']?.trim() ?? name,
        planningTracker,
        backlogTrackers,
        plannerGroups: planPlanners(node, groups, messages),
      },
    ]
  })
}

const PLANNER = 'PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE'

/** A planning with permissions of which none is known is left to nobody: a group that is missing must not open it to all members. */
const planPlanners = (node: XmlNode, groups: Groups, messages: Messages): UserGroupId[] | null => {
  const container = childNamed(node, 'permissions')
  const lines = (container ? childrenNamed(container, 'permission') : []).filter(line => {
    const isPlanner = (line.attributes['type'] ?? '').trim() === PLANNER
    if (!isPlanner)
      messages.warn(line, `"${line.attributes['type'] ?? ''}" is no permission of a planning: it was skipped`)
    return isPlanner
  })
  if (lines.length === 0) return null
  return lines.flatMap(line => {
    const name = (line.attributes['ugroup'] ?? '').trim()
    const group = groups.findForRight(name)
    if (group === undefined) messages.warn(line, `there is no user group "${name}": this permission was skipped`)
    return group ?? []
  })
}
