import type { UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'

/**
 * Names in a definition for objects outside the tracker, in both directions. Everything is loaded in advance: each call is a look-up in
 * memory.
 */
export interface Names {
  readonly projectId: number
  groupName(id: UserGroupId): string
  groupId(name: string): UserGroupId | undefined
  login(userId: number): string | undefined
  userId(login: string): number | undefined
  /** `bug`, or `lighthouse/bug` in another project; undefined for a deleted tracker. */
  trackerName(id: number): string | undefined
  tracker(idOrName: number | string): Tracker | undefined
  isLinkType(shortName: string): boolean
}

/** Values of a list may have the same label: the second one is named `label#2`, and so on. */
export const valueReferences = (labels: readonly string[]): string[] => {
  const taken = new Set<string>()
  const plain = new Set(labels)
  return labels.map(label => {
    let reference = label
    for (let number = 2; taken.has(reference) || (reference !== label && plain.has(reference)); number++)
      reference = `${label}#${number}`
    taken.add(reference)
    return reference
  })
}
