import { TooManyRequests } from '../../../platform/errors.ts'
import { overloaded } from '../../../platform/overload/concurrency-limiter.ts'

/**
 * Maximum attempts to sign in that one process runs at the same time. An account accepts more from several addresses than from one, so that
 * an attacker at one address does not keep out the owner at another.
 */
const MAX_CONCURRENT_ATTEMPTS = { ofAccountFromAddress: 4, ofAccount: 16, fromAddress: 32 } as const

export interface ConcurrentAttempts {
  /** Runs the attempt. Throws at once if too many run: TooMany for the account or address, `overloaded` for the process. */
  run<T>(account: string, address: string, attempt: () => Promise<T>): Promise<T>
}

/** `most`: maximum for all accounts and addresses together. A waiting attempt keeps the concurrency slot of its request. */
export const concurrentAttempts = (most: number): ConcurrentAttempts => {
  const inWork = new Map<string, number>()
  let total = 0
  const count = (name: string, change: number): void => {
    const now = (inWork.get(name) ?? 0) + change
    if (now === 0) inWork.delete(name)
    else inWork.set(name, now)
  }
  return {
    run: async (account, address, attempt) => {
      const both = `${account} ${address}`
      const isTaken =
        (inWork.get(both) ?? 0) >= MAX_CONCURRENT_ATTEMPTS.ofAccountFromAddress ||
        (inWork.get(account) ?? 0) >= MAX_CONCURRENT_ATTEMPTS.ofAccount ||
        (inWork.get(address) ?? 0) >= MAX_CONCURRENT_ATTEMPTS.fromAddress
      if (isTaken) throw tooMany
      if (total >= most) throw overloaded
      const names = [both, account, address]
      for (const name of names) count(name, 1)
      total++
      try {
        return await attempt()
      } finally {
        for (const name of names) count(name, -1)
        total--
      }
    },
  }
}

/** The same response for all accounts, existing or not. */
const tooMany = new TooManyRequests(
  'too many attempts to sign in are under way at the same time; try again in a moment',
  {
    reason: 'limit.busy',
    headers: { 'Retry-After': '2' },
  },
)
