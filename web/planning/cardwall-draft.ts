import type { ReadPlanningSettings } from './settings-query.ts'

type ReadWall = ReadPlanningSettings['settings']['plannings'][number]['cardwall']

export interface DraftColumn {
  readonly key: number
  readonly id: number | undefined
  readonly label: string
  readonly color: string
  readonly values: readonly number[]
}

/** A cardwall that is being set up. Values of selects are texts. */
export interface DraftWall {
  readonly columns: readonly DraftColumn[]
  readonly mappings: readonly { readonly tracker: string; readonly field: string }[]
}

export const draftWallOf = (wall: ReadWall): DraftWall | undefined =>
  wall
    ? {
        columns: wall.columns.map(({ id, label, color, value_ids }, key) => ({
          key,
          id,
          label,
          color,
          values: value_ids,
        })),
        mappings: wall.mappings.map(({ tracker, field }) => ({
          tracker: String(tracker.id),
          field: String(field.id),
        })),
      }
    : undefined

/** The cardwall as the API takes it. */
export const wallBodyOf = (wall: DraftWall | undefined) =>
  wall
    ? {
        columns: wall.columns.map(({ id, label, color, values }) => ({
          ...(id !== undefined && { id }),
          label,
          color,
          value_ids: [...values],
        })),
        mappings: wall.mappings.map(({ tracker, field }) => ({
          tracker: { id: Number(tracker) },
          field: { id: Number(field) },
        })),
      }
    : null

export const withNewColumn = (wall: DraftWall): DraftWall => ({
  ...wall,
  columns: [
    ...wall.columns,
    {
      key: Math.max(-1, ...wall.columns.map(({ key }) => key)) + 1,
      id: undefined,
      label: '',
      color: 'inca-silver',
      values: [],
    },
  ],
})

/** The column one place to the left (-1) or to the right (1). */
export const withMovedColumn = (wall: DraftWall, key: number, by: -1 | 1): DraftWall => {
  const at = wall.columns.findIndex(column => column.key === key)
  const moved = wall.columns[at]
  if (!moved || !wall.columns[at + by]) return wall
  return { ...wall, columns: wall.columns.toSpliced(at, 1).toSpliced(at + by, 0, moved) }
}

/** The value stands for the column alone; without a column for none. */
export const withValueIn = (wall: DraftWall, value: number, key: number | undefined): DraftWall => ({
  ...wall,
  columns: wall.columns.map(column => {
    const others = column.values.filter(id => id !== value)
    return { ...column, values: column.key === key ? [...others, value] : others }
  }),
})

/** The field decides the columns of the cards of a tracker; undefined: the status does. `forgotten`: values of the field before. */
export const withField = (
  wall: DraftWall,
  tracker: string,
  field: string | undefined,
  forgotten: readonly number[],
): DraftWall => ({
  columns: wall.columns.map(column => ({
    ...column,
    values: column.values.filter(id => !forgotten.includes(id)),
  })),
  mappings: [
    ...wall.mappings.filter(mapping => mapping.tracker !== tracker),
    ...(field === undefined ? [] : [{ tracker, field }]),
  ].toSorted((one, other) => Number(one.tracker) - Number(other.tracker)),
})
