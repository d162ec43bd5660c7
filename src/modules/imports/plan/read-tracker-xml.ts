import { childNamed, type XmlNode } from '../../../platform/xml/node.ts'
import { parseXml } from '../../../platform/xml/parse-xml.ts'
import type { StaticUserGroup } from '../../projects/index.ts'
import type { NewTracker } from '../../trackers/index.ts'
import type { UsersModule } from '../../users/index.ts'
import { groupsOf } from '../archive/archive-groups.ts'
import { formatMessage, Messages } from '../archive/import-messages.ts'
import { planTrackers } from './plan-trackers.ts'

export interface TrackerXml {
  /** undefined: the tracker cannot be used, and `faults` gives the reasons. */
  readonly value: Omit<NewTracker, 'projectId'> | undefined
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

export interface TrackerXmlContext {
  readonly users: Pick<UsersModule, 'findByLogin'>
  readonly groups: readonly StaticUserGroup[]
  readonly linkTypes: ReadonlySet<string>
}

/**
 * Parses one `<tracker>` (import.md §5), alone or as the only one of a project's archive, for an existing project: its structure without
 * artifacts. Logins refer to accounts of the platform.
 */
export const readTrackerXml = async (
  xml: string,
  { users, groups, linkTypes }: TrackerXmlContext,
  rename: { readonly name?: string; readonly itemName?: string },
): Promise<TrackerXml> => {
  const messages = new Messages()
  const refused = (...faults: string[]): TrackerXml => ({ value: undefined, faults, warnings: [] })
  let root: XmlNode
  try {
    root = await parseXml([Buffer.from(xml)], 'tracker.xml')
  } catch (error) {
    return refused(`The XML cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const node = trackerIn(root)
  if (!node) return refused('The XML holds no <tracker>, or several.')
  const accounts = new Map<string, number>()
  for (const login of loginsIn(node)) {
    const user = await users.findByLogin(login)
    if (user) accounts.set(login, user.id)
  }
  const references = {
    userOf: (one: XmlNode) => accounts.get(one.text.trim()),
    authorOf: () => ({ userId: 0, email: null }),
  }
  const { trackers } = planTrackers(wrapped(renamed(node, rename)), {
    messages,
    groups: groupsOf([], groups),
    references,
    linkTypes,
    disabledLinkTypes: new Set(),
    existing: [],
  })
  const told = messages.list()
  const texts = (level: 'error' | 'warning'): string[] =>
    told.filter(message => message.level === level).map(message => formatMessage(message))
  return {
    value: messages.hasErrors ? undefined : trackers[0]?.value,
    faults: texts('error'),
    warnings: texts('warning'),
  }
}

const trackerIn = (root: XmlNode): XmlNode | undefined => {
  if (root.name === 'tracker') return root
  const container = root.name === 'trackers' ? root : childNamed(root, 'trackers')
  const found = (container?.children ?? []).filter(child => child.name === 'tracker')
  return found.length === 1 ? found[0] : undefined
}

const loginsIn = (node: XmlNode): string[] => [
  ...(node.name === 'value' && node.attributes['format'] !== undefined ? [node.text.trim()] : []),
  ...node.children.flatMap(child => (child.name === 'artifacts' ? [] : loginsIn(child))),
]

/** Applies given names, and removes the place in the hierarchy of the other archive. */
const renamed = (
  node: XmlNode,
  { name, itemName }: { readonly name?: string; readonly itemName?: string },
): XmlNode => {
  const text = (tag: string, value: string | undefined): XmlNode[] =>
    value === undefined
      ? node.children.filter(child => child.name === tag)
      : [{ ...node, name: tag, attributes: {}, children: [], text: value }]
  return {
    ...node,
    attributes: { ...node.attributes, parent_id: '0' },
    children: [
      ...text('name', name),
      ...text('item_name', itemName),
      ...node.children.filter(
        child => child.name !== 'name' && child.name !== 'item_name' && child.name !== 'artifacts',
      ),
    ],
  }
}

const wrapped = (tracker: XmlNode): XmlNode => {
  const around = (name: string, child: XmlNode): XmlNode => ({
    ...tracker,
    name,
    attributes: {},
    children: [child],
    text: '',
  })
  return around('project', around('trackers', tracker))
}
