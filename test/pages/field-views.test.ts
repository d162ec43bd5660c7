// The views of the pages are held against the field types of the server: reading, copying, pasting and sending back.
import { createElement, type ComponentType, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldTypes, type DescribeContext, type Field, type FieldType } from '../../src/modules/fields/index.ts'
import { plainSamples } from '../field-samples.ts'
import {
  describeContext,
  parseContext,
  representContext,
  sampleField,
  type FieldSample,
} from '../field-type-contract.ts'
import { listSamples, listSamplesByBind } from '../list-samples.ts'

interface Value {
  readonly field_id: number
}
interface View {
  readonly type: string
  readonly Read: ComponentType<Readonly<Record<string, unknown>>>
  readonly Cell: ComponentType<Readonly<Record<string, unknown>>>
  readonly Edit?: unknown
  readonly entryOf: (value: Value, field: object) => Record<string, unknown>
  readonly isEmpty: (value: Value | undefined) => boolean
  readonly toText: (value: Value | undefined, field: object) => string
  readonly fromText: (text: string, field: object) => { readonly value: Value } | { readonly fault: string }
  readonly same: (one: Value | undefined, other: Value | undefined) => boolean
}

let viewOf: (type: string) => View
let Shell: ComponentType<{ readonly children: ReactNode }>

/** The text of HTML without its marks: cells show it. */
class TextOfHtml {
  parseFromString = (html: string) => ({ body: { textContent: html.replace(/<[^>]*>/g, '') } })
}

beforeAll(async () => {
  // The pages are compiled by a configuration of their own, which knows JSX and browsers: the compiler of the server must not follow.
  const page = async (path: string) => (await import(new URL(`../../web/${path}`, import.meta.url).href)) as never
  // The client of the API asks for the origin; the components take a window for a whole browser.
  vi.stubGlobal('window', { location: { origin: 'https://crocus.example' } })
  await page('api/api.ts')
  vi.unstubAllGlobals()
  vi.stubGlobal('DOMParser', TextOfHtml)
  ;({ viewOf } = await page('fields/registry.ts'))
  const { i18n } = await import('@lingui/core')
  const { I18nProvider } = await import('@lingui/react')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query')
  const client = new QueryClient()
  const { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } =
    await import('@tanstack/react-router')
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  Shell = ({ children }) =>
    createElement(RouterContextProvider, {
      router,
      children: createElement(I18nProvider, {
        i18n,
        children: createElement(QueryClientProvider, { client, children }),
      }),
    })
})

interface Case {
  readonly name: string
  readonly type: FieldType
  readonly sample: FieldSample
}

const caseOf = (name: string, typeName: string, sample: FieldSample): Case => {
  const type = fieldTypes.get(typeName as FieldType['type'])
  if (!type) throw new Error(`No field type ${typeName}`)
  return { name, type, sample }
}

const samples: Partial<Record<string, FieldSample>> = { ...plainSamples, ...listSamples }
const cases: readonly Case[] = [
  ...Object.entries(samples).map(([name, sample]) => caseOf(name, name, sample ?? { accepted: [], refused: [] })),
  ...(['static', 'users', 'ugroups'] as const).flatMap(bind => [
    caseOf(`sb of ${bind}`, 'sb', listSamplesByBind.single[bind]),
    caseOf(`cb of ${bind}`, 'cb', listSamplesByBind.multiple[bind]),
    caseOf(`tbl of ${bind}`, 'tbl', listSamplesByBind.open[bind]),
  ]),
].filter(({ type }) => type.family !== 'container' && type.family !== 'static')

const userReference: DescribeContext['userReference'] = user => ({
  id: user.id,
  uri: `users/${user.id}`,
  real_name: user.realName,
  username: user.login,
  avatar_url: '',
})

/** As `GET /trackers/{id}` describes the field. */
const described = ({ type, sample }: Case, field: Field): object => {
  const { extra, ...parts } = type.describe(
    field,
    describeContext({ ...sample, describe: { userReference, ...sample.describe } }),
  )
  return JSON.parse(
    JSON.stringify({
      field_id: field.id,
      label: field.label,
      name: field.name,
      type: field.type,
      required: false,
      permissions: ['read', 'update'],
      ...parts,
      ...extra,
    }),
  ) as object
}

/** Values of the sample as `GET /artifacts/{id}` shows them, with what is stored for each. */
const valuesOf = (
  { type, sample }: Case,
  field: Field,
): readonly { readonly stored: unknown; readonly value: Value }[] =>
  [undefined, ...sample.accepted.map(({ stored }) => stored), ...(sample.stored ?? [])].flatMap(stored => {
    const shown = type.represent(stored, field, representContext(sample))
    if (shown === null) return []
    const value = { field_id: field.id, label: field.label, type: type.type, ...shown }
    return [{ stored, value: JSON.parse(JSON.stringify(value)) as Value }]
  })

const scope = { projectId: 101, trackerId: 7, artifactId: 12 }
const show = (part: ComponentType<Readonly<Record<string, unknown>>>, props: object): string =>
  renderToStaticMarkup(createElement(Shell, { children: createElement(part, { scope, ...props }) }))

describe.each(cases)('the view of $name', each => {
  const { type, sample } = each
  const field = sampleField(type, sample)
  const fieldOfPage = described(each, field)
  const values = valuesOf(each, field)
  const view = (): View => viewOf(type.type)
  const isWritable = type.family === 'writable' || type.family === 'external'

  it('is registered under its type', () => {
    expect(view().type).toBe(type.type)
  })

  it('shows every value, and none at all, on a page and in a cell', () => {
    for (const value of [undefined, ...values.map(({ value: its }) => its)]) {
      const read = show(view().Read, { field: fieldOfPage, value })
      expect(read, JSON.stringify(value)).not.toBe('')
      show(view().Cell, { field: fieldOfPage, value })
    }
  })

  it('knows the same values as empty as the server', () => {
    expect(view().isEmpty(undefined)).toBe(true)
    if (!isWritable || sample.isNeverEmpty === true) return
    for (const { stored, value } of values)
      if (type.type !== 'art_link') expect(view().isEmpty(value), JSON.stringify(value)).toBe(type.isEmpty(stored))
  })

  it('calls values the same that the server calls the same', () => {
    expect(view().same(undefined, undefined)).toBe(true)
    for (const { stored: one, value } of values)
      for (const { stored: other, value: its } of values) {
        const isSame = view().same(value, its)
        expect(isSame, JSON.stringify([value, its])).toBe(view().same(its, value))
        if (
          isWritable &&
          type.type !== 'art_link' &&
          sample.isNeverEmpty !== true &&
          one !== undefined &&
          other !== undefined
        )
          expect(isSame, JSON.stringify([value, its])).toBe(type.same(one, other))
      }
  })

  it('sends back what it read, and nothing changes (fields.md §3.17)', async () => {
    if (!isWritable || !view().Edit) return expect(view().fromText('x', fieldOfPage)).toHaveProperty('fault')
    for (const { stored, value } of values) {
      const entry = JSON.parse(JSON.stringify(view().entryOf(value, fieldOfPage))) as Record<string, unknown>
      expect(entry['field_id']).toBe(field.id)
      const parsed = await type.parse(entry, field, parseContext(sample, { current: stored }))
      expect(parsed, JSON.stringify(entry)).not.toHaveProperty('fault')
      if ('value' in parsed) expect(type.same(stored, parsed.value), JSON.stringify({ stored, entry })).toBe(true)
    }
  })

  it('clears by an empty text', async () => {
    if (!isWritable || !view().Edit) return expect(view().isEmpty(undefined)).toBe(true)
    const cleared = view().fromText('', fieldOfPage)
    if ('fault' in cleared) return expect(cleared.fault).toContain('Sample')
    const entry = JSON.parse(JSON.stringify(view().entryOf(cleared.value, fieldOfPage))) as Record<string, unknown>
    const parsed = await type.parse(entry, field, parseContext(sample, { current: values.at(-1)?.stored }))
    expect(parsed, JSON.stringify(entry)).toHaveProperty('value')
    if (sample.isNeverEmpty !== true && 'value' in parsed) expect(type.isEmpty(parsed.value)).toBe(true)
  })

  it('pastes what it copied', async () => {
    if (!isWritable || !view().Edit) return expect(view().toText(undefined, fieldOfPage)).toBe('')
    for (const { stored, value } of values) {
      const text = view().toText(value, fieldOfPage)
      const pasted = view().fromText(text, fieldOfPage)
      if ('fault' in pasted) {
        // A fault is a sentence that names the field or the text.
        expect(pasted.fault, text).toMatch(/Sample|“/)
        continue
      }
      if (isPlainlyCopied(type.type)) expect(view().same(pasted.value, value), JSON.stringify([text, value])).toBe(true)
      const entry = JSON.parse(JSON.stringify(view().entryOf(pasted.value, fieldOfPage))) as Record<string, unknown>
      const parsed = await type.parse(entry, field, parseContext(sample, { current: stored }))
      expect(parsed, JSON.stringify(entry)).not.toHaveProperty('fault')
      if ('value' in parsed && isPlainlyCopied(type.type))
        expect(type.same(stored, parsed.value), JSON.stringify({ text, stored, entry })).toBe(true)
    }
  })
})

/** Blanks at the ends of one line are lost, a sum is pasted as a number, and an e-mail address in an open list may become an account. */
const isPlainlyCopied = (type: string): boolean => !['string', 'computed', 'tbl'].includes(type)

describe('values that the server does not list', () => {
  it('are shown by their label alone', () => {
    expect(viewOf('shared').Edit).toBeUndefined()
    expect(show(viewOf('shared').Read, { field: { label: 'Old', type: 'shared' }, value: undefined })).toMatch(/\w/)
  })
})
