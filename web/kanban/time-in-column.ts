import type { KanbanItem, ListKey } from './kanban-queries.ts'

const DAY_MS = 86_400_000

/** The moment when the artifact came to the column. Undefined: nobody knows it. */
export const enteredAt = ({ timeinfo }: KanbanItem, list: ListKey): string | undefined =>
  Array.isArray(timeinfo)
    ? undefined
    : ((timeinfo as Readonly<Record<string, string | null>>)[String(list)] ?? undefined)

/** Whole days that have gone since then. */
export const daysSince = (date: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - Date.parse(date)) / DAY_MS))

/** Days of the artifact that has been in the column for longest. Undefined: of none they are known. */
export const oldestOf = (items: readonly KanbanItem[], list: ListKey, now?: number): number | undefined => {
  const days = items.flatMap(item => {
    const since = enteredAt(item, list)
    return since === undefined ? [] : [daysSince(since, now)]
  })
  return days.length === 0 ? undefined : Math.max(...days)
}
