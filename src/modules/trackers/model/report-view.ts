export const viewKinds = ['table', 'board', 'chart'] as const
/** Limits of the width of a column, in pixels. */
export const MIN_WIDTH = 64
export const MAX_WIDTH = 800

export const chartKinds = ['pie', 'bar', 'stacked'] as const
export const periodUnits = ['day', 'week', 'month', 'year'] as const
export const measureKinds = ['sum', 'avg', 'min', 'max'] as const

/** How a report is shown. `FieldRef` and `ValueRef` are ids in the database, keys in a new tracker, names in a definition. */
export interface ReportView<FieldRef, ValueRef> {
  readonly kind: (typeof viewKinds)[number]
  readonly sort: readonly { readonly field: FieldRef; readonly is_descending: boolean }[]
  /** Widths in pixels; other columns have the usual one. */
  readonly widths: readonly { readonly field: FieldRef; readonly width: number }[]
  /** Figures of a column, of the whole result. */
  readonly totals: readonly { readonly field: FieldRef; readonly kind: (typeof measureKinds)[number] }[]
  /** Its values are the groups of the table and the columns of the board; null: no groups, and columns of the status. */
  readonly group: ReportGrouping<FieldRef> | null
  /** Its values are the lanes of the board; null: none. */
  readonly lanes: ReportGrouping<FieldRef> | null
  readonly board: {
    /** Most cards of a column before its head warns; null: the artifacts without a value. */
    readonly limits: readonly { readonly value: ValueRef | null; readonly limit: number }[]
    readonly folded: readonly (ValueRef | null)[]
  }
  readonly charts: readonly ReportChart<FieldRef>[]
}

/** A field whose values make groups. The period is that of a date. */
export interface ReportGrouping<FieldRef> {
  readonly field: FieldRef
  readonly period: (typeof periodUnits)[number] | null
}

export interface ReportChart<FieldRef> {
  /** Empty: the pages name it by its fields. */
  readonly title: string
  readonly kind: (typeof chartKinds)[number]
  /** One field, or two of a stacked bar. */
  readonly groups: readonly ReportGrouping<FieldRef>[]
  /** null: the number of artifacts. */
  readonly measure: { readonly field: FieldRef; readonly kind: (typeof measureKinds)[number] } | null
}

export type StoredReportView = ReportView<number, number>

/** The view with other references. A part whose field or value has none (`undefined`) is left out. */
export const mapReportView = <FieldRef, ValueRef, ToField, ToValue>(
  view: ReportView<FieldRef, ValueRef>,
  fieldOf: (field: FieldRef) => ToField | undefined,
  valueOf: (value: ValueRef) => ToValue | undefined,
): ReportView<ToField, ToValue> => {
  const withField = <Part extends { readonly field: FieldRef }>({ field, ...part }: Part) => {
    const to = fieldOf(field)
    return to === undefined ? [] : [{ ...part, field: to }]
  }
  const valueOrNone = (value: ValueRef | null): ToValue | null | undefined => (value === null ? null : valueOf(value))
  const [group] = view.group === null ? [null] : withField(view.group)
  const [lanes = null] = view.lanes === null ? [] : withField(view.lanes)
  // Without its list a board has no columns to say anything about.
  const isBoardKnown = group !== undefined
  return {
    kind: view.kind,
    sort: view.sort.flatMap(part => withField(part)),
    widths: view.widths.flatMap(part => withField(part)),
    totals: view.totals.flatMap(part => withField(part)),
    group: group ?? null,
    lanes,
    board: {
      limits: view.board.limits.flatMap(({ value, limit }) => {
        const to = valueOrNone(value)
        return to === undefined || !isBoardKnown ? [] : [{ value: to, limit }]
      }),
      folded: view.board.folded.flatMap(value => {
        const to = valueOrNone(value)
        return to === undefined || !isBoardKnown ? [] : [to]
      }),
    },
    charts: view.charts.flatMap(({ groups, measure, ...chart }) => {
      const to = { groups: groups.flatMap(part => withField(part)), measures: measure ? withField(measure) : [] }
      // A chart says something else without one of its fields.
      const isWhole = to.groups.length === groups.length && to.measures.length === (measure ? 1 : 0)
      return isWhole ? [{ ...chart, groups: to.groups, measure: to.measures[0] ?? null }] : []
    }),
  }
}

/** References of a view, for checks that each of them exists. */
export const referencesOf = <FieldRef, ValueRef>({
  sort,
  widths,
  totals,
  group,
  lanes,
  board,
  charts,
}: ReportView<FieldRef, ValueRef>): { readonly fields: readonly FieldRef[]; readonly values: readonly ValueRef[] } => ({
  fields: [
    ...[
      ...sort,
      ...widths,
      ...totals,
      ...charts.flatMap(({ groups, measure }) => [...groups, ...(measure ? [measure] : [])]),
      ...(group ? [group] : []),
      ...(lanes ? [lanes] : []),
    ].map(({ field }) => field),
  ],
  values: [...board.limits.map(({ value }) => value), ...board.folded].filter(value => value !== null),
})
