import type { SnapshotRequest } from '../../../platform/list-snapshots/list-snapshots.ts'
import type { Viewer } from '../../users/index.ts'

/**
 * The caller of a page of a kept list; undefined without `snapshot`. Anonymous callers are told apart by their address. Credentials with other
 * limits of one account have other lists, since they see others.
 */
export const keptBy = (
  { viewer, ip }: { readonly viewer: Viewer; readonly ip: string },
  snapshot: string | undefined,
): Omit<SnapshotRequest, 'list'> | undefined => {
  if (snapshot === undefined) return undefined
  const { isAnonymous, userId, projectIds, isSiteAdministrator } = viewer
  const limits = JSON.stringify([projectIds ? [...projectIds].sort() : null, isSiteAdministrator])
  return { snapshot, owner: isAnonymous ? `address ${ip}` : `account ${userId}`, limits }
}
