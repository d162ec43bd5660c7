// An upload: a file on its way to the server, from the choice of the person until it is attached.

/** Where the file belongs. A new artifact has no id yet; its form collects the finished files. */
export interface UploadTarget {
  readonly fieldId: number
  readonly artifactId: number | undefined
  /** Key of the draft of a new artifact; undefined for an artifact that exists. */
  readonly draft?: string
}

export type UploadState =
  | 'waiting'
  | 'sending'
  | 'paused'
  /** The connection is lost: goes on when the browser is online again, and after a pause. */
  | 'interrupted'
  /** The browser kept only name and size: the person chooses the file again. */
  | 'file-missing'
  /** All bytes are on the server. */
  | 'complete'
  | 'attaching'
  | 'attached'
  | 'refused'

export interface Upload {
  readonly id: string
  /** The files of one choice or drop are attached together. */
  readonly group: string
  readonly target: UploadTarget
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly type: string
  readonly lastModified: number
  /** Undefined after a reload, if the file was too large to be kept. */
  readonly file: Blob | undefined
  readonly state: UploadState
  /** Bytes that the server has. */
  readonly sent: number
  /** Bytes a second over the last seconds. */
  readonly speed: number | undefined
  /** Id and address on the server, once it is declared. */
  readonly fileId: number | undefined
  readonly href: string | undefined
  /** Why it was refused. */
  readonly error: unknown
  /** A former page began it, and nobody has resumed it here. */
  readonly isRestored: boolean
}

/** Nobody sends it since its page was closed. The files of a draft wait for its form. */
export const isCutOff = ({ isRestored, state, target }: Upload): boolean =>
  isRestored && (state !== 'complete' || target.artifactId !== undefined)

export const secondsLeft = ({ size, sent, speed }: Upload): number | undefined =>
  speed === undefined || speed <= 0 ? undefined : Math.ceil((size - sent) / speed)

/** The same choice again after a reload: name, size and date are all that the browser tells of a file. */
export const isSameFile = (upload: Upload, file: File): boolean =>
  upload.name === file.name && upload.size === file.size && upload.lastModified === file.lastModified
