import { api, bodyOf, pageOf } from '../../api/api.ts'
import type { CompleteTracker } from '../writing/artifact-values.ts'

export interface LinkTarget {
  readonly id: number
  readonly xref: string
  readonly title: string
}

export const MAX_FOUND = 8

/** Finds artifacts by number in all trackers, and by words in the titles of this tracker. */
export const findTargets = async (
  tracker: CompleteTracker,
  text: string,
  signal: AbortSignal,
): Promise<readonly LinkTarget[]> => {
  const number = /^#?\s*(\d{1,15})$/.exec(text)?.[1] ?? /#(\d{1,15})$/.exec(text)?.[1]
  if (number !== undefined) {
    const query = JSON.stringify({ id: [Number(number)] })
    const { collection } = await bodyOf(api.GET('/artifacts', { params: { query: { query } }, signal }))
    return collection.map(({ id, xref, title }) => ({ id, xref, title: title ?? '' }))
  }
  const title = tracker.fields.find(field => field.field_id === tracker.semantics.title?.field_id)
  if (!title) return []
  const { items } = await pageOf(
    api.GET('/trackers/{id}/artifacts', {
      params: {
        path: { id: tracker.id },
        query: { limit: MAX_FOUND, query: JSON.stringify({ [title.field_id]: text }) },
      },
      signal,
    }),
  )
  return items.map(({ id, xref, title: label }) => ({ id, xref, title: label ?? '' }))
}
