import type { Readable } from 'node:stream'
import { NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import type { StoredFileRow } from './attachments.store.ts'
import { contentKey, ContentMissing, type ByteRange, type ContentStore } from '../contents/content-store.ts'
import { contentDisposition, contentType, parseRange } from '../model/download-headers.ts'
import { ATTACHMENTS } from '../model/file.ts'
import { previewKey, type Previews } from '../contents/previews.ts'

export interface DownloadRequest {
  /** As the client sent it, without query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly viewer: Viewer
}

export interface Download {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Opens the content when it is needed. Fails before the first byte if the content is missing. */
  readonly open?: () => Promise<Readable>
}

export interface DownloadDependencies {
  readonly contents: ContentStore
  readonly previews: Previews
  readonly find: (viewer: Viewer, id: number) => Promise<StoredFileRow | undefined>
}

/** A browser must not run a file in the name of this server, whatever type the file declares. */
const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The content or preview at an address (files.md §4); throws NotFound for everything that this viewer may not read. */
export const serveDownload =
  ({ contents, previews, find }: DownloadDependencies) =>
  async ({ path, headers, viewer }: DownloadRequest): Promise<Download> => {
    const address = parseAddress(path)
    const file = address && (await find(viewer, address.id))
    if (!file || file.name !== address.name) throw noSuchFile()
    const key = address.isPreview ? previewKey(file.id) : contentKey(file.id)
    const size = address.isPreview ? await findPreview(previews, file) : await contents.size(key)
    if (size === undefined) throw noSuchFile()

    const etag = etagOf(file, address.isPreview)
    const common = { ETag: etag, 'Cache-Control': 'private', Pragma: 'no-cache', 'X-Content-Type-Options': 'nosniff' }
    if (isListed(headers['if-none-match'], etag)) return { status: 304, headers: common }
    const ifRange = headers['if-range']
    const range =
      ifRange === undefined || ifRange === etag ? parseRange(headers['range'] as string | undefined, size) : 'all'
    if (range === 'unsatisfiable')
      return { status: 416, headers: { ...common, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' } }

    const part: ByteRange | undefined = range === 'all' ? undefined : range
    return {
      status: part ? 206 : 200,
      headers: {
        ...common,
        'Content-Type': contentType(file.type),
        'Content-Length': String(part ? part.end - part.start + 1 : size),
        'Content-Disposition': contentDisposition(file.name),
        'Accept-Ranges': 'bytes',
        'X-DNS-Prefetch-Control': 'off',
        'Content-Security-Policy': SANDBOX,
        ...(part && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
      },
      open: () => contents.read(key, part).catch(refuseMissing),
    }
  }

const noSuchFile = (): NotFound => new NotFound('there is no such file')

const refuseMissing = (error: unknown): never => {
  throw error instanceof ContentMissing ? noSuchFile() : error
}

const findPreview = (previews: Previews, file: StoredFileRow): Promise<number | undefined> =>
  previews.make(file).catch(refuseMissing)

/** `/plugins/tracker/attachments/12-lens.png`, or `…/preview/12-lens.png`. */
const parseAddress = (path: string): { isPreview: boolean; id: number; name: string } | undefined => {
  if (!path.startsWith(`${ATTACHMENTS}/`)) return undefined
  const match = /^(preview\/)?([1-9]\d{0,14})-(.+)$/s.exec(path.slice(ATTACHMENTS.length + 1))
  if (!match?.[2] || match[3] === undefined) return undefined
  try {
    return { isPreview: match[1] !== undefined, id: Number(match[2]), name: decodeURIComponent(match[3]) }
  } catch {
    return undefined
  }
}

const etagOf = ({ id, size, sha256 }: StoredFileRow, isPreview: boolean): string =>
  `"${sha256?.toString('hex').slice(0, 40) ?? `${id}-${size}`}${isPreview ? '-preview' : ''}"`

const isListed = (header: string | string[] | undefined, etag: string): boolean =>
  header !== undefined &&
  String(header)
    .split(',')
    .some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
