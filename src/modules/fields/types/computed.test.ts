import { describe, expect, it } from 'vitest'
import {
  aField,
  describeContext,
  importContext,
  parseContext,
  representContext,
  xmlNode,
} from '../../../../test/harness/fields.ts'
import type { ValueEntry } from '../field-type.ts'
import { computed } from './computed.ts'

const field = aField('computed', { settings: { target_field_name: 'x', default_value: 3.5 } })
const parse = (entry: ValueEntry) => computed.parse(entry, field, parseContext())

describe('writing a computed field (§3.11)', () => {
  it('takes a manual value or the sum', async () => {
    expect(await parse({ manual_value: '2.50' })).toEqual({ value: { manual: 2.5 } })
    expect(await parse({ manual_value: -0 })).toEqual({ value: { manual: 0 } })
    expect(await parse({ is_autocomputed: true })).toEqual({ value: null })
    expect(await parse({ is_autocomputed: 'true' as never, manual_value: '' })).toEqual({ value: null })
  })

  it('accepts an entry as it was read, and ignores the sum in it', async () => {
    expect(await parse({ is_autocomputed: true, value: 7, manual_value: null })).toEqual({ value: null })
    expect(await parse({ is_autocomputed: false, value: 7, manual_value: 5 })).toEqual({ value: { manual: 5 } })
  })

  it('refuses a value alone, contradictions and values that are no number', async () => {
    for (const entry of [
      {},
      { value: 7 },
      { is_autocomputed: false },
      { is_autocomputed: false, manual_value: '' },
      { is_autocomputed: true, manual_value: 1 },
      { manual_value: '1e400' },
      { manual_value: Infinity },
      { manual_value: [] },
    ])
      expect(await parse(entry), JSON.stringify(entry)).toHaveProperty('fault')
  })

  it('is the same when it was never set and when the sum was asked for', () => {
    expect(computed.same(undefined, null)).toBe(true)
    expect(computed.same(null, { manual: 0 })).toBe(false)
    expect(computed.same({ manual: 2 }, { manual: 2 })).toBe(true)
  })

  it('starts with its default as a manual value', () => {
    expect(computed.defaultValue(field, parseContext())).toEqual({ manual: 3.5 })
    expect(computed.defaultValue(aField('computed'), parseContext())).toBeUndefined()
  })
})

describe('reading a computed field (§3.11)', () => {
  const context = representContext({ computedSum: () => 0.3 })

  it('always shows the sum, manual value or not', () => {
    expect(computed.represent(undefined, field, context)).toEqual({
      is_autocomputed: true,
      value: 0.3,
      manual_value: null,
    })
    expect(computed.represent({ manual: 0 }, field, context)).toEqual({
      is_autocomputed: false,
      value: 0.3,
      manual_value: 0,
    })
  })

  it('counts the manual value in flat lists and in sums of others', () => {
    expect(computed.flat({ manual: 0 }, field, context)).toBe(0)
    expect(computed.flat(null, field, context)).toBe(0.3)
    expect(computed.addend?.({ manual: 0 }, field)).toBe(0)
    expect(computed.addend?.(undefined, field)).toBe('sum')
  })

  it('describes its default', () => {
    expect(computed.describe(field, describeContext()).default_value).toEqual({ type: 'manual_value', value: 3.5 })
    expect(computed.describe(aField('computed'), describeContext()).default_value).toBeNull()
  })
})

describe('a computed field in an archive (import.md §5.2, §6.3)', () => {
  const change = (...children: [string, string][]) =>
    xmlNode(
      'field_change',
      {},
      children.map(([name, text]) => xmlNode(name, {}, text)),
    )

  it('reads a manual value or the request for the sum, and no value', () => {
    const context = importContext()
    expect(computed.importValue?.(change(['manual_value', ' 4.5 '], ['value', '9']), field, context)).toEqual({
      manual: 4.5,
    })
    expect(computed.importValue?.(change(['is_autocomputed', '1'], ['manual_value', '']), field, context)).toBeNull()
    expect(context.warnings).toEqual([])
    expect(computed.importValue?.(change(['value', '9']), field, context)).toBeUndefined()
    expect(computed.importValue?.(change(['manual_value', 'x']), field, context)).toBeUndefined()
    expect(context.warnings).toHaveLength(2)
  })

  it('reads its default and warns if the default is no number', () => {
    const warnings: string[] = []
    const read = (attributes: Record<string, string>) =>
      computed.importSettings(xmlNode('properties', attributes), message => warnings.push(message))
    expect(read({ default_value: '12.5', target_field_name: 'a', fast_compute: '1' })).toEqual({
      target_field_name: 'a',
      default_value: 12.5,
    })
    expect(warnings).toEqual([])
    expect(read({ default_value: 'many' })).toEqual({ target_field_name: '', default_value: null })
    expect(warnings).toHaveLength(1)
  })
})
