import type { Readable } from 'node:stream'
import { isObject } from '../../../platform/json-object.ts'
import { MAX_ENTRIES, MAX_LINE_BYTES, type ImportOptions } from '../model/import.ts'
import { splitRecords, type RawRecord } from './split-records.ts'
import type {
  LineFault,
  SourceArtifact,
  SourceComment,
  SourceEntry,
  SourceFile,
  SourceLine,
  SourceLink,
} from './source-line.ts'
import { translator, type Translate } from './translate-values.ts'

type Json = Readonly<Record<string, unknown>>

/** Lines of exports of a project that are no artifacts. */
const OTHER_TYPES: ReadonlySet<unknown> = new Set(['begin', 'project', 'user', 'group', 'tracker', 'end'])
/** Lines that belong to the artifact before them. */
const PART_TYPES: ReadonlySet<unknown> = new Set(['changeset', 'file'])

/** The artifacts of a file of lines. An artifact takes the lines of its changesets and files that follow it. */
export async function* readNdjson(
  stream: Readable,
  options: ImportOptions,
  start: SourceLine['end'],
): AsyncGenerator<SourceLine> {
  const translate = translator(options)
  let current:
    { readonly line: number; end: SourceLine['end']; readonly json: Json; readonly parts: Json[] } | undefined
  const flush = function* (): Generator<SourceLine> {
    if (current)
      yield { line: current.line, end: current.end, artifact: artifactOf(current.json, current.parts, translate) }
    current = undefined
  }
  for await (const record of splitRecords(stream, { isSheet: false, maxBytes: MAX_LINE_BYTES, start })) {
    const json = parseLine(record)
    if ('fault' in json) {
      yield* flush()
      yield { line: record.line, end: record.end, artifact: json.fault }
    } else if (PART_TYPES.has(json.value['type']) && current && json.value['artifact'] === current.json['key']) {
      current.end = record.end
      if (current.parts.length <= MAX_ENTRIES) current.parts.push(json.value)
    } else if (OTHER_TYPES.has(json.value['type'])) {
      yield* flush()
    } else {
      yield* flush()
      current = { line: record.line, end: record.end, json: json.value, parts: [] }
    }
  }
  yield* flush()
}

const syntax = (text: string): LineFault => ({ column: null, reason: 'body.syntax', text })

export const faultOfRecord = ({ fault }: RawRecord): LineFault =>
  fault === 'size'
    ? { column: null, reason: 'limit.size', text: `A line holds at most ${MAX_LINE_BYTES} bytes.` }
    : syntax('The line is not valid UTF-8.')

const parseLine = (record: RawRecord): { readonly value: Json } | { readonly fault: LineFault } => {
  if (record.text === undefined) return { fault: faultOfRecord(record) }
  try {
    const value: unknown = JSON.parse(record.text)
    return isObject(value) ? { value } : { fault: syntax('The line is no JSON object.') }
  } catch {
    return { fault: syntax('The line is not valid JSON.') }
  }
}

/** Thrown while one line is read. */
class Malformed extends Error {
  readonly member: string
  constructor(member: string, expected: string) {
    super(`\`${member}\` must be ${expected}.`)
    this.member = member
  }
}

const artifactOf = (json: Json, parts: readonly Json[], translate: Translate): SourceArtifact | LineFault => {
  try {
    if (json['type'] !== 'artifact') throw new Malformed('type', '"artifact"')
    const changesets = [...listIn(json, 'changesets'), ...parts.filter(({ type }) => type === 'changeset')]
    const files = [...listIn(json, 'files'), ...parts.filter(({ type }) => type === 'file')]
    if (changesets.length > MAX_ENTRIES) throw new Malformed('changesets', `at most ${MAX_ENTRIES} changes`)
    const by = json['submitted_by']
    const on = json['submitted_on']
    // A creation has no comment: it becomes a change of its own.
    const comment = json['comment'] ? [{ by, on, comment: json['comment'] }] : []
    return {
      externalId: externalIdIn(json),
      tracker: textIn(json, 'tracker'),
      entries: [{ by, on, values: json['values'] }, ...comment, ...changesets].map(entry => entryOf(entry, translate)),
      files: files.map(fileOf),
      links: listIn(json, 'links').map(linkOf),
    }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return { column: error.member, reason: 'parameter.type', text: error.message }
  }
}

const textIn = (json: Json, member: string): string | null => {
  const value = json[member] ?? null
  if (value !== null && typeof value !== 'string') throw new Malformed(member, 'a text')
  return value
}

const externalIdIn = (json: Json): string | null => {
  const value = json['external_id'] ?? null
  const text = typeof value === 'number' ? String(value) : value
  if (text === null) return null
  if (typeof text !== 'string' || text === '' || text.length > 255)
    throw new Malformed('external_id', 'a text of 1 to 255 characters')
  return text
}

const listIn = (json: Json, member: string): Json[] => {
  const value = json[member] ?? []
  if (!Array.isArray(value) || !value.every(isObject)) throw new Malformed(member, 'a list of objects')
  return value
}

const entryOf = (json: Json, translate: Translate): SourceEntry => {
  const values = json['values'] ?? {}
  if (!isObject(values)) throw new Malformed('values', 'an object')
  return {
    by: textIn(json, 'by'),
    on: textIn(json, 'on'),
    values: translate(values),
    comment: commentOf(json['comment'] ?? null),
  }
}

const commentOf = (comment: unknown): SourceComment | null => {
  if (comment === null || comment === '') return null
  if (typeof comment === 'string') return { body: comment, format: 'commonmark', groups: null }
  if (!isObject(comment) || typeof comment['body'] !== 'string')
    throw new Malformed('comment', 'a text or {body, format}')
  const groups = comment['groups'] ?? null
  if (groups !== null && !(Array.isArray(groups) && groups.every(name => typeof name === 'string')))
    throw new Malformed('comment', 'a comment whose `groups` are a list of names')
  if (comment['body'] === '') return null
  return { body: comment['body'], format: textIn(comment, 'format') ?? 'commonmark', groups }
}

const fileOf = (json: Json): SourceFile => {
  const name = textIn(json, 'name')
  const url = textIn(json, 'url')
  const fileId = json['file_id'] ?? null
  if (name === null || name.trim() === '') throw new Malformed('files', 'a list of files with a `name`')
  if (fileId !== null && !Number.isSafeInteger(fileId)) throw new Malformed('file_id', 'a number')
  if ((url === null) === (fileId === null))
    throw new Malformed('files', 'a list of files with either `url` or `file_id`')
  return { name, url, fileId: fileId as number | null, field: textIn(json, 'field') }
}

const linkOf = (json: Json): SourceLink => {
  const externalId = externalIdIn(json)
  if (externalId === null) throw new Malformed('links', 'a list of links with an `external_id`')
  return { externalId, type: textIn(json, 'type') ?? '' }
}
