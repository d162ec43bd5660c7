import type { Viewer } from '../../users/index.ts'

/** An open stream, for events beside the changes: they have no id, since they are not of the log. */
export interface AccountStream {
  /** The caller, with the rights of now. */
  readonly viewer: () => Viewer
  readonly tell: (event: string, data: object) => void
}

/** Called for each stream that opens; returns what is called when the stream ends. */
export type AttachToStream = (stream: AccountStream) => () => void
