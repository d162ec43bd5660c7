import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import type {
  ArtifactFacts,
  DescribeContext,
  ExportContext,
  Field,
  FieldType,
  ImportContext,
  NamedContext,
  ParseContext,
  ParseResult,
  RepresentContext,
  StoredFile,
  ValueEntry,
} from '../src/modules/fields/index.ts'
import { renderText, settingsWithDefaults } from '../src/modules/fields/index.ts'
import type { MinimalUserGroup } from '../src/modules/projects/index.ts'
import { isoDates } from '../src/modules/settings/iso-dates.ts'
import { anonymous, type User } from '../src/modules/users/index.ts'
import { Refusal } from '../src/platform/errors.ts'
import type { XmlElement, XmlNode } from '../src/platform/xml/node.ts'
import { parseXml } from '../src/platform/xml/parse-xml.ts'
import { writeXml } from '../src/platform/xml/write-xml.ts'

/** A field to try a type with, and what may happen to it. */
export interface FieldSample {
  /** Properties of the field that differ from the defaults of its type. */
  readonly field?: Partial<Field>
  /** Entries that are taken, and what is stored for each. None for kinds that cannot be written. */
  readonly accepted: readonly { readonly entry: ValueEntry; readonly stored: unknown; readonly current?: unknown }[]
  /** Entries that get a fault. */
  readonly refused: readonly ValueEntry[]
  /** More values as they may be stored, for reading and for archives. */
  readonly stored?: readonly unknown[]
  /** Settings as stored that must survive an archive. */
  readonly settings?: readonly Readonly<Record<string, unknown>>[]
  /** Kinds that answer something although nothing is stored. */
  readonly isAlwaysShown?: boolean
  /** Kinds that have a value although nothing is stored: required or not, they are filled. */
  readonly isNeverEmpty?: boolean
  /** Properties of the contexts in addition to `contractWorld`. */
  readonly parse?: Partial<ParseContext>
  readonly represent?: Partial<RepresentContext>
  readonly describe?: Partial<DescribeContext>
  readonly import?: Partial<ImportContext>
  readonly export?: Partial<ExportContext>
}

export const TIMEZONE = 'Europe/Paris'
export const NOW = new Date('2024-05-06T07:08:09Z')

export const ann: User = {
  id: 101,
  login: 'ann',
  realName: 'Ann',
  email: 'ann@example.org',
  ldapId: '',
  status: 'A',
  language: '',
  timezone: null,
  nameStyle: 'real-name-and-login',
}
export const ben: User = { ...ann, id: 102, login: 'ben', realName: 'Ben', email: 'ben@example.org' }
const people = [ann, ben]

export const sampleGroup = (id: number): MinimalUserGroup => {
  const wire = id > 100 ? String(id) : id === 3 || id === 4 ? `101_${id}` : String(id)
  const name = ['', 'anonymous', 'registered', 'project_members', 'project_admins'][id] ?? `group_${id}`
  return {
    id: wire,
    uri: `user_groups/${wire}`,
    label: name,
    users_uri: `user_groups/${wire}/users`,
    short_name: name,
    key: name,
  }
}
const groupIds = [2, 3, 4, 105]

const sampleFile = (id: number): StoredFile => ({
  id,
  name: `file-${id}.txt`,
  size: 12,
  type: 'text/plain',
  description: '',
  submittedBy: 101,
})

const sampleUser = (id: number, email?: string | null) => {
  const user = people.find(each => each.id === id)
  return {
    id: user?.id ?? null,
    uri: user ? `users/${user.id}` : null,
    user_url: user ? `/users/${user.login}` : null,
    real_name: user?.realName ?? null,
    display_name: user ? `${user.realName} (${user.login})` : (email ?? 'Anonymous user'),
    username: user?.login ?? null,
    ldap_id: user?.ldapId ?? null,
    avatar_url: 'https://crocus.example/avatar.png',
    is_anonymous: !user,
    has_avatar: false,
    email: user?.email ?? email ?? null,
    status: user?.status ?? null,
  }
}

export const artifactFacts: ArtifactFacts = {
  id: 12,
  number: 3,
  submittedBy: 101,
  submittedByEmail: null,
  submittedOn: new Date('2024-01-02T03:04:05Z'),
  updatedBy: 102,
  updatedByEmail: null,
  updatedOn: new Date('2024-02-03T04:05:06Z'),
}

const dates = isoDates(TIMEZONE)

export const parseContext = (sample: FieldSample, more: Partial<ParseContext> = {}): ParseContext => {
  let nextId = 1000
  return {
    viewer: { ...anonymous, userId: 101, login: 'ann', isAnonymous: false },
    operation: 'update',
    now: NOW,
    timezone: TIMEZONE,
    defaultTextFormat: 'commonmark',
    current: undefined,
    artifactId: 12,
    findUser: async by =>
      people.find(
        user =>
          ('id' in by && by.id === user.id) ||
          ('login' in by && by.login === user.login) ||
          ('email' in by && by.email === user.email),
      ),
    isBoundUser: async (_field, userId) => people.some(user => user.id === userId),
    findUserGroup: async reference =>
      groupIds.find(id => [String(id), sampleGroup(id).id, sampleGroup(id).short_name].includes(String(reference))),
    openValueIds: async (field, labels) => {
      const known = field.bind?.type === 'static' ? field.bind.openValues : []
      return new Map(labels.map(label => [label, known.find(value => value.label === label)?.id ?? nextId++]))
    },
    findAttachableFiles: async (_field, ids) =>
      new Map(ids.filter(id => id >= 40 && id < 50).map(id => [id, sampleFile(id)])),
    isFileOfOtherField: () => false,
    findLinkTargets: async ids =>
      new Map(
        ids
          .filter(id => id >= 100 && id < 200)
          .map(id => [id, { id, trackerId: 7, canView: true, isProjectActive: true, hasLinkField: true }]),
      ),
    linkTypes: () =>
      new Map([
        ['', { isSystem: false }],
        ['_is_child', { isSystem: false }],
        ['_covered_by', { isSystem: true }],
      ]),
    findReverseLinks: async () => [],
    nextStepIds: async count => Array.from({ length: count }, () => nextId++),
    ...sample.parse,
    ...more,
  }
}

export const representContext = (sample: FieldSample): RepresentContext => ({
  artifact: artifactFacts,
  rank: 40,
  isoDate: at => dates.isoDate(at),
  isoDay: day => dates.isoDay(day),
  fullUser: sampleUser,
  userGroup: sampleGroup,
  renderText: (content, format) =>
    renderText(content, format, (keyword, value) => (keyword === 'art' ? `/goto?key=art&val=${value}` : undefined)),
  forwardLinks: [],
  reverseLinks: [],
  crossReferences: [],
  computedSum: () => null,
  chart: () => ({}),
  ...sample.represent,
})

const namedContext = (sample: FieldSample): NamedContext => {
  const context = parseContext(sample)
  return {
    findPerson: async name =>
      ((await context.findUser({ login: name })) ?? (await context.findUser({ email: name })))?.id,
    findUserGroup: name => context.findUserGroup(name),
    defaultTextFormat: 'commonmark',
  }
}

const refusalOnly = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}

export const describeContext = (sample: FieldSample): DescribeContext => ({
  viewer: anonymous,
  now: NOW,
  timezone: TIMEZONE,
  defaultTextFormat: 'commonmark',
  fullUser: sampleUser,
  userGroup: sampleGroup,
  boundUsers: () => people,
  projectUserGroups: () => groupIds.map(sampleGroup),
  userReference: user => ({ id: user.id }),
  allowedLinkTypes: () => [],
  maxUploadSize: 1000,
  ...sample.describe,
})

/** Archives whose keys are the ids themselves. */
const importContext = (sample: FieldSample, warnings: string[]): ImportContext => {
  let nextId = 2000
  return {
    findBindValue: key => (/^V\d+$/.test(key) ? Number(key.slice(1)) : undefined),
    findUserByReference: node => people.find(user => user.login === node.text.trim())?.id,
    findUserGroup: name => groupIds.find(id => sampleGroup(id).short_name === name),
    findFile: key => (/^fileinfo_\d+$/.test(key) ? sampleFile(Number(key.slice(9))) : undefined),
    findArtifact: id => (/^1\d\d$/.test(id) ? Number(id) : undefined),
    findUser: by =>
      people.find(user => ('login' in by ? user.login === by.login : user.email === by.email))?.id ?? undefined,
    openValueId: (field, label) =>
      (field.bind?.type === 'static' ? field.bind.openValues.find(value => value.label === label)?.id : undefined) ??
      nextId++,
    hasLinkType: name => ['', '_is_child', '_covered_by'].includes(name),
    nextStepId: () => nextId++,
    current: undefined,
    warn: (_node, message) => void warnings.push(message),
    ...sample.import,
  }
}

const exportContext = (sample: FieldSample): ExportContext => ({
  isArtifact: () => true,
  userReference: id => ({
    name: 'value',
    attributes: { format: 'username' },
    text: people.find(user => user.id === id)?.login ?? 'None',
  }),
  userGroupName: id => sampleGroup(id).short_name,
  fileKey: id => `fileinfo_${id}`,
  ...sample.export,
})

export const sampleField = (type: FieldType, sample: FieldSample): Field => {
  const { settings, ...given } = sample.field ?? {}
  return {
    id: 21,
    trackerId: 7,
    projectId: 101,
    parentId: null,
    type: type.type,
    name: 'sample',
    label: 'Sample',
    description: '',
    rank: 1,
    isRequired: false,
    isUsed: true,
    hasNotifications: false,
    settings: settingsWithDefaults(type, settings ?? {}),
    bind: null,
    noneColorName: null,
    noneLegacyColor: null,
    permissions: { read: new Set([2]), submit: new Set([3]), update: new Set([3]) },
    ...given,
  }
}

const asStored = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const asNode = async (element: XmlElement): Promise<XmlNode> =>
  parseXml([Buffer.from(writeXml(element))], 'project.xml')

/** Members that the answer has and its schema does not declare. */
const undeclared = (schema: TSchema, value: unknown): unknown => {
  const cleaned: unknown = Value.Clean(schema, structuredClone(value))
  return JSON.stringify(cleaned) === JSON.stringify(value) ? undefined : value
}

const expectOfSchema = (schema: TSchema, value: unknown): void => {
  expect([...Value.Errors(schema, value)].map(error => `${error.instancePath} ${error.message}`)).toEqual([])
  expect(undeclared(schema, value)).toBeUndefined()
}

const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '9'.repeat(400),
  'text',
  'a\nb',
  'a\0b',
  '\ud800',
  '2024-13-45',
  '+275760-09-13T00:00:00Z',
  '0000-00-00',
  '\u{1F600}'.repeat(3),
  '<script>alert(1)</script>',
  [],
  [null],
  [[]],
  [{}],
  [[[]]],
  [true],
  [1.5],
  ['x', 1],
  [-1],
  [2 ** 60],
  ['9'.repeat(30)],
  {},
  { id: null },
  { id: {} },
  [{ id: 'x' }],
  [{ id: 1e300, type: 5, direction: 'sideways' }],
  [{ id: 150, type: '__proto__' }],
  { content: 5 },
  { content: 'x', format: {} },
  { content: '\0' },
  { granted_groups: 'x' },
  { granted_groups: [{}] },
  { granted_groups: [null, -5, 1e300] },
  { bind_value_objects: 'x' },
  { bind_value_objects: [null] },
  { bind_value_objects: [{ label: 5 }, { id: [] }] },
  { bind_value_objects: [{ label: '\ud800' }] },
  [{ description: 5 }],
  [{ description: '\ud800', description_format: 'text', expected_results: '', expected_results_format: 'text' }],
  { length: 3 },
  { __proto__: null, constructor: 'x', toString: 5 },
]
const members = [
  'value',
  'bind_value_ids',
  'links',
  'all_links',
  'parent',
  'is_autocomputed',
  'manual_value',
  'commonmark',
]

const oddEntries = function* (): Generator<ValueEntry> {
  yield {}
  for (const value of odd) {
    for (const member of members) yield { [member]: value }
    yield { value: 'text', bind_value_ids: value as never, commonmark: value }
    yield { links: value as never, all_links: value as never, parent: value }
    yield { is_autocomputed: false, manual_value: value }
  }
}

/** Stands in for `it` where this kind of field has no such behaviour. */
const unsupported = (_name: string, _test: () => unknown): void => undefined

/** The contract of every field type: it follows values from parsing to representation. */
export const fieldTypeContract = (type: FieldType, sample: FieldSample): void => {
  const field = sampleField(type, sample)
  const parse = (entry: ValueEntry, more: Partial<ParseContext> = {}): Promise<ParseResult<unknown>> =>
    Promise.resolve(type.parse(entry, field, parseContext(sample, more)))
  const stored = [...sample.accepted.map(each => each.stored), ...(sample.stored ?? [])].map(asStored)
  const takesValues = type.family === 'writable' || type.family === 'external'
  const told = (isTold: boolean): typeof it | typeof unsupported => (isTold ? it : unsupported)

  describe(`field type ${type.type}`, () => {
    it('keeps the settings that its schema declares', () => {
      expectOfSchema(type.settings, field.settings)
      for (const settings of sample.settings ?? []) expectOfSchema(type.settings, settings)
    })

    told(sample.refused.length > 0)('refuses wrong entries with a fault that names the field (§3)', async () => {
      for (const entry of sample.refused) {
        const parsed = await parse(entry)
        expect(parsed, JSON.stringify(entry)).toHaveProperty('fault')
        expect((parsed as { fault: string }).fault).toContain(field.label)
      }
    })

    told(sample.accepted.length > 0)('stores what entries say', async () => {
      for (const { entry, stored: expected, current } of sample.accepted) {
        const parsed = await parse(entry, { current })
        expect(parsed, JSON.stringify(entry)).toHaveProperty('value')
        expect((parsed as { value: unknown }).value, JSON.stringify(entry)).toEqual(expected)
      }
    })

    told(sample.accepted.length > 0)('stores plain JSON', () => {
      for (const { stored: value } of sample.accepted) expect(asStored(value)).toEqual(value)
    })

    it('agrees with itself about what is empty, the same and found', () => {
      expect(type.isEmpty(undefined)).toBe(sample.isNeverEmpty !== true)
      expect(type.same(undefined, undefined)).toBe(true)
      expect(type.plainText(undefined, field)).toBe('')
      for (const value of stored) {
        expect(type.same(value, asStored(value))).toBe(true)
        const numbers = type.index(value, field)
        expect(numbers.every(Number.isFinite)).toBe(true)
        const text = type.searchText(value, field)
        if (type.isEmpty(value)) {
          expect(numbers).toEqual([])
          expect(text).toBeUndefined()
        } else if (type.family === 'writable' && !sample.isNeverEmpty) expect(type.same(undefined, value)).toBe(false)
        if (text !== undefined) expect(text).not.toBe('')
        expect(typeof type.plainText(value, field)).toBe('string')
        for (const source of type.referenceTexts?.(value) ?? []) expect(typeof source).toBe('string')
      }
      const written = sample.accepted.map(each => each.stored)
      for (const [index, before] of written.entries())
        for (const after of written.slice(index + 1)) expect(type.same(before, after)).toBe(type.same(after, before))
    })

    it('shows no value that was never stored, unless it needs none', () => {
      const shown = type.represent(undefined, field, representContext(sample))
      if (sample.isAlwaysShown || (type.family === 'readOnly' && shown !== null)) expectOfSchema(type.output, shown)
      else expect(shown).toBeNull()
    })

    told(stored.length > 0)('shows values as its schema says', () => {
      for (const value of stored) {
        const shown = type.represent(value, field, representContext(sample))
        expect(shown).not.toBeNull()
        expectOfSchema(type.output, shown)
        const flat = type.flat(value, field, representContext(sample))
        expect(asStored(flat)).toEqual(flat)
      }
    })

    told(stored.length > 0 || type.family === 'readOnly')(
      'takes back what it showed, and nothing changes (§3.17)',
      async () => {
        const values = takesValues ? stored : [undefined]
        for (const value of values) {
          const shown = type.represent(value, field, representContext(sample))
          if (shown === null) continue
          const entry = { field_id: field.id, label: field.label, type: type.type, ...(asStored(shown) as object) }
          const parsed = await parse(entry, { current: value })
          expect(parsed, JSON.stringify(entry)).not.toHaveProperty('fault')
          if ('value' in parsed) expect(type.same(value, parsed.value), JSON.stringify(entry)).toBe(true)
        }
      },
    )

    told(takesValues && type.toEntry !== undefined)('stores the entry of a value as this value', async () => {
      for (const value of stored) {
        const entry = type.toEntry?.(value, field) ?? {}
        const parsed = await parse(asStored(entry) as ValueEntry, { current: value })
        expect(parsed, JSON.stringify(entry)).not.toHaveProperty('fault')
        if ('value' in parsed) expect(type.same(value, parsed.value), JSON.stringify(entry)).toBe(true)
      }
    })

    told(takesValues && type.fromNamed !== undefined)('takes back the value by names that it wrote', async () => {
      for (const value of stored) {
        // Without sums, as exports for imports write it.
        const context = { ...representContext(sample), computedSum: () => null }
        const named = asStored(type.toNamed?.(value, field, context))
        const entry = await type.fromNamed?.(named, field, namedContext(sample))
        expect(entry, JSON.stringify(named)).not.toHaveProperty('fault')
        const parsed = await parse(entry as ValueEntry, { current: value })
        expect(parsed, JSON.stringify(named)).not.toHaveProperty('fault')
        if ('value' in parsed) expect(type.same(value, parsed.value), JSON.stringify(named)).toBe(true)
      }
    })

    told(takesValues && type.fromNamed !== undefined)('survives any value by names', async () => {
      for (const named of odd) {
        const entry = await type.fromNamed?.(named ?? null, field, namedContext(sample))
        expect(entry, JSON.stringify(named)).toBeTypeOf('object')
        if (entry && !('fault' in entry)) await parse(entry).catch(refusalOnly)
      }
    })

    it('survives any entry without a failure of ours', async () => {
      for (const operation of ['create', 'update'] as const) {
        for (const entry of oddEntries()) {
          for (const byField of [false, true]) {
            if (byField && !type.parseByField) continue
            const context = parseContext(sample, { operation, current: stored[0] })
            let parsed: ParseResult<unknown> | undefined
            try {
              parsed = await (byField ? type.parseByField?.(entry, field, context) : type.parse(entry, field, context))
            } catch (error) {
              expect(error, JSON.stringify(entry)).toBeInstanceOf(Refusal)
              continue
            }
            if (!parsed) continue
            const outcome = JSON.stringify({ entry, ...parsed })
            if (!('value' in parsed)) {
              const fault = expect.stringContaining(field.label) as string
              expect(parsed, outcome).toEqual(
                'fault' in parsed ? { fault, reason: expect.any(String) as string } : { unchanged: true },
              )
              continue
            }
            expect(takesValues, outcome).toBe(true)
            expect(asStored(parsed.value), outcome).toEqual(parsed.value)
            // PostgreSQL takes neither in a document.
            expect(JSON.stringify(parsed.value), outcome).not.toMatch(/\\u0000|\\ud800/)
            expect(type.index(parsed.value, field).every(Number.isFinite), outcome).toBe(true)
            expectOfSchema(type.output, type.represent(parsed.value, field, representContext(sample)))
          }
        }
      }
    })

    it('has default values that it can store and show (artifacts.md §5)', () => {
      const values = [field.settings, ...(sample.settings ?? [])]
        .map(settings => type.defaultValue({ ...field, settings }, parseContext(sample, { operation: 'create' })))
        .filter(value => value !== undefined)
      if (values.length === 0) expect(field.settings).not.toHaveProperty('default_value')
      for (const value of values) {
        expect(asStored(value)).toEqual(value)
        expectOfSchema(type.output, type.represent(value, field, representContext(sample)))
      }
    })

    it('describes itself in plain JSON (§1)', () => {
      const description = type.describe(field, describeContext(sample))
      expect(asStored(description)).toEqual(description)
      expect(description.bindings.list).toBeInstanceOf(Array)
      for (const member of ['values', 'default_value', 'specific_properties'])
        expect(description).toHaveProperty(member)
    })

    it('writes settings into an archive and reads them again (import.md §5.2)', async () => {
      for (const settings of [field.settings, ...(sample.settings ?? [])]) {
        const attributes = type.exportSettings({ ...field, settings })
        const warnings: string[] = []
        const node = await asNode({ name: 'properties', attributes })
        expect(type.importSettings(node, message => warnings.push(message))).toEqual(settings)
        expect(warnings).toEqual([])
      }
      expectOfSchema(
        type.settings,
        type.importSettings(undefined, () => {}),
      )
    })

    told(stored.length > 0 && type.exportValue !== undefined)(
      'writes values into an archive and reads the same again (import.md §6.3)',
      async () => {
        for (const value of stored) {
          const element = type.exportValue?.(value, field, exportContext(sample))
          if (!element) continue
          const warnings: string[] = []
          const read = type.importValue?.(await asNode(element), field, importContext(sample, warnings))
          expect(warnings).toEqual([])
          expect(type.same(value, read), writeXml(element)).toBe(true)
        }
      },
    )

    told(type.importValue !== undefined)('reads any change of an archive without a failure of ours', async () => {
      const changes: XmlElement[] = odd.flatMap(value => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const values = [{ name: 'value', ...(text !== undefined && { text }) }]
        const attributes = { field_name: field.name, type: type.xmlChangeType ?? type.type }
        return [
          { name: 'field_change', attributes, children: [] },
          { name: 'field_change', attributes, children: values },
          { name: 'field_change', attributes, children: [...values, ...values] },
          ...['static', 'users', 'ugroups', 'odd'].map(bind => ({
            name: 'field_change',
            attributes: { ...attributes, bind, use_perm: '1' },
            children: values.map(each => ({ ...each, attributes: { format: 'id', ref: text, nature: text } })),
          })),
          {
            name: 'field_change',
            attributes,
            children: ['manual_value', 'is_autocomputed', 'step', 'ugroup'].map(name => ({ name, text: text ?? '' })),
          },
        ]
      })
      for (const change of changes) {
        const value = type.importValue?.(await asNode(change), field, importContext(sample, []))
        if (value === undefined) continue
        expect(asStored(value)).toEqual(value)
        expect(type.index(value, field).every(Number.isFinite)).toBe(true)
      }
    })
  })
}
