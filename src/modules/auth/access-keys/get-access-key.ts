import { NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { isExpired, type AccessKey } from '../model/access-key.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import type { CredentialCaches } from '../store/credential-caches.ts'
import type { RecordLastUse } from '../authenticate/record-last-used.ts'

/** auth.md §4.3: a key of the caller; `self` is the key of this request, which came from `ip`. */
export const getAccessKey =
  ({ clock }: AuthDependencies, caches: CredentialCaches, recordUse: RecordLastUse) =>
  async (viewer: Viewer, id: number | 'self', ip: string): Promise<AccessKey> => {
    const keyId = id === 'self' ? viewer.accessKeyId : id
    if (keyId !== undefined && keyId === viewer.accessKeyId) await recordUse(keyId, ip, { isShown: true })
    const key = keyId === undefined ? undefined : await caches.accessKeys.get(keyId)
    // A key that is limited to projects reads no other key.
    const isHidden = viewer.projectIds !== undefined && keyId !== viewer.accessKeyId
    if (!key || isHidden || key.userId !== viewer.userId || isExpired(key.expiresAt, clock.now()))
      throw new NotFound('there is no such access key of yours')
    return key
  }
