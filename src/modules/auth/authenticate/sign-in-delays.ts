import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { concurrentAttempts } from './concurrent-attempts.ts'
import { forgetFailures, recordFailures, listFailures, removeOldFailures } from '../store/sign-in-delays.store.ts'

/** Failures are forgotten when there was none for so long. */
export const FAILURE_WINDOW_MS = 15 * 60_000
/** Failures that cost nothing: people mistype, and many people share an address. */
const FREE_FAILURES = { account: 5, address: 20 } as const
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 2_000

type DelaySubjectKind = keyof typeof FREE_FAILURES

/** How long the next attempt waits: twice as long after each failure beyond the free ones, never longer than two seconds. */
export const delayAfter = (failures: number, kind: DelaySubjectKind): number => {
  const counted = failures - FREE_FAILURES[kind]
  return counted <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (counted - 1), LONGEST_DELAY_MS)
}

/** What counts as one address: of IPv6 the network, of which everybody has as many addresses as they like. */
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
  /** Runs the attempt after the wait that earlier failures ask for; undefined is a failure. Throws where too many are in work. */
  attempt<T>(login: string, ip: string, verify: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * auth.md §5: whoever guesses passwords waits a little before each answer, by the failures for the account and from the address, which
 * all processes share. Nobody is locked out: the right password gets in after two seconds at most, and nobody waits for others' waits. Few
 * attempts at a time get as far as that wait (`concurrent-attempts.ts`): side by side, waits would slow nobody down.
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
  // A MAC: what people type as their name by mistake may be a password.
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
