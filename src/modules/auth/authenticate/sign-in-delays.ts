import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { concurrentAttempts } from './concurrent-attempts.ts'
import { forgetFailures, recordFailures, listFailures, removeOldFailures } from '../store/sign-in-delays.store.ts'

/** A subject without failures for this duration starts again at zero. */
export const FAILURE_WINDOW_MS = 15 * 60_000
/** Failures without a delay: people mistype, and many people share an address. */
const FREE_FAILURES = { account: 5, address: 20 } as const
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 2_000

type DelaySubjectKind = keyof typeof FREE_FAILURES

/** Delay of the next attempt: doubles with each failure beyond the free ones, up to two seconds. */
export const delayAfter = (failures: number, kind: DelaySubjectKind): number => {
  const counted = failures - FREE_FAILURES[kind]
  return counted <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (counted - 1), LONGEST_DELAY_MS)
}

/** The address that failures count for: an IPv6 address counts as its network, because everybody has any number of addresses in it. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(8 - groups.length - rest.length, 0)).fill('0')
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

export interface SignInDelays {
  /** Runs the attempt after the delay for earlier failures; undefined counts as a failure. Throws if too many attempts run. */
  attempt<T>(login: string, ip: string, verify: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * auth.md §5: delays each response to a guessing client a little, according to the failures of the account and of the address, which all
 * processes share. Nobody is locked out: the right password succeeds after two seconds at most, and no client waits for the delays of
 * others. `concurrent-attempts.ts` limits the attempts at the same time: delays that run in parallel would slow nobody down.
 */
export const signInDelays = ({
  db,
  clock,
  settings,
  sleep,
  maxSignIns: mostSignIns,
}: AuthDependencies): SignInDelays => {
  const attempts = concurrentAttempts(mostSignIns)
  let secret: Promise<Buffer> | undefined
  // Stores a MAC: users type passwords as their name by mistake.
  const subjectOf = async (kind: DelaySubjectKind, name: string): Promise<string> => {
    secret ??= settings.secret('sign_in_failure')
    return createHmac('sha256', await secret)
      .update(`${kind}:${name}`)
      .digest('hex')
  }

  const attemptAfterWait = async <T>(
    account: string,
    address: string,
    verify: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const since = new Date(clock.now().getTime() - FAILURE_WINDOW_MS)
    const failures = await listFailures(db, [account, address], since)
    const ofAccount = failures.get(account) ?? 0
    const wait = Math.max(delayAfter(ofAccount, 'account'), delayAfter(failures.get(address) ?? 0, 'address'))
    if (wait > 0) await sleep(wait)
    const found = await verify()
    if (found === undefined) {
      await recordFailures(db, [account, address], clock.now(), since)
      await removeOldFailures(db, since)
    } else if (ofAccount > 0) {
      await forgetFailures(db, account)
    }
    return found
  }

  return {
    attempt: async (login, ip, verify) => {
      const [account, address] = await Promise.all([
        subjectOf('account', login.toLowerCase()),
        subjectOf('address', networkOf(ip)),
      ])
      return attempts.run(account, address, () => attemptAfterWait(account, address, verify))
    },
  }
}
