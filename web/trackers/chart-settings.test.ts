import { expect, it } from 'vitest'
import { formatCharts, parseCharts } from './chart-settings.ts'

it('reads charts of an address, and leaves out what is none', () => {
  const charts = [
    { kind: 'pie', groups: ['severity'], measure: 'count', title: '' },
    { kind: 'stacked', groups: ['due:week', 'status'], measure: 'sum:effort', title: 'Load, all; 100 %' },
  ] as const
  expect(parseCharts(formatCharts(charts))).toEqual(charts)
  expect(parseCharts('heap,severity,count,;pie,a+b,count,;stacked,a,,;pie,,count,')).toEqual([])
  expect(parseCharts('pie,severity,,%E0%A4%A')).toEqual([
    { kind: 'pie', groups: ['severity'], measure: 'count', title: '' },
  ])
})
