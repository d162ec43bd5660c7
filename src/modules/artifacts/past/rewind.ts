import { Invalid, NotFound } from '../../../platform/errors.ts'
import { fieldType, type Field, type StoredLink } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactDocument, Delta } from '../model/artifact.ts'
import type { Changeset } from '../store/changesets.store.ts'

/** A changeset of an artifact, or a time. */
export type Moment = { readonly changesetId: number } | { readonly at: Date }

/** Reads the parameters that name a time in the past. */
export interface TimeReader {
  /** A changeset id, or a date of http.md §4.1 that is not in the future. */
  moment(text: string, parameter: string): Moment
  /** A date alone, for routes about several artifacts. */
  time(text: string, parameter: string): Date
}

export const createTimeReader = (readDate: (text: string) => Date | undefined, now: () => Date): TimeReader => {
  const wrong = (parameter: string, mistake: string): Invalid =>
    new Invalid(`\`${parameter}\` is ${mistake}`, { reason: 'parameter.range', parameter })
  const readTime = (text: string, parameter: string, mistake: string): Date => {
    const at = readDate(text)
    if (!at) throw wrong(parameter, mistake)
    if (at > now()) throw wrong(parameter, 'in the future')
    return at
  }
  return {
    moment: (text, parameter) =>
      /^\d{1,15}$/.test(text)
        ? { changesetId: Number(text) }
        : { at: readTime(text, parameter, 'no date and no id of a changeset') },
    time: (text, parameter) => readTime(text, parameter, 'no date'),
  }
}

/** Answers show times to the second: a version belongs to the second in which it was made. */
export const endOfSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000 + 999)

/** The version of the moment: the newest changeset up to it. Throws 404 if the artifact was not there, or never had the changeset. */
export const versionAt = (history: readonly Changeset[], moment: Moment): Changeset => {
  const version =
    'at' in moment ? latestUntil(history, endOfSecond(moment.at)) : history.find(({ id }) => id === moment.changesetId)
  if (!version) throw new NotFound('The artifact was not there at that time')
  return version
}

/** The changeset with the greatest id of those up to the time. */
export const latestUntil = <Stamp extends { readonly id: number; readonly submittedOn: Date }>(
  history: readonly Stamp[],
  until: Date,
): Stamp | undefined =>
  history
    .filter(({ submittedOn }) => submittedOn <= until)
    .reduce<Stamp | undefined>((newest, one) => (newest && newest.id > one.id ? newest : one), undefined)

/** Types whose values follow from other artifacts: their past is not known. */
const ofOthers = new Set(['computed', 'burndown', 'cross', 'priority'])

/** Whether the past of the field is known. */
export const hasPast = (field: Field): boolean => field.isUsed && !ofOthers.has(field.type)

/** A changeset that is undone. */
type Undone = { readonly id: number; readonly delta: Delta }

/**
 * Values of a version: those of now, with the changesets after it undone. A move has rewritten the history into the fields of the new tracker.
 * The value of a field of permissions is that of now, as rights are. Choices that a list has lost are away in the past too.
 */
export const documentAt = (
  document: ArtifactDocument,
  later: readonly Undone[],
  tracker: Pick<Tracker, 'fieldById'>,
): ArtifactDocument => {
  const past: Record<string, unknown> = { ...document }
  for (const { delta } of [...later].sort((left, right) => right.id - left.id))
    for (const [fieldId, { b }] of Object.entries(delta)) {
      const field = tracker.fieldById.get(Number(fieldId))
      if (field?.type === 'perm') continue
      if (b === undefined) delete past[fieldId]
      else past[fieldId] = field ? presentValue(field, b) : b
    }
  return past
}

/** A value of the history, without the choices that its list has lost. */
export const presentValue = (field: Field, value: unknown): unknown =>
  fieldType(field.type).present?.(value, field) ?? value

/** Time of the move into the tracker of now, if it is one of the changesets. */
export const movedOn = (
  later: readonly Pick<Changeset, 'id' | 'movedFromTrackerId' | 'submittedOn'>[],
): Date | undefined =>
  later
    .filter(({ movedFromTrackerId }) => movedFromTrackerId !== null)
    .sort((left, right) => left.id - right.id)
    .at(-1)?.submittedOn

/** The title of a document, as plain text. */
export const titleOf = (tracker: Tracker, document: ArtifactDocument): string | null => {
  const field = tracker.fieldById.get(tracker.semantics.title?.fieldId ?? 0)
  const value = field && document[field.id]
  return field && value !== undefined ? fieldType(field.type).plainText(value, field) : null
}

/** The links of a document, by field. */
export const linksOf = (tracker: Tracker, document: ArtifactDocument): (StoredLink & { readonly fieldId: number })[] =>
  tracker.fields
    .filter(field => field.type === 'art_link' && hasPast(field))
    .flatMap(({ id }) => ((document[id] ?? []) as readonly StoredLink[]).map(link => ({ ...link, fieldId: id })))

/** Whether the two stored values are the same. */
export const isSameValue = (field: Field, one: unknown, other: unknown): boolean =>
  fieldType(field.type).same(one, other)
