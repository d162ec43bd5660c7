import { describe, expect, it } from 'vitest'
import { Refusal } from '../../errors.ts'
import { bodyFormatOf, parseBody, parseForm, parseJson } from './body.ts'

const refusalOf = (action: () => unknown): { status: number; message: string } => {
  try {
    return { status: 200, message: JSON.stringify(action()) }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, message: error.message }
    throw error
  }
}

it('knows the content types of http.md §3 and refuses others with 403, naming them', () => {
  expect(bodyFormatOf(undefined)).toBe('json')
  expect(bodyFormatOf('application/json; charset=utf-8')).toBe('json')
  expect(bodyFormatOf('application/xml;charset=iso-8859-1')).toBe('xml')
  expect(bodyFormatOf('application/x-www-form-urlencoded')).toBe('form')
  for (const type of ['text/xml', 'text/json', 'multipart/form-data; boundary=x', 'Application/JSON', 'x'])
    expect(refusalOf(() => bodyFormatOf(type))).toMatchObject({
      status: 403,
      message: expect.stringContaining(type.split(';')[0] ?? '') as string,
    })
})

describe('JSON bodies', () => {
  it('are objects or lists; an empty body is no value', () => {
    expect(parseBody(Buffer.from('{"a":[1]}'), 'json')).toEqual({ a: [1] })
    expect(parseBody(Buffer.from('\ufeff[]'), 'json')).toEqual([])
    expect(parseBody(Buffer.alloc(0), 'json')).toBeUndefined()
    expect(parseBody(Buffer.from(' \n'), 'json')).toBeUndefined()
  })

  it.each(['null', '1', '"x"', 'true', '{', "{'a':1}", '{"a":1}}', '{"a":\u0000}', '[1,]', 'NaN'])(
    'refuse %j with 400',
    text => {
      expect(refusalOf(() => parseJson(text))).toMatchObject({
        status: 400,
        message: expect.stringContaining('malformed JSON') as string,
      })
    },
  )

  it('refuse bytes that are not UTF-8', () => {
    expect(refusalOf(() => parseBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'json'))).toMatchObject({
      status: 400,
    })
  })

  it('are nested no deeper than 100, brackets in texts not counted', () => {
    expect(refusalOf(() => parseJson('['.repeat(100) + ']'.repeat(100))).status).toBe(200)
    expect(refusalOf(() => parseJson('['.repeat(101) + ']'.repeat(101))).message).toMatch(/deeper than 100/)
    expect(refusalOf(() => parseJson(`${'{"a":'.repeat(2_000_000)}1${'}'.repeat(2_000_000)}`)).status).toBe(400)
    expect(parseJson(`{"a":"${'['.repeat(500)}\\"${'['.repeat(500)}"}`)).toHaveProperty('a')
  })

  it('lose members that would change a prototype, however they are spelt', () => {
    const value = parseJson('{"a":[{"__proto__":{"x":1},"b":2}],"\\u005f_proto__":{"y":1}}') as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['a'])
    expect(JSON.stringify(value)).toBe('{"a":[{"b":2}]}')
    const spelt = parseJson('{"__\\u0070roto__":{"y":1}}') as Record<string, unknown>
    expect(Object.hasOwn(spelt, '__proto__')).toBe(false)
  })
})

describe('forms and query strings', () => {
  it('decode names and values; the last of several equal names counts', () => {
    expect(parseForm('a=1&b=x+y%C3%A9&a=2&c&d=&e=%3D&&')).toEqual({ a: '2', b: 'x yé', c: '', d: '', e: '=' })
  })

  it('build lists and objects from brackets', () => {
    expect(parseForm('v[]=1&v[]=2&o[k]=3&o[l][m]=4&i[0]=5&i[1]=6&t[][a]=7&t[][a]=8')).toEqual({
      v: ['1', '2'],
      o: { k: '3', l: { m: '4' } },
      i: { 0: '5', 1: '6' },
      t: [{ a: '7' }, { a: '8' }],
    })
  })

  it('refuse broken percent-encoding, depth, too many parameters', () => {
    expect(refusalOf(() => parseForm('a=%zz'))).toMatchObject({
      status: 400,
      message: expect.stringContaining('`a`') as string,
    })
    expect(refusalOf(() => parseForm('%ff=1')).status).toBe(400)
    expect(refusalOf(() => parseForm(`a${'[b]'.repeat(200)}=1`)).status).toBe(400)
    expect(refusalOf(() => parseForm('a&'.repeat(100_001))).status).toBe(413)
  })

  it('number unnamed values after the named ones, in time that grows with their count only', () => {
    expect(parseForm('o[k]=1&o[]=2&o[]=3&o[5]=4&o[3]=5&o[]=6&o[]=7&o[]=8')).toEqual({
      o: { k: '1', 0: '2', 1: '3', 5: '4', 3: '5', 2: '6', 4: '7', 6: '8' },
    })
    const started = performance.now()
    parseForm(`o[k]=1${'&o[]=2'.repeat(90_000)}`)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('make no huge list from two parameters, and change no prototype', () => {
    expect(parseForm('v[]=1&v[4294967294]=2')).toEqual({ v: ['1'] })
    expect(parseForm('v[]=1&v[9999999][x]=2&v[length]=3')).toEqual({ v: ['1'] })
    const value = parseForm('__proto__[x]=1&a[__proto__][x]=1&constructor[prototype][x]=1')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

it('limits the number of values, and counts them before it parses', () => {
  const tooMany = { status: 413, message: 'the body has more than 200000 values' }
  for (const unit of ['1,', '[],', '{"a":1},'])
    expect(refusalOf(() => parseJson(`[${unit.repeat(200_001)}1]`))).toEqual(tooMany)
  expect(refusalOf(() => parseJson('['.repeat(5_000_000)))).toEqual({
    status: 400,
    message: 'malformed JSON: nested deeper than 100',
  })
  expect(parseJson(`["${',[{'.repeat(300_000)}"]`)).toHaveLength(1)
  const xml = Buffer.from(`<request>${'<a/>'.repeat(200_001)}</request>`)
  expect(refusalOf(() => parseBody(xml, 'xml')).status).toBe(413)
})
