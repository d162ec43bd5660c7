import { DateTime } from 'luxon'
import { Type, type Static } from 'typebox'
import { IsoDate, Nullable } from '../../../platform/http/schemas/schema.ts'
import { dayOf, isStoredDay, isZeroDate, minuteOf, momentOf, readDate, rollOverDay } from '../date-text.ts'
import { plainDescription } from '../description-parts.ts'
import { fieldChange, onlyValue, textProperty, valueElement } from '../field-xml.ts'
import { defineFieldType, type RepresentContext } from '../field-type.ts'
import type { Field } from '../field.ts'
import { fault } from '../parsing.ts'
import { dateQuery } from '../queries/date-query.ts'

const TODAY = 0
const FIXED = 1

const settings = Type.Object({
  default_value_type: Type.Integer({
    default: TODAY,
    description: '0: a new artifact gets the date of its creation; 1: it gets `default_value`.',
  }),
  default_value: Type.String({ default: '', description: 'YYYY-MM-DD, with HH:MM where time is shown; "" = empty.' }),
  display_time: Type.Integer({ default: 0, description: '1: a point in time, to the minute; 0: a day.' }),
})
const settingsOf = (field: Field) => field.settings as Static<typeof settings>
const hasTime = (field: Field): boolean => settingsOf(field).display_time === 1

/** §3.4: to the minute if the field shows the time, otherwise the day in the platform's time zone. */
const stored = (date: DateTime<true>, field: Field, timezone: string): string =>
  hasTime(field) ? minuteOf(date) : dayOf(date.setZone(timezone) as DateTime<true>)

const now = (at: Date, timezone: string) => DateTime.fromJSDate(at, { zone: timezone }) as DateTime<true>

const shown = (value: string | null, context: RepresentContext): string | null => {
  if (value === null) return null
  return value.length === 10 ? context.isoDay(value) : context.isoDate(new Date(value))
}

/** `default_value` of an archive may be a Unix timestamp of midnight in an unknown time zone: the nearest midnight gives the day. */
const dayOfTimestamp = (seconds: number, isTimeShown: boolean): string | undefined => {
  const date = DateTime.fromSeconds(isTimeShown ? seconds : seconds + 12 * 3600, { zone: 'utc' })
  return date.isValid && date.year <= 9999 ? date.toFormat(isTimeShown ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd') : undefined
}

/** A day, or a point in time. The value `null` is a date that a user cleared. */
export const date = defineFieldType<string | null>({
  type: 'date',
  family: 'writable',
  settings,
  input: Type.Object({
    value: Type.Optional(
      Nullable(Type.String({ description: 'A date in any usual notation.' }), {
        description: 'The date: ISO 8601 with or without offset, YYYY-MM-DD, YYYY-MM-DD HH:MM …; null or "" clears it.',
      }),
    ),
  }),
  output: Type.Object({
    value: Nullable(IsoDate('The date.'), { description: 'The date; null = none.' }),
    is_time_displayed: Type.Boolean({ description: 'true: a point in time; false: a day.' }),
  }),
  isByField: false,
  parse: (entry, field, context) => {
    const { value } = entry
    // §3.4: here a missing value clears the date.
    if (value === undefined || value === null || value === '') return { value: null }
    if (typeof value === 'string' && !hasTime(field) && isStoredDay(value)) return { value }
    const parsed = typeof value === 'string' ? readDate(value, context.timezone) : undefined
    return parsed ? { value: stored(parsed, field, context.timezone) } : fault(field, 'the value is not a date.')
  },
  toEntry: (value = null) => ({ value }),
  defaultValue: (field, context) => {
    const { default_value_type, default_value } = settingsOf(field)
    if (default_value_type === TODAY) return momentOf(context.now, hasTime(field), context.timezone)
    const fixed = readDate(default_value, context.timezone)
    return fixed ? stored(fixed, field, context.timezone) : null
  },
  isEmpty: value => value === undefined || value === null,
  same: (before, after) => (before ?? null) === (after ?? null),
  index: value => (value === null ? [] : [Date.parse(value) / 1000]),
  searchText: () => undefined,
  query: dateQuery({ indexField: field => field.id, hasTime, isOnEach: false }),
  plainText: value => value?.replace('T', ' ').replace('Z', ' UTC') ?? '',
  represent: (value, field, context) =>
    value === undefined ? null : { value: shown(value, context), is_time_displayed: hasTime(field) },
  flat: (value, _field, context) => shown(value ?? null, context),
  toNamed: (value = null, _field, context) => (value?.length === 10 ? value : shown(value, context)),
  fromNamed: named => ({ value: named }),
  describe: (field, context) => {
    const { default_value_type, default_value } = settingsOf(field)
    const format = hasTime(field) ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd'
    const today = default_value_type === TODAY
    return plainDescription(
      today ? now(context.now, context.timezone).toFormat(format) : default_value,
      field.settings,
      { is_time_displayed: hasTime(field) },
    )
  },
  importSettings: (properties, warn) => {
    const display_time = textProperty(properties, 'display_time').trim() === '1' ? 1 : 0
    const given = textProperty(properties, 'default_value').trim()
    if (given === 'today') return { display_time, default_value_type: TODAY, default_value: '' }
    const fixed = { display_time, default_value_type: FIXED }
    if (given === '' || isZeroDate(given)) return { ...fixed, default_value: '' }
    const written = /^-?\d{5,12}$/.test(given)
      ? dayOfTimestamp(Number(given), display_time === 1)
      : readDate(rollOverDay(given), 'utc')?.toFormat(display_time === 1 ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd')
    if (written === undefined) warn(`Default value "${given.slice(0, 100)}" is not a date; it is left out.`)
    return { ...fixed, default_value: written ?? '' }
  },
  exportSettings: field => {
    const { default_value_type, default_value } = settingsOf(field)
    const written = default_value_type === TODAY ? 'today' : default_value
    return { ...(hasTime(field) && { display_time: '1' }), ...(written !== '' && { default_value: written }) }
  },
  importValue: (change, field, context) => {
    const value = onlyValue(change, message => context.warn(change, message))
    if (!value) return undefined
    const text = value.text.trim()
    if (text === '' || isZeroDate(text)) return null
    const parsed = readDate(rollOverDay(text), 'utc')
    if (!parsed) {
      context.warn(value, `Value of "${field.name}" skipped: "${text.slice(0, 100)}" is not a date.`)
      return undefined
    }
    // import.md §6.3: a moment before 1970 is no date. A day is taken as written, in any time zone.
    if (parsed.toMillis() <= 0) return null
    return hasTime(field) ? minuteOf(parsed) : dayOf(parsed)
  },
  exportValue: (value, field) =>
    fieldChange(field, 'date', [
      valueElement(
        value === null ? '' : value.length === 10 ? `${value}T00:00:00+00:00` : value.replace('Z', ':00+00:00'),
        { format: 'ISO8601' },
      ),
    ]),
})
