import { Invalid } from '../../../platform/errors.ts'
import type { EntryFilter } from '../store/audit.store.ts'

export interface AuditQueryTexts {
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly kinds?: string | undefined
  readonly actor_id?: number | undefined
  readonly subject?: string | undefined
}

const KIND = /^!?[a-z_]{1,60}\.(?:[a-z_]{1,60}|\*)$/
const SUBJECT = /^[a-z_]{1,40}:[^\0]{1,200}$/u

const refuse = (parameter: string, text: string): never => {
  throw new Invalid(text, { reason: 'parameter.range', parameter })
}

export const parseAuditQuery =
  (readDate: (text: string) => Date | undefined) =>
  ({ from, until, kinds, actor_id, subject }: AuditQueryTexts, projectId: number | undefined): EntryFilter => {
    const dateOf = (text: string | undefined, parameter: string): Date | undefined =>
      text === undefined ? undefined : (readDate(text) ?? refuse(parameter, `\`${parameter}\` is no date`))
    const given = (kinds ?? '')
      .split(',')
      .map(kind => kind.trim())
      .filter(Boolean)
    const wrong = given.find(kind => !KIND.test(kind))
    if (wrong !== undefined) refuse('kinds', '`kinds` takes kinds of rows, separated by commas')
    if (actor_id !== undefined && !Number.isSafeInteger(actor_id)) refuse('actor_id', '`actor_id` is no account')
    if (subject !== undefined && !SUBJECT.test(subject))
      refuse('subject', '`subject` is a type and a number, like user:104')
    // `user_group.*` is stored as its beginning.
    const wanted = (kind: string): string => kind.replace(/^!/, '').replace(/\*$/, '')
    return {
      projectId,
      actorId: actor_id,
      subject,
      from: dateOf(from, 'from'),
      until: dateOf(until, 'until'),
      kinds: given.filter(kind => !kind.startsWith('!')).map(wanted),
      otherKinds: given.filter(kind => kind.startsWith('!')).map(wanted),
    }
  }
