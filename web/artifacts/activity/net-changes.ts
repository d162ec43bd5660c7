// Several changesets seen as one: the values before the first and after the last of them.
import type { FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import type { Entry, FieldChange } from './activity-queries.ts'

/** The members of a value in the history, as the entry of a value in the artifact has them. */
export const memberValue = (
  { field_id, label, type }: FieldChange,
  members: FieldChange['before'],
): FieldValue | undefined => (members ? ({ field_id, label, type, ...members } as FieldValue) : undefined)

/** The changes of all entries together, oldest first: a value that was changed back is left out. */
export const netChanges = (entries: readonly Pick<Entry, 'changes'>[]): readonly FieldChange[] => {
  const byField = new Map<number, FieldChange>()
  for (const change of entries.flatMap(({ changes }) => changes)) {
    const first = byField.get(change.field_id)
    byField.set(change.field_id, first ? { ...change, before: first.before } : change)
  }
  return [...byField.values()].filter(
    change =>
      !viewOf(change.type).same(memberValue(change, change.before), memberValue(change, change.after)) ||
      // Alone, a change is what the server says, whether the page sees a difference or not.
      entries.length === 1,
  )
}

const FOLDED_WITHIN_MS = 5 * 60_000

/**
 * The entries, oldest first; changes of one person without a comment within five minutes are one entry, which has the number and the time
 * of the last. The creation stays alone.
 */
export const foldedEntries = (entries: readonly Entry[]): readonly Entry[] => {
  const groups: Entry[][] = []
  for (const [index, entry] of entries.entries()) {
    const group = groups.at(-1)
    const first = group?.[0]
    const isNear = first !== undefined && Date.parse(entry.at) - Date.parse(first.at) <= FOLDED_WITHIN_MS
    const isSame = first?.by !== null && first?.by.id === entry.by?.id && first?.agent === entry.agent
    if (group && first && index > 1 && isNear && isSame && !entry.comment && !first.comment) group.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap(group => {
    const last = group.at(-1)
    return last ? [group.length === 1 ? last : { ...last, changes: [...netChanges(group)] }] : []
  })
}
