import { useLingui } from '@lingui/react/macro'
import type { Field } from '../fields/field-view.ts'
import { listValue } from '../fields/shared/list-view.tsx'
import { useReasons, type Judgement, type Reasons } from '../board/use-reasons.ts'
import type { Choice } from '../fields/shared/choices.ts'
import type { ListedArtifact, Tracker } from '../trackers/tracker-queries.ts'
import type { KanbanColumn } from './kanban-columns.ts'
import type { KanbanItem } from './kanban-queries.ts'

export interface Verdict extends Judgement {
  /** The value of the status that the artifact would have; undefined: none. */
  readonly choice: Choice | undefined
}

export interface Judge {
  readonly reasons: Reasons
  readonly judge: (item: KanbanItem, from: KanbanColumn, to: KanbanColumn) => Verdict
}

const FREE: Verdict = { reason: undefined, note: undefined, choice: undefined }

/** Judges moves between columns by the workflow before they are sent. */
export const useJudge = (tracker: Tracker, field: Field, rows: ReadonlyMap<number, ListedArtifact>): Judge => {
  const { t } = useLingui()
  const reasons = useReasons(tracker, field)
  const judge = (item: KanbanItem, from: KanbanColumn, to: KanbanColumn): Verdict => {
    if (from.key === to.key) return FREE
    const artifact = present(item, from, { tracker, field, row: rows.get(item.id) })
    // Without the values of an archived artifact only the server knows.
    if (!artifact) return FREE
    const verdicts = to.choices.map(choice => ({ ...reasons.judge(artifact, { choice }), choice }))
    const free = verdicts.find(({ reason }) => reason === undefined)
    return free ?? verdicts[0] ?? { ...FREE, reason: t`${field.label} has no value that stands for ${to.label}` }
  }
  return { reasons, judge }
}

interface Known {
  readonly tracker: Tracker
  readonly field: Field
  readonly row: ListedArtifact | undefined
}

/** The artifact with the status of its column, which may be newer than the values that the page has read. */
const present = (item: KanbanItem, { key, choices }: KanbanColumn, { tracker, field, row }: Known) => {
  if (key === 'archive') return row
  const [choice] = choices
  const others = (row?.values ?? []).filter(({ field_id }) => field_id !== field.field_id)
  const values = [...others, listValue(field, choice ? [choice] : [])]
  const base = row ?? { id: item.id, last_modified_date: '', tracker }
  return { ...base, values } as ListedArtifact
}
