/** Field id of an archive from which a project is created; no field has this id. */
export const ARCHIVE_FIELD = 0

/** A declared file that is attached to nothing: its bytes are arriving, or complete (files.md §1 to §3). */
export interface PendingFile {
  readonly id: number
  /** The field for which the file was declared; null = any field (older interface). */
  readonly fieldId: number | null
  readonly name: string
  /** As declared, in bytes. */
  readonly size: number
  /** As declared. */
  readonly type: string
  readonly description: string
  readonly submittedBy: number
  /** Whether all bytes are durable. */
  readonly isFinished: boolean
  readonly expiresAt: Date
  readonly sha256: Buffer | null
  /** Media type according to the content; null = unknown. */
  readonly detectedType: string | null
}

/** The properties of an attached file in a document. */
export interface AttachedFile {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
  readonly submittedBy: number
  /** In hexadecimal digits; left out if unknown. */
  readonly sha256?: string
  /** Media type according to the content, null = unknown; left out if the content was not inspected. */
  readonly detectedType?: string | null
}

const pictures: ReadonlyMap<string, string> = new Map([
  ['image/gif', 'image/gif'],
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
])

/** Whether the file has a preview (files.md §5). Only a declared picture has one, unless the inspected content is of another type. */
export const hasPreview = ({ type, detectedType }: Pick<AttachedFile, 'type' | 'detectedType'>): boolean => {
  const kind = pictures.get(type.toLowerCase())
  return kind !== undefined && (detectedType === undefined || detectedType === kind)
}

/** A file of the older interface: the bytes received so far can be attached (files.md §6.1). */
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

/** The properties of a file that a client declares before sending it. */
export interface Declaration {
  readonly fieldId: number
  readonly name: string
  readonly size: number
  readonly type: string
  readonly description: string
}

export const ATTACHMENTS = '/plugins/tracker/attachments'

/** As a segment of a path that is also safe in quotes and brackets. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Path of the content of a file. `previewPath` is the path of its preview. */
export const downloadPath = (id: number, name: string): string => `${ATTACHMENTS}/${id}-${encodeName(name)}`
export const previewPath = (id: number, name: string): string => `${ATTACHMENTS}/preview/${id}-${encodeName(name)}`
export const UPLOADS = '/uploads/tracker/file'
/** Path to which the client sends the bytes. */
export const uploadPath = (id: number): string => `${UPLOADS}/${id}`
