import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { S3Settings } from '../../../platform/config.ts'
import { ServiceUnavailable } from '../../../platform/errors.ts'

const CLOCK_WITHIN_MS = 5_000

/** Writes, reads and erases a test object that is no content of a file; throws the first failure. */
export const probeBucket = async (settings: S3Settings): Promise<{ readonly clockLeadMs: number | undefined }> => {
  // Loaded on demand, because the library is large.
  const { openBucket } = await import('./s3-bucket.ts')
  const bucket = openBucket(settings)
  await bucket.check()
  const key = `probe/${randomUUID()}`
  await bucket.put(key, key)
  try {
    const read = await bucket.get(key)
    if (!read || (await text(read)) !== key)
      throw new ServiceUnavailable(`The bucket ${settings.bucket} does not give back what was written to it.`)
  } finally {
    await bucket.remove([key])
  }
  return { clockLeadMs: await clockLead(settings.endpoint) }
}

/** Computed from the Date header of any response. */
const clockLead = async (endpoint: string): Promise<number | undefined> => {
  const answer = await fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(CLOCK_WITHIN_MS) }).catch(
    () => undefined,
  )
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date - Date.now()
}
