import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { PrivateJwk, PublicJwk, SigningKeySet } from '../model/signing-key.ts'

/** Undefined if there is no key. */
export const loadSigningKeys = async (db: Queryable): Promise<SigningKeySet | undefined> => {
  const rows = await db.selectFrom('oauth_signing_key').selectAll().orderBy('created_at', 'desc').execute()
  const current = rows.find(row => row.private_jwk !== null)
  if (!current) return undefined
  return {
    current: {
      kid: current.kid,
      createdAt: current.created_at,
      publicJwk: parseJsonb<PublicJwk>(current.public_jwk),
      privateJwk: parseJsonb<PrivateJwk>(current.private_jwk),
    },
    retired: rows.flatMap(row =>
      row.retired_at ? { publicJwk: parseJsonb<PublicJwk>(row.public_jwk), retiredAt: row.retired_at } : [],
    ),
  }
}

/** Other transactions that change the keys wait until this one ends. */
export const lockSigningKeys = async (tx: Tx): Promise<void> => {
  await sql`lock table oauth_signing_key in share row exclusive mode`.execute(tx)
}

/** Replaces the current key; only the public part of the former key stays. */
export const replaceSigningKey = async (
  tx: Tx,
  key: { readonly publicJwk: PublicJwk; readonly privateJwk: PrivateJwk },
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('oauth_signing_key')
    .set({ private_jwk: null, retired_at: at })
    .where('retired_at', 'is', null)
    .execute()
  await tx
    .insertInto('oauth_signing_key')
    .values({
      kid: key.publicJwk.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      private_jwk: JSON.stringify(key.privateJwk),
      created_at: at,
    })
    .execute()
}

export const removeKeysRetiredBefore = async (tx: Tx, at: Date): Promise<void> => {
  await tx.deleteFrom('oauth_signing_key').where('retired_at', '<', at).execute()
}
