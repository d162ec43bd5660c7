// Charts of a tracker. The address holds them as `charts=pie,severity,count,;stacked,due:week+status,sum:effort,Load`.

export const CHART_KINDS = ['pie', 'bar', 'stacked'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

export interface ChartSettings {
  /** Empty: the names of its fields. */
  readonly title: string
  readonly kind: ChartKind
  /** One field, or two of a stacked bar, as in `group_by` of the aggregates: `severity`, `due:week`. */
  readonly groups: readonly string[]
  /** `count`, or `sum:effort`. */
  readonly measure: string
}

export const MAX_CHARTS = 20

export const parseCharts = (text: string): readonly ChartSettings[] =>
  text
    .split(';')
    .slice(0, MAX_CHARTS)
    .flatMap(part => {
      const [word, groups = '', measure = '', title = ''] = part.split(',')
      const kind = CHART_KINDS.find(each => each === word)
      const names = groups.split('+').filter(name => name !== '')
      if (!kind || names.length !== (kind === 'stacked' ? 2 : 1)) return []
      return [{ kind, groups: names, measure: measure === '' ? 'count' : measure, title: decoded(title) }]
    })

export const formatCharts = (charts: readonly ChartSettings[]): string =>
  charts
    .map(({ kind, groups, measure, title }) => [kind, groups.join('+'), measure, encodeURIComponent(title)].join(','))
    .join(';')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
