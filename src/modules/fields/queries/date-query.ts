import { DateTime, type DurationLike } from 'luxon'
import { dayOf, readDate } from '../date-text.ts'
import { NONE, not, type Bounds, type Condition } from '../condition.ts'
import type { Field } from '../field.ts'
import {
  emptyNotSupported,
  isEmptyText,
  notSupported,
  describeValue,
  withNegation,
  type Compare,
  type Criterion,
  type FieldQuery,
  type PeriodUnit,
  type QueryResult,
  type QueryContext,
  type QueryFault,
  type QueryValue,
} from '../field-query.ts'

/** The differences between the kinds of date fields. */
interface DateKind {
  readonly indexField: (field: Field) => number
  readonly hasTime: (field: Field) => boolean
  /** Whether every artifact has a value. */
  readonly isOnEach: boolean
}

/** Seconds, from `start` (inclusive) to `end` (exclusive). */
interface TimeSpan {
  readonly start: number
  readonly end: number
}

const DAY_SECONDS = 86_400

/** The index holds a day as its midnight in UTC, and a point in time as it is. */
const daySpan = (day: string, hasTime: boolean, timezone: string): TimeSpan => {
  if (!hasTime) {
    const start = Date.parse(day) / 1000
    return { start, end: start + DAY_SECONDS }
  }
  const start = DateTime.fromISO(day, { zone: timezone }).startOf('day')
  return { start: start.toSeconds(), end: start.plus({ days: 1 }).startOf('day').toSeconds() }
}

const minuteSpan = (minute: DateTime): TimeSpan => {
  const start = minute.startOf('minute').toSeconds()
  return { start, end: start + 60 }
}

const units: Readonly<Record<PeriodUnit, 'days' | 'weeks' | 'months' | 'years'>> = {
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
}

const MAX_PERIOD = 1_000_000

const spanOfNow = (
  value: QueryValue & { kind: 'now' },
  hasTime: boolean,
  { now, timezone }: QueryContext,
): TimeSpan | QueryFault => {
  const { offset } = value
  if (offset && offset.count > MAX_PERIOD) return { fault: 'the period is longer than any date reaches' }
  const period: DurationLike = offset ? { [units[offset.unit]]: offset.sign * offset.count } : {}
  const moment = DateTime.fromJSDate(now, { zone: timezone }).plus(period)
  if (!moment.isValid || moment.year < 1 || moment.year > 9999)
    return { fault: 'the date lies outside the years 1 to 9999' }
  return hasTime ? minuteSpan(moment) : daySpan(dayOf(moment), false, timezone)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MINUTE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

const spanOf = (
  value: QueryValue | undefined,
  hasTime: boolean,
  comparison: string,
  context: QueryContext,
): TimeSpan | QueryFault => {
  if (!value) return { fault: 'a date is missing' }
  if (value.kind === 'now') return spanOfNow(value, hasTime, context)
  if (value.kind === 'myself' || value.kind === 'open') return notSupported(value)
  if (isEmptyText(value)) return emptyNotSupported(comparison)
  const { text } = value
  if (DAY.test(text) && DateTime.fromISO(text).isValid) return daySpan(text, hasTime, context.timezone)
  if (hasTime && MINUTE.test(text)) {
    const minute = DateTime.fromISO(text.replace(' ', 'T'), { zone: context.timezone })
    if (minute.isValid) return minuteSpan(minute)
  }
  return {
    fault: `${describeValue(value)} is not a date: YYYY-MM-DD${hasTime ? ' or YYYY-MM-DD HH:MM' : ''} is expected`,
  }
}

/** The day of a criterion in any usual notation; undefined if the text is no date. */
const dayOfCriterion = (value: unknown, timezone: string): string | undefined => {
  const date = typeof value === 'string' ? readDate(value, timezone) : undefined
  return date && dayOf(date.setZone(timezone) as DateTime<true>)
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [value])

/** Queries for date fields and for the dates that the platform records for every artifact. */
export const dateQuery = ({ indexField, hasTime, isOnEach }: DateKind): FieldQuery => {
  const within = (field: Field, bounds: Bounds): Condition => ({ kind: 'range', fieldId: indexField(field), bounds })
  const unset = (field: Field): Condition => (isOnEach ? NONE : not({ kind: 'anyValue', fieldId: indexField(field) }))

  const compared =
    (comparison: string, boundsOf: (span: TimeSpan) => Bounds): Compare =>
    ([value], field, context): QueryResult => {
      const span = spanOf(value, hasTime(field), comparison, context)
      return 'fault' in span ? span : within(field, boundsOf(span))
    }
  const equals: Compare = (values, field, context) =>
    isEmptyText(values[0])
      ? unset(field)
      : compared('=', ({ start, end }) => ({ gte: start, lt: end }))(values, field, context)
  const between: Compare = ([first, second], field, context) => {
    const from = spanOf(first, hasTime(field), 'BETWEEN', context)
    if ('fault' in from) return from
    const to = spanOf(second, hasTime(field), 'BETWEEN', context)
    return 'fault' in to ? to : within(field, { gte: from.start, lt: to.end })
  }

  /** trackers.md §4.1: to the day. A value that is no date is ignored. */
  const criterion =
    (boundsOf: (span: TimeSpan) => Bounds): Criterion =>
    (value, field, { timezone }) => {
      const given = asList(value)
      if (given.length !== 1) return { fault: 'one date is expected' }
      const day = dayOfCriterion(given[0], timezone)
      return day === undefined ? 'ignored' : within(field, boundsOf(daySpan(day, hasTime(field), timezone)))
    }
  const onDay = criterion(({ start, end }) => ({ gte: start, lt: end }))

  return {
    comparisons: {
      ...withNegation(equals, ['=', '!='], not),
      '<': compared('<', ({ start }) => ({ lt: start })),
      '<=': compared('<=', ({ end }) => ({ lt: end })),
      '>': compared('>', ({ end }) => ({ gte: end })),
      '>=': compared('>=', ({ start }) => ({ gte: start })),
      BETWEEN: between,
    },
    criteria: {
      contains: onDay,
      '=': onDay,
      '<': criterion(({ start }) => ({ lt: start })),
      '>': criterion(({ end }) => ({ gte: end })),
      between: (value, field, { timezone }) => {
        const given = asList(value)
        if (given.length !== 2) return { fault: 'between takes exactly two dates' }
        const [from, to] = given.map(each => dayOfCriterion(each, timezone))
        if (from === undefined || to === undefined) return 'ignored'
        return within(field, {
          gte: daySpan(from, hasTime(field), timezone).start,
          lt: daySpan(to, hasTime(field), timezone).end,
        })
      },
    },
    sortKey: field => ({ kind: 'number', fieldId: indexField(field), isOnEach }),
    grouping: field => ({ kind: hasTime(field) ? 'time' : 'day', fieldId: indexField(field) }),
  }
}
