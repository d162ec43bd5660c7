import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { S3Settings } from '../../../platform/config.ts'
import { ServiceUnavailable } from '../../../platform/errors.ts'

const CLOCK_WITHIN_MS = 5_000

/** Writes, reads and erases an object that is no content of a file; throws what does not work. */
export const probeBucket = async (settings: S3Settings): Promise<{ readonly clockLeadMs: number | undefined }> => {
  // Loaded by whoever needs it: it is large.
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

/** By the date of an answer, whatever the answer is. */
const clockLead = async (endpoint: string): Promise<number | undefined> => {
  const answer = await fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(CLOCK_WITHIN_MS) }).catch(
    () => undefined,
  )
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date - Date.now()
}
