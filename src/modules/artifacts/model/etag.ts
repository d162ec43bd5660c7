import { hash } from 'node:crypto'
import type { EntityVersion } from '../../../platform/http/headers/conditional.ts'

/**
 * Creates the version of an artifact for conditional requests: a token that changes with every changeset and reveals nothing else, and the
 * second of the last changeset (artifacts.md §8).
 */
export type VersionFactory = (changesetId: number, modifiedAt: Date) => EntityVersion

/** Creates the version of a comment: a token that changes with every edit of the comment. `versionCount` includes the current version. */
export type CommentTag = (changesetId: number, versionCount: number) => string

const TOKEN_BYTES = 16

/**
 * `secret` keeps clients from computing the token of a version that they did not read. A hash of secret and id, cut to half its length, is
 * enough: a length extension needs the whole hash. It costs a tenth of an HMAC, and every response about an artifact needs one.
 */
export const createVersionFactory = (secret: Buffer): VersionFactory => {
  const prefix = `${secret.toString('hex')}:`
  return (changesetId, modifiedAt) => ({
    etag: hash('sha256', `${prefix}${changesetId}`, 'hex').slice(0, 2 * TOKEN_BYTES),
    modifiedAt,
  })
}

/** Tokens are protected as in `createVersionFactory`. */
export const createCommentTag = (secret: Buffer): CommentTag => {
  const prefix = `${secret.toString('hex')}:comment:`
  return (changesetId, versionCount) =>
    hash('sha256', `${prefix}${changesetId}:${versionCount}`, 'hex').slice(0, 2 * TOKEN_BYTES)
}
