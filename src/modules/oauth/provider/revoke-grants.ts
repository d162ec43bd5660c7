import { invalidateMany, type Tx } from '../../../platform/db/db.ts'
import { removeGrants, type GrantFilter } from '../store/tokens.store.ts'

/** Invalidated with the hash, as hexadecimal text, of an access token that is revoked. */
export const ACCESS_TOKEN_TOPIC = 'oauth_access_token'

/** Revokes the codes and tokens of these grants, on every process. */
export const revokeGrants = async (tx: Tx, filter: GrantFilter): Promise<void> => {
  await invalidateMany(tx, ACCESS_TOKEN_TOPIC, await removeGrants(tx, filter))
}
