import type { CrocusClient } from './crocus-client.ts'
import { RequestRefused } from './refusal.ts'

export interface UploadOptions {
  /** Name that the file gets; otherwise that of a `File`. */
  readonly name?: string
  /** Media type; otherwise that of the `Blob`. */
  readonly type?: string
  readonly description?: string
  /** Bytes of one request (16 MiB). After a lost connection the upload goes on where the server has received it. */
  readonly chunkSize?: number
  readonly onProgress?: (sent: number, size: number) => void
  readonly signal?: AbortSignal
  /** Waits between two attempts; tests pass one that does not wait. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

const TUS = { 'Tus-Resumable': '1.0.0' }
const CHUNK = 16 * 1024 * 1024
/** Failures one after another without a byte received. */
const MOST_FAILURES = 5

/**
 * Sends a file for a file field (files.md §1, TUS) and returns its id: `{ field_id, value: [id] }` attaches it. The same file of the same
 * account again goes on where an earlier call ended. Throws a RequestRefused.
 */
export const uploadFile = async (
  client: CrocusClient,
  fieldId: number,
  file: Blob,
  options: UploadOptions = {},
): Promise<number> => {
  const { name = 'name' in file ? String(file.name) : 'file', type = file.type, description, signal } = options
  const announced = await client.POST('/tracker_fields/{id}/files', {
    params: { path: { id: fieldId } },
    body: {
      name,
      file_size: file.size,
      file_type: type || 'application/octet-stream',
      ...(description !== undefined && { description }),
    },
    ...(signal && { signal }),
  })
  if (!announced.data) throw new RequestRefused(announced.response, announced.error)
  const { id, upload_href: path } = announced.data
  // An empty file has no bytes to send.
  if (path) await sendBytes(client, path, file, options)
  return id
}

/** Sends the content of a declared upload (TUS), and goes on where the server has received it. */
export const sendBytes = async (
  client: CrocusClient,
  path: string,
  file: Blob,
  options: UploadOptions,
): Promise<void> => {
  const { chunkSize = CHUNK, onProgress, signal, sleep = wait } = options
  const request = (init: RequestInit): Promise<Response> =>
    client.send(path, { ...init, headers: { ...TUS, ...init.headers }, ...(signal && { signal }) })

  /** Sends the next part and returns where the following one begins. */
  const sendNext = async (offset: number): Promise<number> => {
    const response = await request({
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) },
      body: file.slice(offset, offset + chunkSize),
    })
    if (!response.ok) throw new RequestRefused(response, await bodyOf(response))
    return Number(response.headers.get('Upload-Offset'))
  }
  const receivedBytes = async (): Promise<number> => {
    const response = await request({ method: 'HEAD' })
    if (!response.ok) throw new RequestRefused(response, undefined)
    return Number(response.headers.get('Upload-Offset'))
  }

  let offset: number | undefined
  let failures = 0
  while (offset !== file.size) {
    try {
      offset = offset === undefined ? await receivedBytes() : await sendNext(offset)
      if (offset > 0) onProgress?.(offset, file.size)
      failures = 0
    } catch (error) {
      if (signal?.aborted || !isTemporary(error) || ++failures > MOST_FAILURES) throw error
      await sleep(200 * 2 ** failures)
      offset = undefined
    }
  }
}

/** 409: somebody else has sent more bytes of this file, or the server waits for the end of a lost request. 423: the same, by TUS. */
const isTemporary = (error: unknown): boolean =>
  error instanceof RequestRefused
    ? [409, 423, 429].includes(error.response.status) || error.response.status >= 500
    : error instanceof TypeError

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))
