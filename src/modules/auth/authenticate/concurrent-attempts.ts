import { TooManyRequests } from '../../../platform/errors.ts'
import { overloaded } from '../../../platform/overload/concurrency-limiter.ts'

/**
 * Attempts to sign in that are in work at the same time, in each process. An account takes more from several addresses than from one:
 * somebody who guesses from one address does not keep its owner out, who comes from another.
 */
const MAX_CONCURRENT_ATTEMPTS = { ofAccountFromAddress: 4, ofAccount: 16, fromAddress: 32 } as const

export interface ConcurrentAttempts {
  /** Runs the attempt, or throws at once: TooMany where account or address have too many in work, `overloaded` where all together have. */
  run<T>(account: string, address: string, attempt: () => Promise<T>): Promise<T>
}

/** `most`: of all accounts and addresses together. While an attempt waits, it holds the place that a request has in the process. */
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

/** One answer for all accounts, those that do not exist too. */
const tooMany = new TooManyRequests(
  'too many attempts to sign in are under way at the same time; try again in a moment',
  {
    reason: 'limit.busy',
    headers: { 'Retry-After': '2' },
  },
)
