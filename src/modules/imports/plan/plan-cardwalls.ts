import { childNamed, childrenNamed, type XmlNode } from '../../../platform/xml/node.ts'
import { columnColor } from '../../planning/index.ts'
import type { NewFormElement } from '../../trackers/index.ts'
import type { Messages } from '../archive/import-messages.ts'
import type { PlannedTracker } from './plan-trackers.ts'

/** A cardwall by the key of the tracker of its milestones, with keys of fields and values (agile.md §9). */
export interface PlannedCardwall {
  readonly planningTracker: string
  readonly columns: readonly { readonly label: string; readonly color: string; readonly values: readonly string[] }[]
  readonly mappings: readonly { readonly tracker: string; readonly field: string }[]
}

/** `planningTrackers`: keys of the trackers that have a planning. */
export const planCardwalls = (
  root: XmlNode,
  trackers: readonly PlannedTracker[],
  planningTrackers: ReadonlySet<string>,
  messages: Messages,
): PlannedCardwall[] => {
  const section = childNamed(root, 'cardwall')
  const container = section && childNamed(section, 'trackers')
  const seen = new Set<string>()
  return (container ? childrenNamed(container, 'tracker') : []).flatMap(node => {
    const key = attribute(node, 'id')
    if (!planningTrackers.has(key)) {
      messages.warn(node, `the tracker ${key} has no planning: its cardwall was skipped`)
      return []
    }
    if (seen.has(key)) {
      messages.warn(node, `the tracker ${key} has another cardwall: this one was skipped`)
      return []
    }
    seen.add(key)
    return [planCardwall(node, key, trackers, messages)]
  })
}

const attribute = (node: XmlNode, name: string): string => (node.attributes[name] ?? '').trim()

const inside = (node: XmlNode, container: string, name: string): readonly XmlNode[] => {
  const found = childNamed(node, container)
  return found ? childrenNamed(found, name) : []
}

const planCardwall = (
  node: XmlNode,
  planningTracker: string,
  trackers: readonly PlannedTracker[],
  messages: Messages,
): PlannedCardwall => {
  const columns = inside(node, 'columns', 'column').map(column => ({
    key: attribute(column, 'id'),
    label: attribute(column, 'label'),
    color: colorOf(column, messages),
    values: [] as string[],
  }))
  const mappings = inside(node, 'mappings', 'mapping').flatMap(mapping => {
    const field = findField(mapping, planningTracker, trackers, messages)
    if (!field) return []
    for (const value of inside(mapping, 'values', 'value')) {
      const [valueKey, columnKey] = [attribute(value, 'value_id'), attribute(value, 'column_id')]
      const column = columns.find(({ key }) => key !== '' && key === columnKey)
      const isKnown = field.bind?.type === 'static' && field.bind.values.some(({ key }) => key === valueKey)
      if (!column) messages.warn(value, `the cardwall has no column ${columnKey}: this value was skipped`)
      else if (!isKnown)
        messages.warn(value, `the field "${field.name}" has no value ${valueKey}: its column was skipped`)
      else if (columns.some(({ values }) => values.includes(valueKey)))
        messages.warn(value, `the value ${valueKey} stands for another column: this column was skipped`)
      else column.values.push(valueKey)
    }
    return [{ tracker: attribute(mapping, 'tracker_id'), field: field.key }]
  })
  return { planningTracker, columns: columns.map(({ key: _key, ...column }) => column), mappings }
}

/** The list that decides the columns of the cards of a tracker. */
const findField = (
  mapping: XmlNode,
  planningTracker: string,
  trackers: readonly PlannedTracker[],
  messages: Messages,
): NewFormElement | undefined => {
  const [trackerKey, fieldKey] = [attribute(mapping, 'tracker_id'), attribute(mapping, 'field_id')]
  const tracker = trackers.find(({ key }) => key === trackerKey && key !== planningTracker)
  if (!tracker) {
    messages.warn(mapping, `the tracker ${trackerKey} has no cards on this cardwall: this mapping was skipped`)
    return undefined
  }
  const field = allElements(tracker.value.elements).find(({ key }) => key === fieldKey)
  if (field && ['sb', 'rb', 'msb'].includes(field.type) && field.bind?.type === 'static') return field
  messages.warn(
    mapping,
    `the tracker ${trackerKey} has no list ${fieldKey} with fixed values: this mapping was skipped`,
  )
  return undefined
}

const allElements = (elements: readonly NewFormElement[]): NewFormElement[] =>
  elements.flatMap(element => [element, ...allElements(element.children)])

const colorOf = (column: XmlNode, messages: Messages): string => {
  const name = attribute(column, 'tlp_color_name')
  const parts = ['bg_red', 'bg_green', 'bg_blue'].map(part => attribute(column, part))
  const hex = parts.every(part => /^\d{1,3}$/.test(part) && Number(part) < 256)
    ? `#${parts.map(part => Number(part).toString(16).padStart(2, '0')).join('')}`
    : undefined
  const given = name === '' ? hex : name
  const color = columnColor(given)
  if (color !== undefined) return color
  messages.warn(column, `"${name}" is no colour of the palette: the column has no colour`)
  return columnColor(undefined) ?? ''
}
