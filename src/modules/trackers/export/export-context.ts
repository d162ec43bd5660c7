import type { XmlElement } from '../../../platform/xml/node.ts'
import type { ArchiveGroupNames } from './export-names.ts'

/** Names and look-ups for references from a tracker to other objects. */
export interface TrackerExportContext {
  readonly groups: ArchiveGroupNames
  /** Whether unused elements are exported, too; their values are not. */
  readonly hasUnused?: boolean
  /** Reference to the account in `users.xml` of the archive; callers rename the element. */
  userReference(userId: number): XmlElement
  /** Whether the tracker is part of the same archive. Only then may other trackers refer to it. */
  isExported(trackerId: number): boolean
}
