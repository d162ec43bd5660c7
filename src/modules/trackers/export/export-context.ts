import type { XmlElement } from '../../../platform/xml/node.ts'
import type { ArchiveGroupNames } from './export-names.ts'

/** What a tracker may refer to outside itself. */
export interface TrackerExportContext {
  readonly groups: ArchiveGroupNames
  /** Elements that are not in use are exported, too, without their values. */
  readonly hasUnused?: boolean
  /** The account as `users.xml` of the archive knows it, whatever the name of the element. */
  userReference(userId: number): XmlElement
  /** Is the tracker part of the same archive? Only then may others refer to it. */
  isExported(trackerId: number): boolean
}
