import type { UserGroupId } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'

/** How a definition calls what is not part of the tracker, both ways. Everything was loaded before: look-ups in memory. */
export interface Names {
  readonly projectId: number
  groupName(id: UserGroupId): string
  groupId(name: string): UserGroupId | undefined
  login(userId: number): string | undefined
  userId(login: string): number | undefined
  /** `bug`, or `lighthouse/bug` in another project; undefined for one that is gone. */
  trackerName(id: number): string | undefined
  tracker(idOrName: number | string): Tracker | undefined
  isLinkType(shortName: string): boolean
}

/** Values of a list may have the same label: the second one is called `label#2`, and so on. */
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
