import { hash } from 'node:crypto'
import type { EntityVersion } from '../../../platform/http/headers/conditional.ts'

/**
 * The version of an artifact for conditional requests: a token that changes with every changeset and says nothing else, and the
 * second of the last changeset (artifacts.md §8).
 */
export type VersionFactory = (changesetId: number, modifiedAt: Date) => EntityVersion

/** The version of a comment: a token that changes with every edit of it. `versionCount` includes the current one. */
export type CommentTag = (changesetId: number, versionCount: number) => string

const TOKEN_BYTES = 16

/**
 * `secret` keeps clients from computing the token of a version that they did not read. A hash of secret and id, cut to half its
 * length, is all that takes (nothing can be appended to a hash that is not known whole), and costs a tenth of an HMAC; every
 * answer about an artifact has one.
 */
export const createVersionFactory = (secret: Buffer): VersionFactory => {
  const prefix = `${secret.toString('hex')}:`
  return (changesetId, modifiedAt) => ({
    etag: hash('sha256', `${prefix}${changesetId}`, 'hex').slice(0, 2 * TOKEN_BYTES),
    modifiedAt,
  })
}

/** As `createVersionFactory`. */
export const createCommentTag = (secret: Buffer): CommentTag => {
  const prefix = `${secret.toString('hex')}:comment:`
  return (changesetId, versionCount) =>
    hash('sha256', `${prefix}${changesetId}:${versionCount}`, 'hex').slice(0, 2 * TOKEN_BYTES)
}
