import { describe, expect, it } from 'vitest'
import {
  describeContext,
  NOW,
  parseContext,
  representContext,
  sampleField,
  type FieldSample,
} from '../../../test/field-type-contract.ts'
import { parseXml } from '../../platform/xml/parse-xml.ts'
import type { ImportContext, ParseContext } from './field-type.ts'
import { cross } from './types/automatic/cross.ts'
import { date } from './types/date.ts'
import { encrypted } from './types/encrypted.ts'
import { float } from './types/float.ts'
import { int } from './types/int.ts'
import { staticrichtext } from './types/layout/staticrichtext.ts'
import { string } from './types/string.ts'
import { text } from './types/text.ts'
import { ttmstepdef } from './types/ttmstepdef.ts'

const sample: FieldSample = { accepted: [], refused: [] }
const context = (more: Partial<ParseContext> = {}) => parseContext(sample, more)
const show = representContext(sample)
const tell = describeContext(sample)
const withSettings = (type: Parameters<typeof sampleField>[0], settings: Record<string, unknown>) =>
  sampleField(type, { ...sample, field: { settings } })
const change = (xml: string) => parseXml([Buffer.from(xml)], 'project.xml')
const reading = (warnings: string[] = []): ImportContext =>
  ({
    nextStepId: () => 5,
    warn: (_node: unknown, message: string) => void warnings.push(message),
  }) as unknown as ImportContext

describe('dates (§3.4)', () => {
  const day = withSettings(date, {})
  const moment = withSettings(date, { display_time: 1 })

  it.each([
    ['2024-05-06T07:08:59Z', '2024-05-06T07:08Z'],
    ['2024-05-06T07:08:59+02:00', '2024-05-06T05:08Z'],
    ['2024-05-06T07:08:59.123+0200', '2024-05-06T05:08Z'],
    ['2024-05-06 07:08', '2024-05-06T05:08Z'],
    ['2024-05-06 07:08:30', '2024-05-06T05:08Z'],
    ['2024-05-06T07:08', '2024-05-06T05:08Z'],
    ['2024-05-06', '2024-05-05T22:00Z'],
    ['20240506T070800Z', '2024-05-06T07:08Z'],
    ['Mon, 06 May 2024 07:08:09 +0000', '2024-05-06T07:08Z'],
    ['Monday, 06-May-24 07:08:09 GMT', '2024-05-06T07:08Z'],
  ])('with time keep the minute of %s', (written, stored) => {
    expect(date.parse({ value: written }, moment, context())).toEqual({ value: stored })
  })

  it('without time keep the day as the platform sees it, also before 1911', () => {
    for (const written of ['1815-06-18', '0900-01-01', '9999-12-30']) {
      const parsed = date.parse({ value: written }, day, context())
      expect(parsed).toEqual({ value: written })
      const shown = date.represent(written, day, show) as { value: string }
      expect(date.parse(shown, day, context())).toEqual({ value: written })
    }
  })

  it('read with the offset of the platform', () => {
    expect(date.represent('2024-05-06', day, show)).toEqual({
      value: '2024-05-06T00:00:00+02:00',
      is_time_displayed: false,
    })
    expect(date.represent('2024-01-06T07:08Z', moment, show)).toEqual({
      value: '2024-01-06T08:08:00+01:00',
      is_time_displayed: true,
    })
    expect(date.represent(null, day, show)).toEqual({ value: null, is_time_displayed: false })
  })

  it('are today on creation, unless a fixed default is configured (artifacts.md §5)', () => {
    const late = { now: new Date('2024-05-06T22:30:00Z') }
    expect(date.defaultValue(day, context(late))).toBe('2024-05-07')
    expect(date.defaultValue(moment, context(late))).toBe('2024-05-06T22:30Z')
    const fixed = { default_value_type: 1, default_value: '2024-02-03' }
    expect(date.defaultValue(withSettings(date, fixed), context())).toBe('2024-02-03')
    expect(date.defaultValue(withSettings(date, { ...fixed, default_value: '' }), context())).toBeNull()
    expect(date.describe(moment, tell).default_value).toBe('2024-05-06 09:08')
    expect(date.describe(day, { ...tell, now: NOW })).toMatchObject({ extra: { is_time_displayed: false } })
  })

  it('are found by seconds, a day by its midnight in UTC', () => {
    expect(date.index('2024-05-06', day)).toEqual([Date.UTC(2024, 4, 6) / 1000])
    expect(date.index('2024-05-06T07:08Z', moment)).toEqual([Date.UTC(2024, 4, 6, 7, 8) / 1000])
  })

  it.each([
    ['2022-03-10T00:00:00+01:00', '2022-03-10', '2022-03-09T23:00Z'],
    ['2022-03-10T23:30:00-08:00', '2022-03-10', '2022-03-11T07:30Z'],
    ['1970-01-01T00:00:00Z', null, null],
    ['1969-07-20T00:00:00Z', null, null],
    ['', null, null],
    ['soon', undefined, undefined],
  ])('of archives are taken as written: %s (import.md §6.3)', async (written, asDay, asMoment) => {
    const node = await change(`<field_change><value format="ISO8601">\n ${written} </value></field_change>`)
    expect(date.importValue?.(node, day, reading())).toBe(asDay)
    expect(date.importValue?.(node, moment, reading())).toBe(asMoment)
  })

  it('take their default from an archive (import.md §5.2)', async () => {
    const settings = async (attributes: string, warnings: string[] = []) =>
      date.importSettings(await change(`<properties ${attributes}/>`), message => warnings.push(message))
    const fixed = { default_value_type: 1, display_time: 0 }
    expect(await settings('')).toEqual({ ...fixed, default_value: '' })
    expect(await settings('default_value="today"')).toEqual({
      default_value_type: 0,
      display_time: 0,
      default_value: '',
    })
    expect(await settings('default_value="2022-03-04"')).toEqual({ ...fixed, default_value: '2022-03-04' })
    // Midnight of that day in Paris.
    expect(await settings('default_value="1646348400"')).toEqual({ ...fixed, default_value: '2022-03-04' })
    const warnings: string[] = []
    expect(await settings('default_value="never"', warnings)).toEqual({ ...fixed, default_value: '' })
    expect(warnings).toHaveLength(1)
  })
})

describe('numbers (§3.3)', () => {
  it('sent back cleared change nothing; null says nothing elsewhere', () => {
    expect(int.parse({ value: null }, withSettings(int, {}), context({ current: null }))).toEqual({ unchanged: true })
    expect(int.parse({ value: null }, withSettings(int, {}), context({ current: 5 }))).toHaveProperty('fault')
  })

  it('have a default only where one is configured (artifacts.md §5)', () => {
    expect(int.defaultValue(withSettings(int, {}), context())).toBeUndefined()
    expect(int.defaultValue(withSettings(int, { default_value: '7' }), context())).toBe(7)
    expect(float.describe(withSettings(float, { default_value: '1.5' }), tell).default_value).toBe('1.5')
  })

  it('of archives that are no numbers are skipped with a warning', async () => {
    const warnings: string[] = []
    const node = await change('<field_change><value>many</value></field_change>')
    expect(int.importValue?.(node, withSettings(int, {}), reading(warnings))).toBeUndefined()
    expect(warnings).toHaveLength(1)
  })
})

describe('texts (§3.1, §3.2)', () => {
  it('store "" or their default on creation (artifacts.md §5)', () => {
    expect(string.defaultValue(withSettings(string, {}), context())).toBe('')
    expect(text.defaultValue(withSettings(text, {}), context())).toEqual({ content: '', format: 'commonmark' })
    const configured = withSettings(text, { default_value: 'a < b' })
    expect(text.defaultValue(configured, context({ defaultTextFormat: 'html' }))).toEqual({
      content: '<p>a &lt; b</p>',
      format: 'html',
    })
  })

  it('show source and rendering as their format asks', () => {
    const field = withSettings(text, {})
    expect(text.represent({ content: '**a** art #4', format: 'commonmark' }, field, show)).toEqual({
      value: '<p><strong>a</strong> <a href="/goto?key=art&amp;val=4" class="cross-reference">art #4</a></p>\n',
      post_processed_value:
        '<p><strong>a</strong> <a href="/goto?key=art&amp;val=4" class="cross-reference">art #4</a></p>\n',
      format: 'html',
      commonmark: '**a** art #4',
    })
    expect(text.represent({ content: '<i onclick=x>a</i>', format: 'html' }, field, show)).toEqual({
      value: '<i onclick=x>a</i>',
      post_processed_value: '<i>a</i>',
      format: 'html',
    })
  })

  it('change by their content alone', () => {
    expect(text.same({ content: 'a', format: 'text' }, { content: 'a', format: 'html' })).toBe(true)
    expect(text.same({ content: 'a', format: 'text' }, { content: 'b', format: 'text' })).toBe(false)
  })

  it('edited beside their old source mean the edit', () => {
    const field = withSettings(text, {})
    const shown = text.represent({ content: '**a**', format: 'commonmark' }, field, show) as { value: string }
    expect(text.parse({ ...shown, value: '<p>edited</p>' }, field, context({ defaultTextFormat: 'html' }))).toEqual({
      value: { content: '<p>edited</p>', format: 'html' },
    })
  })

  it('take the format beside the value in values_by_field', () => {
    expect(text.parseByField?.({ value: 'a', format: 'html' }, withSettings(text, {}), context())).toEqual({
      value: { content: 'a', format: 'html' },
    })
  })

  it('of archives without format are plain text; too long ones are skipped (import.md §6.3)', async () => {
    const field = withSettings(string, { maxchars: 3 })
    const node = await change('<field_change><value>four</value></field_change>')
    const warnings: string[] = []
    expect(string.importValue?.(node, field, reading(warnings))).toBeUndefined()
    expect(warnings).toHaveLength(1)
    expect(text.importValue?.(node, withSettings(text, {}), reading())).toEqual({ content: 'four', format: 'text' })
  })
})

describe('steps (§3.12)', () => {
  const field = withSettings(ttmstepdef, {})
  const step = (description: string, rank?: number) => ({
    description,
    description_format: 'text',
    expected_results: '',
    expected_results_format: 'text',
    ...(rank !== undefined && { rank }),
  })
  const descriptions = async (value: unknown, operation: 'create' | 'update') => {
    const parsed = await ttmstepdef.parse({ value }, field, context({ operation }))
    return 'value' in parsed ? parsed.value.map(each => `${each.rank} ${each.description}`) : parsed
  }

  it('follow their rank, on creation too', async () => {
    expect(await descriptions([step('b', 9), step('a', 3)], 'create')).toEqual(['1 a', '2 b'])
    expect(await descriptions([step('b', 9), step('a', 3)], 'update')).toEqual(['1 a', '2 b'])
  })

  it('follow the array where a creation leaves ranks out; an update may not', async () => {
    expect(await descriptions([step('b'), step('a')], 'create')).toEqual(['1 b', '2 a'])
    expect(await descriptions([step('b'), step('a')], 'update')).toHaveProperty('fault')
  })

  it('are untouched without value, and the same steps take no new ids', async () => {
    expect(await ttmstepdef.parse({}, field, context())).toEqual({ unchanged: true })
    expect(await ttmstepdef.parse({ value: null }, field, context())).toEqual({ unchanged: true })
    const first = await ttmstepdef.parse({ value: [step('a', 1)] }, field, context())
    const current = 'value' in first ? first.value : undefined
    const nextStepIds = () => Promise.reject(new Error('no ids are needed'))
    expect(await ttmstepdef.parse({ value: [step('a', 5)] }, field, context({ current, nextStepIds }))).toEqual({
      unchanged: true,
    })
  })

  it('need a value in values_by_field', async () => {
    expect(await ttmstepdef.parseByField?.({}, field, context({ operation: 'create' }))).toHaveProperty('fault')
  })

  it('show commonmark as HTML with its escaped source', () => {
    const stored = { id: 4, rank: 1, description: '*a* < b', expected_results: '' } as const
    const formats = { description_format: 'commonmark', expected_results_format: 'text' } as const
    expect(ttmstepdef.represent([{ ...stored, ...formats }], field, show)).toEqual({
      value: [
        {
          id: 4,
          description: '<p><em>a</em> &lt; b</p>\n',
          description_format: 'html',
          commonmark_description: '*a* &lt; b',
          expected_results: '',
          expected_results_format: 'text',
          rank: 1,
        },
      ],
    })
  })
})

describe('kinds that the platform fills in, and those without value', () => {
  it('order cross references out, in, both (§3.15)', () => {
    const reference = (direction: 'in' | 'out' | 'both') => ({ ref: 'art #1', url: '/x', direction })
    const crossReferences = [reference('both'), reference('in'), reference('out')]
    const shown = cross.represent(undefined, withSettings(cross, {}), { ...show, crossReferences })
    expect((shown as { value: { direction: string }[] }).value.map(each => each.direction)).toEqual([
      'out',
      'in',
      'both',
    ])
  })

  it('keep no secret that cannot be encrypted (§3.14)', () => {
    expect(encrypted.parse({ value: 'secret' }, withSettings(encrypted, {}), context())).toEqual({ unchanged: true })
  })

  it('show a static text as its default value, safe (§3.16)', () => {
    const field = withSettings(staticrichtext, { static_value: '<p onclick=x>Hi</p>' })
    expect(staticrichtext.describe(field, tell).default_value).toBe('<p>Hi</p>')
  })
})
