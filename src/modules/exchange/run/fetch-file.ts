import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../../platform/errors.ts'
import { get, unreachableReason } from '../../../platform/outgoing/post.ts'
import type { Field } from '../../fields/index.ts'
import type { SourceFile } from '../lines/source-line.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import type { OpenImport } from './open-import.ts'
import { LineRefused, refused } from './plan-line.ts'

const TIMEOUT_MS = 30_000

/** Fetches the content of a file from its address, within the limits of addresses that users name; returns the id of the file. */
export const fetchFile = async (
  { files, settings }: ImportDependencies,
  { viewer }: OpenImport,
  field: Field,
  { name, url }: SourceFile,
): Promise<number> => {
  const address = parseUrl(url ?? '')
  const options = { allowedHosts: settings.get('internal_hosts'), timeoutMs: TIMEOUT_MS }
  const store = async (response: IncomingMessage): Promise<number> => {
    if (response.statusCode !== 200)
      throw refused('parameter.range', `${address.host} answers ${response.statusCode}.`, 'files')
    const type = response.headers['content-type']?.split(';', 1)[0]?.trim() || 'application/octet-stream'
    return files.storeFile(viewer, { fieldId: field.id, name, type }, response)
  }
  const answer = await get(address, options, store).catch((error: unknown) => {
    if (error instanceof LineRefused || error instanceof Refusal) throw error
    throw refused('parameter.range', `The file cannot be fetched: ${unreachableReason(error, TIMEOUT_MS)}`, 'files')
  })
  if (typeof answer === 'object')
    throw refused('parameter.range', `The file is not fetched: ${answer.reason}.`, 'files')
  return answer
}

const parseUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || text.length > 2_000)
    throw refused(
      'parameter.range',
      'The address of a file must be an URL of http or https without an account.',
      'files',
    )
  return url
}
