import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../../src/platform/config.ts'

const BUCKET = 'crocus-files'

export interface S3Server {
  readonly settings: S3Settings
  close(): Promise<void>
}

/**
 * An S3 server on loopback, with a bucket in a folder. s3rver takes multipart uploads but neither lists nor aborts them; those three
 * requests are answered here, from the folder where it keeps the parts, and without looking at their signatures. All others are its
 * own. It reckons the signatures of requests on the bucket itself wrongly, so only the id of the access key is checked. Otherwise than
 * Amazon's it takes parts of any size, shows an object while it is being written,
 * and takes the range 0-0 for none.
 */
export const startS3Server = async (folder: string): Promise<S3Server> => {
  const s3rver = new S3rver({
    directory: folder,
    silent: true,
    vhostBuckets: false,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  })
  await s3rver.configureBuckets()
  const pass = s3rver.callback()
  const server = createServer((request, response) => {
    const answer = answerOf(request, path.join(folder, BUCKET, '._S3rver_uploads'))
    if (!answer) return void pass(request, response)
    answer.then(
      found => send(response, found.status, found.xml),
      (error: unknown) =>
        send(response, 500, `<Error><Code>InternalError</Code><Message>${String(error)}</Message></Error>`),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The variables by which a server or a command finds it. */
export const s3Environment = (settings: S3Settings): Record<string, string> => ({
  CROCUS_S3_ENDPOINT: settings.endpoint,
  CROCUS_S3_BUCKET: settings.bucket,
  CROCUS_S3_REGION: settings.region,
  CROCUS_S3_ACCESS_KEY_ID: settings.accessKeyId,
  CROCUS_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})

interface S3Response {
  readonly status: number
  readonly xml: string
}

const send = (response: ServerResponse, status: number, xml: string): void => {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(xml)
}

const answerOf = (request: IncomingMessage, uploads: string): Promise<S3Response> | undefined => {
  const url = new URL(request.url ?? '/', 'http://s3')
  const uploadId = url.searchParams.get('uploadId')
  if (request.method === 'GET' && url.searchParams.has('uploads')) return listUploads(uploads)
  if (uploadId === null || !/^\w+$/.test(uploadId)) return undefined
  if (request.method === 'GET')
    return listParts(path.join(uploads, uploadId), Number(url.searchParams.get('part-number-marker') ?? 0))
  if (request.method === 'DELETE') return abort(path.join(uploads, uploadId))
  return undefined
}

const NO_SUCH_UPLOAD: S3Response = {
  status: 404,
  xml: '<Error><Code>NoSuchUpload</Code><Message>There is no such upload.</Message></Error>',
}
const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Few enough that a page is not all. */
const PARTS_A_PAGE = 2

const listParts = async (folder: string, after: number): Promise<S3Response> => {
  if (!(await exists(folder))) return NO_SUCH_UPLOAD
  const numbers = (await readdir(folder))
    .filter(name => /^\d+[.]md5$/.test(name))
    .map(name => Number.parseInt(name, 10))
    .filter(number => number > after)
    .toSorted((left, right) => left - right)
  const page = numbers.slice(0, PARTS_A_PAGE)
  const parts = await Promise.all(
    page.map(async number => {
      const [{ size }, md5] = [
        await stat(path.join(folder, String(number))),
        await readFile(path.join(folder, `${number}.md5`), 'utf8'),
      ]
      return `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${md5}&quot;</ETag><Size>${size}</Size></Part>`
    }),
  )
  const isTruncated = numbers.length > page.length
  return {
    status: 200,
    xml: `<ListPartsResult><IsTruncated>${isTruncated}</IsTruncated><NextPartNumberMarker>${page.at(-1) ?? 0}</NextPartNumberMarker>${parts.join('')}</ListPartsResult>`,
  }
}

const listUploads = async (uploads: string): Promise<S3Response> => {
  const found = await Promise.all(
    (await readdir(uploads).catch(() => [])).map(async id => {
      const key = await readFile(path.join(uploads, id, 'key'), 'utf8')
      const { birthtime } = await stat(path.join(uploads, id, 'key'))
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`
    }),
  )
  return {
    status: 200,
    xml: `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${found.join('')}</ListMultipartUploadsResult>`,
  }
}

const abort = async (folder: string): Promise<S3Response> => {
  if (!(await exists(folder))) return NO_SUCH_UPLOAD
  await rm(folder, { recursive: true, force: true })
  return { status: 204, xml: '' }
}
