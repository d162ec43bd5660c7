import { describe, expect, it } from 'vitest'
import type { Field } from '../../fields/field-view.ts'
import type { Report } from '../reports/report-queries.ts'
import type { Tracker } from '../tracker-queries.ts'
import { chipToTql, reportCriteria, reportToTql, writableCriteria } from './to-tql.ts'

const field = (field_id: number, name: string, type: string, values?: unknown): Field =>
  ({
    field_id,
    name,
    type,
    values,
    bindings: { type: values === undefined ? null : 'static', list: [] },
  }) as unknown as Field

const tracker = {
  fields: [
    field(1, 'title', 'string'),
    field(2, 'status', 'sb', [
      { id: 201, label: 'New' },
      { id: 202, label: 'Say "done"' },
    ]),
    field(3, 'points', 'int'),
    field(4, 'due', 'date'),
  ],
} as unknown as Tracker

const report = (criteria: readonly (readonly [number, unknown])[], expert_query: string | null = null): Report =>
  ({
    expert_query,
    criteria: criteria.map(([field_id, value]) => ({ field_id, name: '', value })),
  }) as unknown as Report

describe('chipToTql', () => {
  it('writes comparisons, with quotes where TQL needs them', () => {
    expect(chipToTql({ field: 'title', operator: '=', values: ['a "b" \\c'] })).toBe(String.raw`title = "a \"b\" \\c"`)
    expect(chipToTql({ field: 'title', operator: '=', values: ['two\nlines'] })).toBe('title = "two lines"')
    expect(chipToTql({ field: 'points', operator: '>=', values: ['5'] })).toBe('points >= 5')
    expect(chipToTql({ field: 'points', operator: '=', values: ['-5'] })).toBe('points = "-5"')
    expect(chipToTql({ field: 'due', operator: '<', values: ['NOW() - 1w'] })).toBe('due < NOW() - 1w')
    expect(chipToTql({ field: 'due', operator: 'BETWEEN', values: ['2026-01-01', '2026-02-01'] })).toBe(
      'due BETWEEN("2026-01-01", "2026-02-01")',
    )
    expect(chipToTql({ field: 'assigned_to', operator: '=', values: ['MYSELF()'] })).toBe('assigned_to = MYSELF()')
  })

  it('writes None apart, because IN takes no empty value', () => {
    expect(chipToTql({ field: 'status', operator: 'IN', values: ['New', ''] })).toBe('(status = "New" OR status = "")')
    expect(chipToTql({ field: 'status', operator: 'NOT IN', values: ['New', 'Old', ''] })).toBe(
      '(status NOT IN("New", "Old") AND status != "")',
    )
    expect(chipToTql({ field: 'status', operator: 'IN', values: [''] })).toBe('status = ""')
  })
})

describe('reportToTql', () => {
  it('says the criteria of a report in TQL', () => {
    const criteria = [
      [1, 'main lamp'],
      [2, { none: true, value_ids: [201, 202] }],
      [3, '1-5'],
      [4, { operator: '>', value: '2026-01-01' }],
      [99, 'not visible to the reader'],
    ] as const
    expect(reportToTql(report(criteria), tracker)).toBe(
      'title = "main" AND title = "lamp" AND (status IN("New", "Say \\"done\\"") OR status = "") AND points BETWEEN(1, 5) AND due > "2026-01-01"',
    )
    expect(reportToTql(report([[3, '<= 7']]), tracker)).toBe('points <= 7')
    expect(reportToTql(report([], 'title = "x"'), tracker)).toBe('title = "x"')
    expect(reportToTql(report([[1, null]]), tracker)).toBe('')
  })

  it('leaves to the criteria what TQL cannot say', () => {
    const regex = report([
      [1, '/^a+$/'],
      [2, { none: false, value_ids: [201] }],
    ])
    expect(reportToTql(regex, tracker)).toBeUndefined()
    expect(JSON.parse(reportCriteria(regex))).toEqual({ 1: '/^a+$/', 2: [201] })
    expect(writableCriteria(regex)).toEqual([
      { field_id: 1, value: '/^a+$/' },
      { field_id: 2, value: [201] },
    ])
    expect(reportToTql(report([[2, { none: false, value_ids: [999] }]]), tracker)).toBeUndefined()
  })
})
