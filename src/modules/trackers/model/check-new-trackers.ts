import { isOneLine, NOT_ONE_LINE } from '../../../platform/single-line.ts'
import type { NewFormElement, NewTracker } from './new-tracker.ts'

/** Names of the palette for trackers (import.md §5.1). */
export const trackerColors: readonly string[] = [
  'inca-silver',
  'chrome-silver',
  'firemist-silver',
  'red-wine',
  'fiesta-red',
  'coral-pink',
  'teddy-brown',
  'clockwork-orange',
  'graffiti-yellow',
  'army-green',
  'neon-green',
  'acid-green',
  'sherwood-green',
  'ocean-turquoise',
  'surf-green',
  'deep-blue',
  'lake-placid-blue',
  'daphne-blue',
  'plum-crazy',
  'ultra-violet',
  'lilac-purple',
  'panther-pink',
  'peggy-pink',
  'flamingo-pink',
]

/** Keywords of references to other objects: a reference could not name a tracker with such an item name (import.md §5.1). */
export const reservedKeywords: ReadonlySet<string> = new Set([
  'art',
  'artifact',
  'tracker',
  'doc',
  'file',
  'wiki',
  'cvs',
  'svn',
  'news',
  'forum',
  'msg',
  'cc',
  'release',
  'tag',
  'thread',
  'im',
  'project',
  'proj',
  'folder',
  'dossier',
  'plugin',
  'img',
  'commit',
  'rev',
  'revision',
  'patch',
])

export interface NameInUse {
  readonly projectId: number
  readonly name: string
  readonly itemName: string
}

/** A fault of one of the new trackers. */
export interface TrackerFault {
  readonly tracker: NewTracker
  readonly message: string
}

/** All faults that prevent the creation of these trackers beside the existing ones; none if they can be created. */
export const checkNewTrackers = (trackers: readonly NewTracker[], inUse: readonly NameInUse[]): TrackerFault[] => {
  const names = new Set(inUse.map(one => `${one.projectId} ${one.name.toLowerCase()}`))
  const itemNames = new Set(inUse.map(one => `${one.projectId} ${one.itemName.toLowerCase()}`))
  return trackers.flatMap(tracker =>
    [
      ...faultsOfName(tracker, names),
      ...faultsOfItemName(tracker, itemNames),
      ...(trackerColors.includes(tracker.color) ? [] : [`The color "${tracker.color}" is not one of the palette.`]),
      ...faultsOfElements(tracker),
      ...faultsOfTransitions(tracker),
    ].map(message => ({ tracker, message })),
  )
}

const faultsOfName = (tracker: NewTracker, taken: Set<string>): string[] => {
  if (tracker.name.trim() === '') return ['A tracker has no name.']
  if (!isOneLine(tracker.name)) return [`The name of a tracker ${NOT_ONE_LINE}.`]
  const key = `${tracker.projectId} ${tracker.name.toLowerCase()}`
  if (taken.has(key)) return [`Another tracker of the project has the name "${tracker.name}" already.`]
  taken.add(key)
  return []
}

const faultsOfItemName = (tracker: NewTracker, taken: Set<string>): string[] => {
  const { itemName } = tracker
  if (itemName === '') return [`The tracker "${tracker.name}" has no item name.`]
  if (!/^[A-Za-z0-9_]+$/.test(itemName))
    return [`The item name "${itemName}" may only have letters without accents, digits and underscores.`]
  if (reservedKeywords.has(itemName.toLowerCase()))
    return [`The item name "${itemName}" is the keyword of another kind of reference.`]
  const key = `${tracker.projectId} ${itemName.toLowerCase()}`
  if (taken.has(key)) return [`Another tracker of the project has the item name "${itemName}" already.`]
  taken.add(key)
  return []
}

const faultsOfElements = (tracker: NewTracker): string[] => {
  const names = new Set<string>()
  return withContent(tracker.elements).flatMap(element => {
    if (names.has(element.name)) return [`The tracker "${tracker.name}" has two form elements named "${element.name}".`]
    names.add(element.name)
    return []
  })
}

const faultsOfTransitions = (tracker: NewTracker): string[] => {
  const pairs = new Set<string>()
  return (tracker.workflow?.transitions ?? []).flatMap(transition => {
    const pair = JSON.stringify([transition.fromValue, transition.toValue])
    if (pairs.has(pair)) return [`The workflow of the tracker "${tracker.name}" has the same transition twice.`]
    pairs.add(pair)
    return []
  })
}

/** Depth first, containers before their content: the order in which form elements are numbered. */
export const withContent = (elements: readonly NewFormElement[]): NewFormElement[] =>
  elements.flatMap(element => [element, ...withContent(element.children)])
