import { Type, type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Invalid } from '../../errors.ts'
import { decode, requireStorableText, type Origin } from './decode.ts'
import {
  Choice,
  EmptyArrayOrObject,
  IsoDate,
  Nullable,
  Password,
  TextOrEmpty,
  VerbatimText,
} from '../schemas/schema.ts'

const refusalOf = (schema: TSchema, value: unknown, origin: Origin = 'json', name?: string): string => {
  try {
    decode(schema, value, origin, name)
  } catch (error) {
    if (error instanceof Invalid) return error.message
    throw error
  }
  return 'accepted'
}
const one = (member: TSchema) => Type.Object({ x: member })
const optional = (member: TSchema) => Type.Object({ x: Type.Optional(member) })

describe('integers (http.md §3.1)', () => {
  it.each([
    [5, 5],
    ['5', 5],
    [' 007 ', 7],
    ['1e3', 1000],
    ['12.0', 12],
    [12.0, 12],
    [-0, 0],
    ['-4', -4],
  ])('reads %j as %j', (sent, value) => {
    expect(decode(one(Type.Integer()), { x: sent }, 'json')).toEqual({ x: value })
  })

  it.each([['abc'], ['0x1A'], ['1.5'], [1.5], [''], [true], [[]], [{}], ['1 2'], ['Infinity'], [Number.NaN]])(
    'refuses %j',
    sent => {
      expect(refusalOf(one(Type.Integer()), { x: sent })).toMatch(/`x`.*integer is expected/)
    },
  )

  it('treats an id beyond 2^53 as unknown (artifacts.md §0.3)', () => {
    for (const sent of [2 ** 53, '9223372036854775808', '9'.repeat(500), 1e300, '1e999'])
      expect(decode(one(Type.Integer()), { x: sent }, 'text')).toEqual({ x: Number.MAX_SAFE_INTEGER })
    expect(decode(one(Type.Integer()), { x: '-9223372036854775809' }, 'text')).toEqual({ x: Number.MIN_SAFE_INTEGER })
  })

  it('names the violated bound', () => {
    const schema = one(Type.Integer({ minimum: 0, maximum: 50 }))
    expect(refusalOf(schema, { x: -1 })).toMatch(/`x`.*least value is 0/)
    expect(refusalOf(schema, { x: '51' })).toMatch(/`x`.*greatest value is 50/)
    expect(refusalOf(schema, { x: '9'.repeat(40) })).toMatch(/greatest value is 50/)
  })
})

it('reads floats from numbers and numeric text, finite ones only', () => {
  expect(decode(one(Type.Number()), { x: '1.50' }, 'xml')).toEqual({ x: 1.5 })
  expect(decode(one(Type.Number()), { x: 3 }, 'json')).toEqual({ x: 3 })
  for (const sent of ['1e999', Number.POSITIVE_INFINITY, 'x', '1,5', null, true])
    expect(refusalOf(one(Type.Number()), { x: sent })).toMatch(/`x`/)
})

it('reads booleans in all their spellings', () => {
  for (const sent of [true, 1, '1', 'true', 'TRUE', ' True '])
    expect(decode(one(Type.Boolean()), { x: sent }, 'json')).toEqual({ x: true })
  for (const sent of [false, 0, '0', 'false', 'False'])
    expect(decode(one(Type.Boolean()), { x: sent }, 'json')).toEqual({ x: false })
  for (const sent of ['yes', 2, '', {}, []])
    expect(refusalOf(one(Type.Boolean()), { x: sent })).toMatch(/`x`.*true or false/)
})

describe('texts', () => {
  it('trims, converts scalars, and keeps passwords and verbatim texts', () => {
    expect(decode(one(Type.String()), { x: ' a b\n' }, 'json')).toEqual({ x: 'a b' })
    expect(decode(one(Type.String()), { x: 12 }, 'json')).toEqual({ x: '12' })
    expect(decode(one(Type.String()), { x: true }, 'json')).toEqual({ x: 'true' })
    expect(decode(one(Password('p')), { x: ' p ' }, 'json')).toEqual({ x: ' p ' })
    expect(decode(one(VerbatimText('v')), { x: ' \n' }, 'json')).toEqual({ x: ' \n' })
  })

  it('treats an empty required text as missing, unless the schema allows it', () => {
    expect(refusalOf(one(Type.String()), { x: '' })).toBe('`x` is required')
    expect(refusalOf(one(Type.String()), { x: '  ' })).toBe('`x` is required')
    expect(refusalOf(one(Password('p')), { x: '' })).toBe('`x` is required')
    expect(decode(one(TextOrEmpty('t')), { x: ' ' }, 'json')).toEqual({ x: '' })
    expect(decode(one(VerbatimText('v')), { x: '' }, 'json')).toEqual({ x: '' })
    expect(decode(optional(Type.String()), { x: '' }, 'json')).toEqual({ x: '' })
  })

  it('refuses lists and objects', () => {
    expect(refusalOf(one(Type.String()), { x: ['a'] })).toMatch(/`x`.*text is expected/)
    expect(refusalOf(one(Type.String()), { x: {} })).toMatch(/`x`.*text is expected/)
  })

  it('refuses NUL and halves of surrogate pairs, also inside values without a schema', () => {
    expect(refusalOf(one(Type.String()), { x: 'a\0b' })).toMatch(/`x`.*NUL/)
    expect(refusalOf(one(Type.String()), { x: 'a\ud800' })).toMatch(/`x`.*Unicode/)
    expect(refusalOf(one(Type.Unknown()), { x: [{ y: 'a\0b' }] })).toMatch(/`x\[0\]\[y\]`.*NUL/)
    expect(refusalOf(one(Type.Unknown()), { x: { 'k\udc00': 1 } })).toMatch(/`x`.*Unicode/)
    expect(() => requireStorableText({ a: '\0' }, 'x')).toThrow(/`x\[a\]`/)
    expect(decode(one(Type.String()), { x: '😀' }, 'json')).toEqual({ x: '😀' })
  })

  it('counts characters, not code units', () => {
    const schema = one(Type.String({ minLength: 2, maxLength: 3 }))
    expect(decode(schema, { x: '😀😀😀' }, 'json')).toEqual({ x: '😀😀😀' })
    expect(refusalOf(schema, { x: 'abcd' })).toMatch(/at most 3/)
    expect(refusalOf(schema, { x: '😀' })).toMatch(/at least 2/)
  })

  it('knows dates', () => {
    const schema = one(IsoDate('d'))
    for (const sent of ['2024-05-06T07:08:09+02:00', '2024-05-06', '2024-05-06T07:08:09Z', '2024-05-06T07:08:09+0200'])
      expect(decode(schema, { x: sent }, 'json')).toEqual({ x: sent })
    for (const sent of ['2024-13-06', 'tomorrow', '06/05/2024'])
      expect(refusalOf(schema, { x: sent })).toMatch(/`x`.*ISO 8601/)
  })
})

describe('choices', () => {
  const schema = Type.Object({ x: Choice(['all', 'comments'], { description: 'c', default: 'all' }) })

  it('accepts a listed value and names the list otherwise', () => {
    expect(decode(schema, { x: 'comments' }, 'text')).toEqual({ x: 'comments' })
    expect(refusalOf(schema, { x: 'Comments' })).toMatch(/`x`.*"all", "comments"/)
    expect(refusalOf(schema, { x: ['all'] })).toMatch(/`x`/)
  })

  it('replaces an empty parameter by the default (artifacts.md §0.3)', () => {
    expect(decode(schema, { x: '' }, 'text')).toEqual({ x: 'all' })
    expect(decode(schema, {}, 'text')).toEqual({ x: 'all' })
    expect(refusalOf(one(Type.Enum(['a', 'b'])), { x: '' })).toBe('`x` is required')
  })

  it('reads numbers and unions of literals', () => {
    expect(decode(one(Type.Enum([1, 2])), { x: '2' }, 'text')).toEqual({ x: 2 })
    const union = one(Type.Union([Type.Literal('a'), Type.Literal(true)]))
    expect(decode(union, { x: 'true' }, 'xml')).toEqual({ x: true })
    expect(refusalOf(union, { x: 'c' })).toMatch(/"a", true/)
  })
})

describe('objects', () => {
  const entry = Type.Object({ field_id: Type.Integer(), value: Type.Optional(Type.Unknown()) })
  const body = Type.Object({
    values: Type.Array(entry),
    settings: Type.Optional(Type.Object({ rules: one(Type.Boolean()) })),
  })

  it('names nested members and reports the first fault only', () => {
    expect(refusalOf(body, { values: [{ field_id: 1 }, { value: 2 }, {}] })).toBe('`values[1][field_id]` is required')
    expect(refusalOf(body, { values: [], settings: { rules: { x: 'q' } } })).toMatch(/`settings\[rules\]\[x\]`/)
    expect(refusalOf(entry, {}, 'json', 'values[3]')).toBe('`values[3][field_id]` is required')
    expect(refusalOf(body, 'x')).toMatch(/`body`.*object is expected/)
    expect(refusalOf(body, { values: [null] })).toBe('`values[0]` is required')
  })

  it('drops members that the schema does not know, and leaves values without a schema untouched', () => {
    const value = { a: [' x ', { b: null }], c: '1' }
    expect(decode(body, { values: [{ field_id: 1, value, zzz: 1 }], other: 2 }, 'json')).toEqual({
      values: [{ field_id: 1, value }],
    })
    const open = Type.Object({ a: Type.Integer() }, { additionalProperties: true })
    expect(decode(open, { a: '1', b: ' x ' }, 'json')).toEqual({ a: 1, b: ' x ' })
  })

  it('distinguishes absent, null and default', () => {
    const schema = Type.Object({
      a: Type.Optional(Type.Integer()),
      b: Nullable(Type.Integer()),
      c: Type.Integer({ default: 7 }),
      d: Type.Array(Type.String(), { default: ['q'] }),
    })
    expect(decode(schema, { a: null, b: null, c: null }, 'json')).toEqual({ b: null, c: 7, d: ['q'] })
    expect(refusalOf(schema, {})).toBe('`b` is required')
    const first = decode(schema, { b: 1 }, 'json')
    first.d.push('r')
    expect(decode(schema, { b: 1 }, 'json').d).toEqual(['q'])
  })

  it('takes no member from a prototype and sets none', () => {
    const schema = Type.Object({ constructor: Type.Optional(Type.Unknown()), toString: Type.Optional(Type.Unknown()) })
    expect(Object.keys(decode(schema, {}, 'json'))).toEqual([])
    const map = Type.Record(Type.String(), Type.Unknown())
    const result = decode(map, JSON.parse('{"__proto__":{"polluted":1},"a":1}'), 'json')
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(result).toEqual({ a: 1 })
  })

  it('decodes maps and intersections', () => {
    const map = Type.Record(Type.String(), one(Type.Integer()))
    expect(decode(map, { k: { x: '1' } }, 'json')).toEqual({ k: { x: 1 } })
    expect(refusalOf(map, { k: { x: 'z' } })).toMatch(/`k\[x\]`/)
    const both = Type.Intersect([one(Type.Integer()), Type.Object({ y: Type.String() })])
    expect(decode(both, { x: '1', y: ' z ', w: 1 }, 'json')).toEqual({ x: 1, y: 'z' })
  })

  it('follows references of a schema to itself', () => {
    const tree = Type.Cyclic({ Node: Type.Object({ id: Type.Integer(), kids: Type.Array(Type.Ref('Node')) }) }, 'Node')
    expect(decode(tree, { id: '1', kids: [{ id: '2', kids: [] }] }, 'json')).toEqual({
      id: 1,
      kids: [{ id: 2, kids: [] }],
    })
    expect(refusalOf(tree, { id: 1, kids: [{ id: 'x', kids: [] }] })).toMatch(/`kids\[0\]\[id\]`/)
  })
})

describe('lists', () => {
  it('accepts an object as PHP sends one, and an empty list for an empty object', () => {
    expect(decode(one(Type.Array(Type.Integer())), { x: { 0: '1', 1: 2 } }, 'json')).toEqual({ x: [1, 2] })
    expect(decode(one(Type.Object({ a: Type.Optional(Type.String()) })), { x: [] }, 'json')).toEqual({ x: {} })
    expect(refusalOf(one(Type.Object({})), { x: [1] })).toMatch(/object is expected/)
    expect(refusalOf(one(Type.Array(Type.Integer())), { x: 1 })).toMatch(/`x`.*list is expected/)
  })

  it('takes 10,000 elements and names the wrong one', () => {
    const many: unknown[] = Array.from({ length: 10_000 }, (_, index) => index)
    expect(decode(one(Type.Array(Type.Integer())), { x: many }, 'json').x).toHaveLength(10_000)
    many[9_999] = 'z'
    expect(refusalOf(one(Type.Array(Type.Integer())), { x: many })).toMatch(/`x\[9999\]`/)
    expect(refusalOf(one(Type.Array(Type.Integer(), { maxItems: 50 })), { x: many })).toMatch(/at most 50 elements/)
    expect(refusalOf(one(Type.Array(Type.Integer(), { minItems: 1 })), { x: [] })).toMatch(/at least 1 element /)
  })

  it('knows tuples, unique elements and lists that are empty objects', () => {
    expect(decode(Type.Tuple([Type.Integer(), Type.String()]), ['1', ' a'], 'json')).toEqual([1, 'a'])
    expect(refusalOf(one(Type.Array(Type.Integer(), { uniqueItems: true })), { x: [1, '1'] })).toMatch(/differ/)
    const either = one(EmptyArrayOrObject(Type.Integer({ description: 'n' }), 'd'))
    expect(decode(either, { x: [] }, 'json')).toEqual({ x: [] })
    expect(decode(either, { x: { a: '1' } }, 'json')).toEqual({ x: { a: 1 } })
  })
})

describe('unions', () => {
  const value = Type.Union([
    Type.Integer(),
    Type.String(),
    Type.Array(Type.Integer()),
    Type.Object({ content: Type.String() }),
  ])

  it('gives a JSON value to the variant of its own type', () => {
    for (const sent of [12, '12', [1, 2], { content: 'x' }])
      expect(decode(one(value), { x: sent }, 'json')).toEqual({ x: sent })
    expect(decode(one(value), { x: 1.5 }, 'json')).toEqual({ x: '1.5' })
  })

  it('gives text from XML and forms to the first variant that can read it', () => {
    expect(decode(one(value), { x: '12' }, 'xml')).toEqual({ x: 12 })
    expect(decode(one(value), { x: 'a' }, 'text')).toEqual({ x: 'a' })
    expect(decode(one(Type.Union([Type.String(), Type.Integer()])), { x: '12' }, 'xml')).toEqual({ x: '12' })
  })

  it('reports the fault of the variant that got furthest', () => {
    expect(refusalOf(one(value), { x: [1, 'z'] })).toMatch(/`x\[1\]`.*integer/)
    expect(refusalOf(one(value), { x: {} })).toBe('`x[content]` is required')
  })
})

describe('values from XML (xml.md §3.1)', () => {
  it('reads text by what the schema wants', () => {
    const schema = Type.Object({
      text: Type.String(),
      number: Type.Integer(),
      flag: Type.Boolean(),
      list: Type.Array(Type.Integer()),
      note: Type.String({ allowEmpty: true }),
      limit: Nullable(Type.Integer()),
      gone: Type.Optional(Type.Integer()),
      open: Type.Unknown(),
    })
    const sent = {
      text: '007',
      number: ' 12',
      flag: 'false',
      list: '',
      note: '',
      limit: '',
      gone: '',
      open: { a: '1' },
    }
    expect(decode(schema, sent, 'xml')).toEqual({
      text: '007',
      number: 12,
      flag: false,
      list: [],
      note: '',
      limit: null,
      open: { a: '1' },
    })
  })

  it('treats an empty element as a missing value if the type has no empty value', () => {
    expect(refusalOf(one(Type.Integer()), { x: '' }, 'xml')).toBe('`x` is required')
    expect(refusalOf(one(one(Type.Integer())), { x: '' }, 'xml')).toBe('`x` is required')
  })

  it('makes no list of an object: only <item> makes one', () => {
    expect(refusalOf(one(Type.Array(Type.Unknown())), { x: { 0: 'a', b: 'c' } }, 'xml')).toMatch(
      /`x`.*list is expected/,
    )
    expect(refusalOf(one(Type.Array(Type.Integer())), { x: [''] }, 'xml')).toMatch(/`x\[0\]`/)
  })
})
