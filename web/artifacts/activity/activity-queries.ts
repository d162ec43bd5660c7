import { infiniteQueryOptions } from '@tanstack/react-query'
import type { components } from '../../../client/index.ts'
import { api, pageOf } from '../../api/api.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { activityKey } from '../artifact-queries.ts'

export type Changeset = components['schemas']['Changeset']

const PAGE_SIZE = 50

/** The changesets, newest first. */
export const activityQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: activityKey(id),
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        api.GET('/artifacts/{id}/changesets', {
          params: { path: { id }, query: { order: 'desc', limit: PAGE_SIZE, offset: pageParam } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0)
      return loaded < last.total ? loaded : undefined
    },
    meta: { isSignedOutFine: true },
  })

export interface FieldChange {
  readonly before: FieldValue | undefined
  readonly after: FieldValue | undefined
  readonly fieldId: number
  readonly type: string
  readonly label: string
}

export interface Entry {
  readonly changeset: Changeset
  readonly changes: readonly FieldChange[]
  /** The changeset that created the artifact. */
  readonly isFirst: boolean
}

/** Types whose values describe the present artifact, or follow from other artifacts. */
const WITHOUT_HISTORY = new Set([
  'aid',
  'atid',
  'subby',
  'subon',
  'luby',
  'lud',
  'priority',
  'cross',
  'burndown',
  'burnup',
])

/** Compares the values of each changeset with the values of the changeset before. `newestFirst` may hold fewer than `total` changesets. */
export const entriesOf = (newestFirst: readonly Changeset[], total: number): readonly Entry[] =>
  newestFirst.flatMap((changeset, index): Entry[] => {
    const before = newestFirst[index + 1]
    const isFirst = index === total - 1
    // The next page holds the changeset before.
    if (!before && !isFirst) return []
    return [{ changeset, isFirst, changes: isFirst ? [] : changesBetween(before, changeset) }]
  })

const changesBetween = (before: Changeset | undefined, after: Changeset): readonly FieldChange[] => {
  const valuesOf = (changeset: Changeset | undefined) =>
    new Map((changeset?.values ?? []).map(value => [value.field_id, value]))
  const old = valuesOf(before)
  const now = valuesOf(after)
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((fieldId): FieldChange[] => {
    const [one, other] = [old.get(fieldId), now.get(fieldId)]
    const some = other ?? one
    if (!some || WITHOUT_HISTORY.has(some.type) || viewOf(some.type).same(one, other)) return []
    return [{ before: one, after: other, fieldId, type: some.type, label: some.label }]
  })
}
