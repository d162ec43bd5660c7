import { inTransaction, invalidate, type Tx } from '../../../platform/db/db.ts'
import { Conflict, Invalid, NotFound, Unauthorized } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor, User, Viewer } from '../../users/index.ts'
import { requireSession } from '../model/require-session.ts'
import type { NewSecondFactorRepresentation, SecondFactorsRepresentation } from '../model/second-factors.schema.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteAllFactors,
  deleteFactor,
  insertFactor,
  listSecondFactors,
  lockFactors,
  replaceRecoveryCodes,
} from '../store/second-factors.store.ts'
import { SECOND_FACTOR } from '../store/credential-caches.ts'
import type { CheckCode, FactorDependencies } from './check-code.ts'
import { hashOfCode, newRecoveryCodes, normalizeCode } from './recovery-codes.ts'
import { tellOwner } from './tell-owner.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const MAX_FACTORS = 5

export interface ManagingDependencies extends FactorDependencies {
  readonly checkCode: CheckCode
  /** Throws unless it is the password of the caller. */
  readonly requirePassword: (viewer: Viewer, password: string, ip: string) => Promise<void>
}

/** The account of a person in a browser. */
const ownerOf = async ({ users }: FactorDependencies, viewer: Viewer): Promise<User> => {
  requireSession(viewer)
  const user = await users.get(viewer.userId)
  if (!user) throw new Unauthorized('', { reason: 'credentials.missing' })
  return user
}

export const listOwnFactors =
  (deps: FactorDependencies) =>
  async (viewer: Viewer): Promise<SecondFactorsRepresentation> => {
    const { id } = await ownerOf(deps, viewer)
    const factors = await listSecondFactors(deps.db.kysely, id)
    const { isoDate } = deps.settings
    return {
      factors: factors
        .filter(factor => factor.isConfirmed)
        .map(factor => ({
          id: factor.id,
          name: factor.name,
          created_on: isoDate(factor.createdAt),
          last_used_on: factor.lastUsedAt && isoDate(factor.lastUsedAt),
        })),
      recovery_codes_left: await countRecoveryCodes(deps.db.kysely, id),
    }
  }

/** The factor counts when a code of it is confirmed. Somebody at an unlocked screen cannot begin without the password. */
export const beginFactor =
  (deps: ManagingDependencies) =>
  async (viewer: Viewer, name: string, password: string, ip: string): Promise<NewSecondFactorRepresentation> => {
    const user = await ownerOf(deps, viewer)
    await deps.requirePassword(viewer, password, ip)
    const secret = newTotpSecret()
    const sealedSecret = (await deps.factorBox()).seal(secret)
    const id = await inTransaction(deps.db, async tx => {
      await lockFactors(tx, user.id)
      const present = await listSecondFactors(tx, user.id)
      if (present.filter(factor => factor.isConfirmed).length >= MAX_FACTORS)
        throw new Conflict(`An account has ${MAX_FACTORS} authenticator apps at the most: remove one first`, {
          reason: 'conflict',
        })
      return insertFactor(tx, user.id, { name, sealedSecret, at: deps.clock.now() })
    })
    return { id, secret, uri: totpUri(secret, deps.settings.get('platform_name'), user.login) }
  }

/** Returns the recovery codes, if the account had none. */
export const confirmOwnFactor =
  (deps: ManagingDependencies) =>
  async (viewer: Viewer, id: number, code: string): Promise<string[]> => {
    const user = await ownerOf(deps, viewer)
    const box = await deps.factorBox()
    return inTransaction(deps.db, async tx => {
      await lockFactors(tx, user.id)
      const factors = await listSecondFactors(tx, user.id)
      const factor = factors.find(each => each.id === id && !each.isConfirmed)
      if (!factor) throw new NotFound('there is no second factor that waits for a code')
      const step = stepOfCode(box.open(factor.sealedSecret), normalizeCode(code), deps.clock.now())
      if (step === undefined)
        throw new Invalid('The code is wrong: the clock of the phone may be off, or the app holds another secret', {
          reason: 'second_factor.invalid',
        })
      await confirmFactor(tx, id, step, deps.clock.now())
      const isFirst = (await countRecoveryCodes(tx, user.id)) === 0
      const codes = isFirst ? newRecoveryCodes() : []
      if (isFirst) await replaceRecoveryCodes(tx, user.id, codes.map(hashOfCode))
      await noteChange(tx, 'added', user, viewer)
      await tellOwner(deps, tx, user, (texts, about) => texts.factorAdded(about))
      return codes
    })
  }

/** Another code than that of this factor is good, too: a phone may be lost. */
export const removeOwnFactor =
  (deps: ManagingDependencies) =>
  async (viewer: Viewer, id: number, code: string): Promise<void> => {
    const user = await ownerOf(deps, viewer)
    await requireCode(deps, user, code)
    await inTransaction(deps.db, async tx => {
      await lockFactors(tx, user.id)
      if (!(await deleteFactor(tx, user.id, id))) throw new NotFound('there is no such second factor')
      const left = (await listSecondFactors(tx, user.id)).filter(factor => factor.isConfirmed)
      if (left.length === 0) await deleteAllFactors(tx, user.id)
      await noteChange(tx, 'removed', user, viewer)
      await tellOwner(deps, tx, user, (texts, about) => texts.factorRemoved(about))
    })
  }

/** New recovery codes in place of the old ones. */
export const renewRecoveryCodes =
  (deps: ManagingDependencies) =>
  async (viewer: Viewer, code: string): Promise<string[]> => {
    const user = await ownerOf(deps, viewer)
    await requireCode(deps, user, code)
    const codes = newRecoveryCodes()
    await inTransaction(deps.db, async tx => {
      await replaceRecoveryCodes(tx, user.id, codes.map(hashOfCode))
      await appendEvents(tx, [
        {
          kind: 'recovery_code.renewed',
          actorId: viewer.userId,
          means: viewer.means,
          payload: { userId: user.id },
        },
      ])
    })
    return codes
  }

/**
 * Removes all second factors of an account whose owner lost them. Returns whether there were any. The caller checks the rights. The owner
 * gets a mail.
 */
export const resetFactors =
  (deps: FactorDependencies) =>
  async (userId: number, actor: Actor): Promise<boolean> => {
    const user = await deps.users.get(userId)
    if (!user) throw new NotFound('there is no such account')
    return inTransaction(deps.db, async tx => {
      await lockFactors(tx, user.id)
      if (!(await deleteAllFactors(tx, user.id))) return false
      await noteChange(tx, 'reset', user, actor)
      await tellOwner(deps, tx, user, (texts, about) => texts.factorRemoved(about), actor.userId === user.id)
      return true
    })
  }

const requireCode = async ({ checkCode }: ManagingDependencies, user: User, code: string): Promise<void> => {
  if (!(await checkCode(user, code)))
    throw new Invalid('The code is wrong, or it was used before', { reason: 'second_factor.invalid' })
}

const noteChange = async (tx: Tx, change: 'added' | 'removed' | 'reset', { id }: User, actor: Actor): Promise<void> => {
  await appendEvents(tx, [
    { kind: `second_factor.${change}`, actorId: actor.userId, means: actor.means, payload: { userId: id } },
  ])
  await invalidate(tx, SECOND_FACTOR, id)
}
