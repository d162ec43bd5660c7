import { randomBytes } from 'node:crypto'
import { hashSecret } from '../model/secret-text.ts'

const CODES = 10
const BYTES = 8

/** Recovery codes in the form `1a2b-3c4d-5e6f-7a8b`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => (randomBytes(BYTES).toString('hex').match(/.{4}/g) ?? []).join('-'))

/** The code without blanks and hyphens, in lower case: people type it from paper. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()

/** The stored form of a code. */
export const hashOfCode = (code: string): Buffer => hashSecret(normalizeCode(code))
