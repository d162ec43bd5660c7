// Second factors of accounts, and their codes, by another package than that of the server.
import { generateSync } from 'otplib'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Credentials } from './fixture.ts'
import { signIn, type Browser } from './sessions.ts'

export interface GivenFactor {
  readonly id: number
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** The session in which it was set up. */
  readonly browser: Browser
}

/** A code of an authenticator app. */
export const codeAt = (secret: string, at: Date): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })

/** Gives the account an authenticator app. Its code of now is used up. */
export const givenSecondFactor = async (crocus: TestApp, as: Credentials, browser?: Browser): Promise<GivenFactor> => {
  const session = browser ?? (await signIn(crocus, as))
  const begun = await session.request('POST', '/api/account/second_factors', {
    json: { name: 'Phone', current_password: as[1] },
  })
  expect([begun.status, begun.status === 201 ? '' : begun.text]).toEqual([201, ''])
  const { id, secret } = begun.json<{ id: number; secret: string }>()
  const confirmed = await session.request('POST', `/api/account/second_factors/${id}/confirmation`, {
    json: { code: codeAt(secret, crocus.clock.now()) },
  })
  expect([confirmed.status, confirmed.status === 200 ? '' : confirmed.text]).toEqual([200, ''])
  const { recovery_codes: recoveryCodes } = confirmed.json<{ recovery_codes: string[] }>()
  return { id, secret, recoveryCodes, browser: session }
}
