import { Invalid } from '../../../platform/errors.ts'
import { fieldType, pseudoField, type Condition, type StoredLink } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { SortBy } from '../queries/find-artifacts.store.ts'
import { hasPast, presentValue } from './rewind.ts'

/** Fields whose rows of the past a search reads, by the table that holds them. */
export interface PastNeeds {
  readonly index: ReadonlySet<number>
  readonly texts: ReadonlySet<number>
  readonly links: ReadonlySet<number>
}

const unknownPast = (subject: string): Invalid =>
  new Invalid(`\`as_of\`: the past of ${subject} is not known, so nothing can be searched or sorted by it`, {
    reason: 'parameter.range',
    parameter: 'as_of',
  })

/** The fields that the condition and the order read. Throws an Invalid for data that follow from other artifacts: their past is not known. */
export const needsOf = (tracker: Tracker, condition: Condition, order: readonly SortBy[]): PastNeeds => {
  const needs = { index: new Set<number>(), texts: new Set<number>(), links: new Set<number>() }
  const known = (fieldId: number): number => {
    const field = tracker.fieldById.get(fieldId)
    if (field && !hasPast(field)) throw unknownPast(`the field \`${field.name}\``)
    return fieldId
  }
  const addCondition = (part: Condition): void => {
    switch (part.kind) {
      case 'and':
      case 'or':
        return part.parts.forEach(addCondition)
      case 'not':
        return addCondition(part.part)
      case 'values':
      case 'range':
      case 'anyValue':
      case 'numberPattern':
        return void needs.index.add(known(part.fieldId))
      case 'text':
      case 'anyText':
      case 'textPattern':
        return void needs.texts.add(known(part.fieldId))
      case 'link':
        if (part.direction === 'reverse') throw unknownPast('links from other artifacts')
        return part.fieldIds.forEach(id => needs.links.add(known(id)))
      case 'column':
      case 'columnPattern':
        if (part.column === 'rank') throw unknownPast('the rank')
        return
      // Comments are judged by their own table, and rights are those of now.
      case 'comment':
      case 'restricted':
      case 'granted':
      case 'all':
      case 'none':
        return
    }
  }
  addCondition(condition)
  for (const { key } of order) {
    if (key.kind === 'column') {
      if (key.column === 'rank') throw unknownPast('the rank')
    } else if (key.kind === 'text') needs.texts.add(known(key.fieldId))
    else needs.index.add(known(key.fieldId))
  }
  return needs
}

/** An artifact with its version at a time; the version of now is a later one. */
export interface TouchedArtifact {
  readonly id: number
  readonly version: number
  readonly updatedBy: number
  /** Seconds, as the search index stores them. */
  readonly updatedOn: number
}

/** A value before its first change after the version; undefined: nothing was stored. */
export interface UndoneValue {
  readonly artifactId: number
  readonly fieldId: number
  readonly before: unknown
}

/** Rows in the form of the search tables that replace those of now. */
export interface PastRows {
  /** Artifact and field of the rows of now that do not count. */
  readonly replaced: readonly (readonly [artifactId: number, fieldId: number])[]
  readonly index: readonly (readonly [fieldId: number, value: number, artifactId: number])[]
  readonly texts: readonly { readonly artifactId: number; readonly fieldId: number; readonly content: string }[]
  readonly links: readonly (StoredLink & { readonly artifactId: number; readonly fieldId: number })[]
}

/** The rows that follow from undone values, and from the author and time of the versions. */
export const pastRows = (
  tracker: Tracker,
  needs: PastNeeds,
  touched: readonly TouchedArtifact[],
  undone: readonly UndoneValue[],
): PastRows => {
  const rows = {
    replaced: undone.map(({ artifactId, fieldId }) => [artifactId, fieldId] as const),
    index: [] as [number, number, number][],
    texts: [] as { artifactId: number; fieldId: number; content: string }[],
    links: [] as (StoredLink & { artifactId: number; fieldId: number })[],
  }
  for (const { artifactId, fieldId, before } of undone) {
    const field = tracker.fieldById.get(fieldId)
    if (!field || before === undefined) continue
    const type = fieldType(field.type)
    const value = presentValue(field, before)
    if (needs.index.has(fieldId))
      for (const number of new Set(type.index(value, field))) rows.index.push([fieldId, number, artifactId])
    if (needs.texts.has(fieldId)) rows.texts.push({ artifactId, fieldId, content: type.searchText(value, field) ?? '' })
    if (needs.links.has(fieldId))
      for (const link of value as readonly StoredLink[]) rows.links.push({ ...link, artifactId, fieldId })
  }
  const [lastUpdate, lastUpdater] = stampFields(tracker.id)
  for (const { id, updatedOn, updatedBy } of touched) {
    if (needs.index.has(lastUpdate)) rows.index.push([lastUpdate, updatedOn, id])
    if (needs.index.has(lastUpdater)) rows.index.push([lastUpdater, updatedBy, id])
  }
  return rows
}

/** The pseudo-fields that every changeset changes. */
export const stampFields = (trackerId: number): readonly [lastUpdate: number, lastUpdater: number] => [
  pseudoField(trackerId, 'lastUpdate'),
  pseudoField(trackerId, 'lastUpdater'),
]
