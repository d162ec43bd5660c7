import type { CrocusClient } from './crocus-client.ts'
import { ConnectionLost, jsonLines } from './json-lines.ts'
import { RequestRefused } from './refusal.ts'
import type { components, operations } from './schema.ts'
import { sendBytes, type UploadOptions } from './upload-file.ts'

/** An artifact in an export of a tracker. Values are by names, as imports take them. */
export interface ExportedArtifact {
  readonly type: 'artifact'
  readonly id: number
  readonly number: number
  readonly tracker: string
  readonly values: Readonly<Record<string, unknown>>
  readonly links?: readonly { readonly artifact_id: number; readonly type: string }[]
  readonly files?: readonly { readonly name: string; readonly url: string }[]
}

export interface TrackerExportQuery {
  readonly tql?: string
  /** `status,-last_update` */
  readonly sort?: string
  /** Short names of fields; otherwise all that the account may read. */
  readonly columns?: readonly string[]
  readonly signal?: AbortSignal
}

/** The artifacts of a tracker that a query finds, as they arrive. Throws a RequestRefused, and a ConnectionLost if the answer is cut. */
export async function* exportTracker(
  client: CrocusClient,
  trackerId: number,
  { tql, sort, columns, signal }: TrackerExportQuery = {},
): AsyncGenerator<ExportedArtifact, void, undefined> {
  const query = new URLSearchParams({
    format: 'ndjson',
    ...(tql !== undefined && { tql }),
    ...(sort !== undefined && { sort }),
    ...(columns && { columns: columns.join() }),
  })
  for await (const line of linesOf(client, `/api/trackers/${trackerId}/export?${query.toString()}`, signal))
    yield line as ExportedArtifact
}

/** A line of an export of a project. Its members depend on its type. */
export interface ProjectLine {
  readonly key: string
  readonly type: 'begin' | 'project' | 'group' | 'user' | 'tracker' | 'artifact' | 'changeset' | 'file' | 'end'
  readonly [member: string]: unknown
}

export interface ProjectExportOptions {
  /** Key of the last line of an earlier export: goes on behind it. */
  readonly after?: string
  readonly files?: 'none' | 'urls'
  readonly signal?: AbortSignal
}

/** Lost connections one after another without a line. */
const MOST_FAILURES = 5

/**
 * All of a project that the account may see, line by line. After a lost connection it goes on behind the last line. The cursor of the first line
 * is that from which the feed makes the export exact. Throws a RequestRefused.
 */
export async function* exportProject(
  client: CrocusClient,
  projectId: number,
  { after, files = 'none', signal }: ProjectExportOptions = {},
): AsyncGenerator<ProjectLine, void, undefined> {
  let last = after
  for (let failures = 0; ;) {
    const query = new URLSearchParams({ files, ...(last !== undefined && { after: last }) })
    try {
      for await (const value of linesOf(client, `/api/projects/${projectId}/export?${query.toString()}`, signal)) {
        const line = value as ProjectLine
        if (line.type === 'begin' && last !== undefined) continue
        yield line
        if (line.type === 'end') return
        last = line.key
        failures = 0
      }
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof ConnectionLost)) throw error
    }
    if (++failures > MOST_FAILURES) throw new ConnectionLost('the export was cut again and again')
  }
}

async function* linesOf(
  client: CrocusClient,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const response = await client.send(path, {
    headers: { Accept: 'application/x-ndjson' },
    ...(signal && { signal }),
  })
  if (!response.ok) throw new RequestRefused(response, await response.json().catch(() => undefined))
  yield* jsonLines(response)
}

export type Import = components['schemas']['ImportWithMessages']
export type NewImport = Omit<
  operations['createImport']['requestBody']['content']['application/json'],
  'file_name' | 'file_size'
>

export interface ImportOptions extends Omit<UploadOptions, 'type' | 'description'> {
  /** Writes nothing, and tells what would be refused. */
  readonly isDryRun?: boolean
  /** Called with the state of the import, at most once in `pollMs` (1,000). */
  readonly onState?: (state: Import) => void
  readonly pollMs?: number
}

/**
 * Imports artifacts from a sheet or lines of JSON, and returns the import when it has ended: `messages` tells the refused lines. Lines with an
 * `external_id` can be sent again without harm. Throws a RequestRefused.
 */
export const importArtifacts = async (
  client: CrocusClient,
  projectId: number,
  content: Blob,
  given: NewImport,
  options: ImportOptions = {},
): Promise<Import> => {
  const { name = 'name' in content ? String(content.name) : `import.${given.format}`, isDryRun = false } = options
  const { onState, pollMs = 1_000, signal, sleep = wait } = options
  const declared = await client.POST('/projects/{id}/imports', {
    params: { path: { id: projectId }, query: { dry_run: isDryRun } },
    body: { ...given, file_name: name, file_size: content.size },
    ...(signal && { signal }),
  })
  if (!declared.data) throw new RequestRefused(declared.response, declared.error)
  const { id, upload_href: path } = declared.data
  if (path !== null) await sendBytes(client, path, content, options)
  for (;;) {
    const read = await client.GET('/imports/{id}', { params: { path: { id } }, ...(signal && { signal }) })
    if (!read.data) throw new RequestRefused(read.response, read.error)
    onState?.(read.data)
    if (['done', 'failed', 'cancelled'].includes(read.data.status)) return read.data
    await sleep(pollMs)
  }
}

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))
