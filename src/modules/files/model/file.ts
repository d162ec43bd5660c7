/** Where a file says its field: of no tracker, the archive that a project is made from. No field has this id. */
export const ARCHIVE_FIELD = 0

/** A file that is declared, and attached to nothing yet: its bytes are arriving, or all there (files.md §1 to §3). */
export interface PendingFile {
  readonly id: number
  /** The field that it was declared for; null = any (it came by the older interface). */
  readonly fieldId: number | null
  readonly name: string
  /** As declared, in bytes. */
  readonly size: number
  /** As declared. */
  readonly type: string
  readonly description: string
  readonly submittedBy: number
  /** All of its bytes are lasting. */
  readonly isFinished: boolean
  readonly expiresAt: Date
  readonly sha256: Buffer | null
  /** What its content shows; null = unknown. */
  readonly detectedType: string | null
}

/** What a document keeps of an attached file. */
export interface AttachedFile {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
  readonly submittedBy: number
  /** In hexadecimal digits; left out where it is not known. */
  readonly sha256?: string
  /** Media type that the content shows, null = none known; left out where nobody looked. */
  readonly detectedType?: string | null
}

const pictures: ReadonlyMap<string, string> = new Map([
  ['image/gif', 'image/gif'],
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
])

/** Is there a small picture of it (files.md §5)? Only of what says to be a picture and, as far as somebody looked, is that. */
export const hasPreview = ({ type, detectedType }: Pick<AttachedFile, 'type' | 'detectedType'>): boolean => {
  const kind = pictures.get(type.toLowerCase())
  return kind !== undefined && (detectedType === undefined || detectedType === kind)
}

/** A file of the older interface: whatever was received so far can be attached (files.md §6.1). */
export interface TemporaryFile {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly description: string
  /** Bytes received so far. */
  readonly size: number
  readonly submittedBy: number
  readonly chunks: number
}

/** What a sender says of a file before sending it. */
export interface Declaration {
  readonly fieldId: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
}

export const ATTACHMENTS = '/plugins/tracker/attachments'

/** As a segment of a path, safe inside quotes and brackets too. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Path of the content of a file, and of a small picture of it. */
export const downloadPath = (id: number, name: string): string => `${ATTACHMENTS}/${id}-${encodeName(name)}`
export const previewPath = (id: number, name: string): string => `${ATTACHMENTS}/preview/${id}-${encodeName(name)}`
export const UPLOADS = '/uploads/tracker/file'
/** Path to which the bytes are sent. */
export const uploadPath = (id: number): string => `${UPLOADS}/${id}`
