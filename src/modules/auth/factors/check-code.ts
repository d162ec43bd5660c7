import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { TooManyRequests } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import type { User } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import {
  countRecoveryCodes,
  countWrongCode,
  forgetWrongCodes,
  listSecondFactors,
  useRecoveryCode,
  useStep,
} from '../store/second-factors.store.ts'
import { tellOwner } from './tell-owner.ts'
import { hashOfCode, normalizeCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export interface FactorDependencies extends AuthDependencies {
  /** Opens the secrets of authenticator apps. */
  readonly factorBox: () => Promise<SecretBox>
}

/** Wrong codes after a right password: with six digits, ten in a quarter of an hour leave a guesser one chance in three hundred a day. */
const MAX_WRONG_CODES = 10
const WINDOW_MS = 15 * 60_000

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/**
 * Whether a code of an authenticator app, or a recovery code, is right. Each counts once, however many requests bring it at the same time.
 * Too many wrong ones in a row close the way for some minutes, and the owner is told.
 */
export type CheckCode = (user: User, code: string) => Promise<boolean>

export const checkCode =
  (deps: FactorDependencies): CheckCode =>
  (user, sent) =>
    inTransaction(deps.db, async tx => {
      const code = normalizeCode(sent)
      const now = deps.clock.now()
      const { count, beganAt } = await countWrongCode(tx, user.id, now, WINDOW_MS)
      if (count > MAX_WRONG_CODES) throw tooManyCodes(deps, beganAt)
      const isRight = isAppCode(code)
        ? await useAppCode(deps, tx, user, code)
        : await useCodeOfPaper(deps, tx, user, code)
      if (isRight) await forgetWrongCodes(tx, user.id)
      else if (count === MAX_WRONG_CODES) await tellOwner(deps, tx, user, (texts, about) => texts.codesGuessed(about))
      return isRight
    })

const tooManyCodes = ({ settings }: AuthDependencies, beganAt: Date): TooManyRequests =>
  new TooManyRequests('Too many wrong codes: wait some minutes', {
    reason: 'limit.calls',
    retry_at: settings.isoDate(new Date(beganAt.getTime() + WINDOW_MS)),
  })

const useAppCode = async ({ factorBox, clock }: FactorDependencies, tx: Tx, user: User, code: string) => {
  const box = await factorBox()
  for (const { id, sealedSecret, isConfirmed } of await listSecondFactors(tx, user.id)) {
    const step = isConfirmed ? stepOfCode(box.open(sealedSecret), code, clock.now()) : undefined
    if (step !== undefined && (await useStep(tx, id, step, clock.now()))) return true
  }
  return false
}

const useCodeOfPaper = async (deps: FactorDependencies, tx: Tx, user: User, code: string): Promise<boolean> => {
  if (!(await useRecoveryCode(tx, user.id, hashOfCode(code)))) return false
  const left = await countRecoveryCodes(tx, user.id)
  await appendEvents(tx, [
    { kind: 'recovery_code.used', actorId: user.id, means: 'web', payload: { userId: user.id, left } },
  ])
  await tellOwner(deps, tx, user, (texts, about) => texts.recoveryCodeUsed({ ...about, left }))
  return true
}
