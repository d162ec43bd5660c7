import type { JsonWebKey } from 'node:crypto'

export interface PublicJwk {
  readonly kty: 'RSA'
  readonly alg: 'RS256'
  readonly use: 'sig'
  readonly kid: string
  readonly n: string
  readonly e: string
}
export type PrivateJwk = JsonWebKey & Pick<PublicJwk, 'kid' | 'alg' | 'use' | 'kty'>

export interface SigningKey {
  readonly kid: string
  readonly createdAt: Date
  readonly publicJwk: PublicJwk
  readonly privateJwk: PrivateJwk
}

export interface SigningKeySet {
  readonly current: SigningKey
  readonly retired: readonly { readonly publicJwk: PublicJwk; readonly retiredAt: Date }[]
}
