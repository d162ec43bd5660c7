import { createHmac } from 'node:crypto'
import type { EntityVersion } from '../../platform/http/conditional.ts'

/**
 * The version of an artifact for conditional requests: a token that changes with every changeset and says nothing else, and the
 * second of the last changeset (artifacts.md §8).
 */
export type Versions = (changesetId: number, modifiedAt: Date) => EntityVersion

const TOKEN_BYTES = 16

/** `secret` keeps clients from computing the token of a version that they did not read. */
export const createVersions =
  (secret: Buffer): Versions =>
  (changesetId, modifiedAt) => ({
    etag: createHmac('sha256', secret)
      .update(String(changesetId))
      .digest('hex')
      .slice(0, 2 * TOKEN_BYTES),
    modifiedAt,
  })
