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
