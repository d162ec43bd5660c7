import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'

/** `previous` of the first row. */
export const NO_HASH = Buffer.alloc(32)

/** Hash of a row of the chain. */
export const hashOf = (previous: Buffer, entry: object): Buffer =>
  createHash('sha256').update(previous).update(canonicalJson(entry)).digest()
