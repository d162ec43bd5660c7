import { Type } from 'typebox'
import { Invalid } from '../../../platform/errors.ts'
import { Nullable } from '../../../platform/http/schemas/schema.ts'
import { isObject } from '../../../platform/json-object.ts'
import { childrenNamed, type XmlNode } from '../../../platform/xml/node.ts'
import { plainDescription } from '../description-parts.ts'
import {
  defineFieldType,
  type ImportContext,
  type LinkTarget,
  type ParseContext,
  type ParseFault,
  type ParseResult,
  type ReverseLinks,
  type StoredLink,
  type ValueEntry,
} from '../field-type.ts'
import type { Field } from '../field.ts'
import { countProperty, fieldChange, settingsAsProperties, valueElement } from '../field-xml.ts'
import { fault, listIn, wrongForm } from '../parsing.ts'
import { quoted, wireId } from '../wire-id.ts'
import { warnOfUnknown } from '../xml-properties.ts'

type LinkValue = readonly StoredLink[]

const IS_CHILD = '_is_child'
const EDIT_REVERSE = 'can_edit_reverse_links'

const linkId = Type.Integer({ description: 'Id of the artifact at the other end.' })

const LinkReference = Type.Object(
  {
    type: Nullable(Type.String({ description: 'Short name of the type of the link.' }), {
      description: 'Null or "": untyped.',
    }),
    id: linkId,
    uri: Type.String({ description: 'Resource of that artifact.' }),
    tracker: Type.Object({}, { additionalProperties: true, description: 'Its tracker, with the project.' }),
  },
  { description: 'A link.' },
)

/** Links to other artifacts. fields.md §3.9, artifacts.md §6 */
export const art_link = defineFieldType<LinkValue>({
  type: 'art_link',
  family: 'writable',
  settings: Type.Object(
    { [EDIT_REVERSE]: Type.Integer({ default: 1, description: '1: the form offers links from others too.' }) },
    { description: 'How the form behaves.' },
  ),
  input: Type.Object({
    links: Type.Optional(
      Type.Array(
        Type.Object(
          { id: linkId, type: Type.Optional(Type.String({ description: 'Type; untyped when left out.' })) },
          { description: 'A forward link.' },
        ),
        { description: 'All forward links.' },
      ),
    ),
    parent: Type.Optional(
      Type.Object({ id: linkId }, { description: 'The artifact that gets a link of the type _is_child to this one.' }),
    ),
    all_links: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: linkId,
            direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')], {
              description: 'forward: from this artifact; reverse: towards it.',
            }),
            type: Type.String({ description: 'Type; "" = untyped.' }),
          },
          { description: 'A link.' },
        ),
        { description: 'All links of both directions; not together with the other keys.' },
      ),
    ),
  }),
  output: Type.Object({
    links: Type.Array(LinkReference, { description: 'Links from this artifact.' }),
    reverse_links: Type.Array(LinkReference, { description: 'Links from others to this artifact.' }),
  }),
  isByField: false,
  needs: ['links'],

  parse: (entry, field, context) => parseLinks(entry, field, context),
  toEntry: (links = []) => ({ links }),
  defaultValue: () => undefined,
  // Links to the artifact satisfy a required field too, but they are not part of this value. The check of required fields loads them
  // (§3.9).
  isEmpty: value => value === undefined || value.length === 0,
  same: (before = [], after = []) => sameLinks(before, after),

  // Queries search the table of links instead.
  index: () => [],
  searchText: () => undefined,
  plainText: value => (value ?? []).map(({ id }) => `#${id}`).join(', '),

  represent: (_value, _field, context) => ({ links: context.forwardLinks, reverse_links: context.reverseLinks }),
  flat: () => undefined,
  toNamed: (_value, _field, context) =>
    context.forwardLinks.map(({ id, type }) => ({ artifact_id: id, type: type ?? '' })),
  describe: ({ settings }, context) =>
    plainDescription(
      null,
      { [EDIT_REVERSE]: settings[EDIT_REVERSE] ?? 1 },
      { allowed_types: context.allowedLinkTypes() },
    ),

  importSettings: (properties, warn) => {
    warnOfUnknown(properties, [EDIT_REVERSE], warn)
    return { [EDIT_REVERSE]: countProperty(properties, EDIT_REVERSE, 1, warn) }
  },
  exportSettings: ({ settings }) => settingsAsProperties(settings, { [EDIT_REVERSE]: 1 }),
  xmlChangeType: 'art_link',
  importValue: (change, field, context) => importLinks(change, field, context),
  exportValue: (value, field, context) =>
    fieldChange(
      field,
      'art_link',
      value
        .filter(({ id }) => context.isArtifact(id))
        .map(({ id, type }) => valueElement(String(id), type === '' ? undefined : { nature: type })),
    ),
})

const sameLinks = (before: LinkValue, after: LinkValue): boolean => {
  if (before.length !== after.length) return false
  const types = typesOf(before)
  return after.every(({ id, type }) => types.get(id) === type)
}

const typesOf = (links: LinkValue): Map<number, string> => new Map(links.map(({ id, type }) => [id, type]))

/** Existing links keep their position and take their new type; new links follow in the order written. */
const inWrittenOrder = (current: LinkValue, wanted: ReadonlyMap<number, string>): StoredLink[] => {
  const known = new Set(current.map(({ id }) => id))
  const kept = current.flatMap(({ id }): StoredLink[] => {
    const type = wanted.get(id)
    return type === undefined ? [] : [{ id, type }]
  })
  const added = [...wanted].filter(([id]) => !known.has(id))
  return [...kept, ...added.map(([id, type]) => ({ id, type }))]
}

/** The links that an entry requests, in one form for all its keys. */
interface RequestedLinks {
  /** Link types by id of the target; undefined: the forward links stay unchanged. */
  readonly forward: ReadonlyMap<number, string> | undefined
  readonly reverse: ReadonlyMap<number, string>
  readonly isComplete: boolean
}

const parseLinks = async (entry: ValueEntry, field: Field, context: ParseContext): Promise<ParseResult<LinkValue>> => {
  const requested = parseRequestedLinks(entry, field)
  if ('fault' in requested) return requested
  const current = (context.current as LinkValue | undefined) ?? []

  // One look-up for all artifacts that matter: wanted targets, and current targets that the entry may remove.
  const ids = new Set<number>(requested.reverse.keys())
  if (requested.forward) {
    for (const id of requested.forward.keys()) ids.add(id)
    for (const { id } of current) ids.add(id)
  }
  ids.delete(Infinity)
  const targets = ids.size > 0 ? await context.findLinkTargets([...ids]) : new Map<number, LinkTarget>()

  const refusal = requested.forward && forwardFault(requested.forward, current, targets, field, context)
  if (refusal) return refusal
  const reverseLinks = await requestedReverseLinks(requested, targets, field, context)

  const value = requested.forward ? replaceVisible(current, requested.forward, targets) : current
  return reverseLinks ? { value, reverseLinks } : { value }
}

const FORMS = '{"links": [{"id", "type"}, …]}, {"parent": {"id"}} or {"all_links": [{"id", "direction", "type"}, …]}'

const parseRequestedLinks = (entry: ValueEntry, field: Field): RequestedLinks | ParseFault => {
  const links: unknown = entry.links ?? undefined
  const allLinks: unknown = entry.all_links ?? undefined
  const parent = entry.parent ?? undefined
  if (allLinks !== undefined && (links !== undefined || parent !== undefined))
    return fault(field, 'all_links says everything: neither links nor parent can go with it.')
  if (allLinks !== undefined) return readAllLinks(allLinks, field)
  if (links === undefined && parent === undefined) return wrongForm(field, FORMS)

  let forward: Map<number, string> | undefined
  if (links !== undefined) {
    const list = listIn(links)
    if (!list) return wrongForm(field, FORMS)
    forward = new Map()
    for (const link of list) {
      const id = isObject(link) ? wireId(link['id']) : undefined
      if (!isObject(link) || id === undefined)
        return fault(field, `a link needs the id of an artifact: ${quoted(link)}.`)
      forward.set(id, typeof link['type'] === 'string' ? link['type'] : '')
    }
  }

  const reverse = new Map<number, string>()
  if (parent !== undefined) {
    const id = isObject(parent) ? wireId(parent['id']) : undefined
    if (id === undefined) return fault(field, `parent needs the id of an artifact: ${quoted(parent)}.`)
    reverse.set(id, IS_CHILD)
  }
  return { forward, reverse, isComplete: false }
}

const readAllLinks = (sent: unknown, field: Field): RequestedLinks | ParseFault => {
  const list = listIn(sent)
  if (!list) return wrongForm(field, FORMS)
  const forward = new Map<number, string>()
  const reverse = new Map<number, string>()
  for (const link of list) {
    const { id: sentId, direction, type } = isObject(link) ? link : {}
    const id = wireId(sentId)
    if (id === undefined || id < 1) return fault(field, `a link needs the id of an artifact: ${quoted(link)}.`)
    if (direction !== 'forward' && direction !== 'reverse')
      return fault(field, `the direction of a link is forward or reverse, not ${quoted(direction)}.`)
    if (typeof type !== 'string') return fault(field, `the type of a link is a text, not ${quoted(type)}.`)
    const links = direction === 'forward' ? forward : reverse
    links.set(id, type)
  }
  return { forward, reverse, isComplete: true }
}

const shownId = (id: number): string => (id === Infinity ? 'of that number' : String(id))

const isUsableType = (type: string, context: ParseContext): boolean =>
  type === '' || context.linkTypes().get(type)?.isSystem === false

/** Every fault of the forward links. An existing link is not checked again. */
const forwardFault = (
  wanted: ReadonlyMap<number, string>,
  current: LinkValue,
  targets: ReadonlyMap<number, LinkTarget>,
  field: Field,
  context: ParseContext,
): ParseFault | undefined => {
  const types = typesOf(current)
  const faults: string[] = []
  for (const [id, type] of wanted) {
    if (types.get(id) === type) continue
    const target = targets.get(id)
    // An artifact that the requester cannot see gets the same fault as one that does not exist.
    if (!target?.canView) faults.push(`there is no artifact ${shownId(id)} to link to`)
    else if (!target.isProjectActive) faults.push(`artifact ${id} belongs to a project that is not active`)
    else if (!isUsableType(type, context)) faults.push(`links of the type ${quoted(type)} cannot be made here`)
  }
  return faults.length > 0 ? fault(field, `${[...new Set(faults)].join('; ')}.`, 'link.target') : undefined
}

/** Compares only links that the requester sees; the others stay (artifacts.md §6). Links to inactive projects are visible to no user. */
const replaceVisible = (
  current: LinkValue,
  wanted: ReadonlyMap<number, string>,
  targets: ReadonlyMap<number, LinkTarget>,
): StoredLink[] => {
  const all = new Map(wanted)
  for (const { id, type } of current) {
    const target = targets.get(id)
    const isShown = target?.canView === true && target.isProjectActive
    if (!isShown && !all.has(id)) all.set(id, type)
  }
  return inWrittenOrder(current, all)
}

const requestedReverseLinks = async (
  requested: RequestedLinks,
  targets: ReadonlyMap<number, LinkTarget>,
  field: Field,
  context: ParseContext,
): Promise<ReverseLinks | undefined> => {
  if (requested.reverse.size === 0 && !requested.isComplete) return undefined
  let existing: ReadonlyMap<number, string> | undefined
  for (const [id, type] of requested.reverse) {
    const target = targets.get(id)
    const refusal =
      id === context.artifactId
        ? 'an artifact cannot be its own parent, or link to itself in reverse'
        : !target?.canView
          ? `there is no artifact ${shownId(id)} that could link here`
          : !target.isProjectActive
            ? `artifact ${id} belongs to a project that is not active`
            : !target.hasLinkField
              ? `artifact ${id} cannot link here: its tracker has no field for links`
              : isUsableType(type, context)
                ? undefined
                : `links of the type ${quoted(type)} cannot be made here`
    if (refusal === undefined) continue
    existing ??= typesOf(await context.findReverseLinks())
    if (existing.get(id) !== type) throw refusedReverse(field, refusal)
  }
  return { wanted: [...requested.reverse].map(([id, type]) => ({ id, type })), isComplete: requested.isComplete }
}

/** The message is for the user, unlike the faults of entries (artifacts.md §6). */
const refusedReverse = (field: Field, sentence: string): Invalid => {
  const { fault: text } = fault(field, `${sentence}.`)
  return new Invalid(text, { localised: text, reason: 'link.target', field_id: field.id, name: field.name })
}

const importLinks = (change: XmlNode, field: Field, context: ImportContext): LinkValue => {
  const wanted = new Map<number, string>()
  for (const node of childrenNamed(change, 'value')) {
    const key = node.text.trim()
    if (key === '') continue
    const id = context.findArtifact(key)
    if (id === undefined) {
      context.warn(
        node,
        `Field ${field.name} links to ${quoted(key)}, which is not in the archive; the link is left out.`,
      )
      continue
    }
    const type = node.attributes['nature'] ?? ''
    const isKnown = type === '' || context.hasLinkType(type)
    if (!isKnown)
      context.warn(node, `Field ${field.name}: there are no links of the type ${quoted(type)}; untyped it is.`)
    wanted.set(id, isKnown ? type : '')
  }
  return inWrittenOrder((context.current as LinkValue | undefined) ?? [], wanted)
}
