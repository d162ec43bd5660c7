import { fieldType } from '../../fields/index.ts'
import { idOfKey, withContent, type Key, type NewFormElement, type TrackerState } from '../../trackers/index.ts'
import { namesOfParts } from './diff-definitions.ts'
import type { Names } from './definition-names.ts'

/** Effects of a change of a tracker on existing artifacts. */
export interface Effects {
  /** Fields whose values are cleared: deleted fields, or fields with another bind. */
  readonly clearedFields: readonly { readonly id: number; readonly type: string; readonly name: string }[]
  /** Values that lists lose; group numbers for lists of groups. */
  readonly removedValues: readonly { readonly fieldId: number; readonly value: number; readonly name: string }[]
  /** Values that go, with the value that their artifacts get. */
  readonly mergedValues: readonly MergedValue[]
  /** undefined = unchanged. */
  readonly title: { readonly before: number | null; readonly after: number | null } | undefined
}

export interface MergedValue {
  readonly fieldId: number
  readonly value: number
  readonly name: string
  /** Key of the other value, which may be a new one. */
  readonly into: Key
  readonly intoName: string
}

export const effectsOf = (
  present: TrackerState,
  wanted: TrackerState,
  names: Names,
  merges: ReadonlyMap<Key, Key> = new Map(),
): Effects => {
  const after = new Map(withContent(wanted.value.elements).map(element => [element.key, element]))
  const partName = namesOfParts(present)
  const clearedFields: { id: number; type: string; name: string }[] = []
  const removedValues: { fieldId: number; value: number; name: string }[] = []
  const mergedValues: MergedValue[] = []
  const wantedName = namesOfParts(wanted)
  for (const element of withContent(present.value.elements)) {
    const id = idOfKey(element.key)
    const { family } = fieldType(element.type)
    if (id === undefined || (family !== 'writable' && family !== 'external')) continue
    const kept = after.get(element.key)
    if (!kept || kept.bind?.type !== element.bind?.type)
      clearedFields.push({ id, type: element.type, name: element.name })
    else
      for (const { key, ...lost } of lostValues(element, kept, id, partName.value, names)) {
        const into = key === undefined ? undefined : merges.get(key)
        if (into === undefined) removedValues.push(lost)
        else mergedValues.push({ ...lost, into, intoName: wantedName.value(into) })
      }
  }
  const titleOf = (state: TrackerState): string | undefined => state.value.semantics.title?.field
  const [before, title] = [titleOf(present), titleOf(wanted)]
  return {
    clearedFields,
    removedValues,
    mergedValues,
    title:
      before === title
        ? undefined
        : {
            before: (before === undefined ? undefined : idOfKey(before)) ?? null,
            // A new field has no values: no artifact has a title then.
            after: (title === undefined ? undefined : idOfKey(title)) ?? null,
          },
  }
}

const lostValues = (
  before: NewFormElement,
  after: NewFormElement,
  fieldId: number,
  nameOf: (key: string) => string,
  names: Names,
): { key?: Key; fieldId: number; value: number; name: string }[] => {
  if (before.bind?.type === 'static' && after.bind?.type === 'static') {
    const kept = new Set(after.bind.values.map(value => value.key))
    return before.bind.values
      .filter(value => !kept.has(value.key))
      .map(({ key }) => ({ key, fieldId, value: idOfKey(key) ?? 0, name: nameOf(key) }))
  }
  if (before.bind?.type === 'ugroups' && after.bind?.type === 'ugroups') {
    const kept = new Set(after.bind.values.map(value => value.groupId))
    return before.bind.values
      .filter(value => !kept.has(value.groupId))
      .map(value => ({ fieldId, value: value.groupId, name: `${before.name}: ${names.groupName(value.groupId)}` }))
  }
  return []
}
