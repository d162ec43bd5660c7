import { Type } from 'typebox'
import { isObject } from '../../../platform/json-object.ts'
import { childrenNamed, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import { ADMINS_GROUP, isBuiltInGroup, wireIdOf, type UserGroupId } from '../../projects/index.ts'
import {
  defineFieldType,
  UNCHANGED,
  type ImportContext,
  type ParseContext,
  type ParseResult,
  type ValueEntry,
} from '../field-type.ts'
import type { Field } from '../field.ts'
import { fieldChange } from '../field-xml.ts'
import { sameSet } from '../list-bind.ts'
import { groupNameIn, groupsNamed, namesIn } from '../named-values.ts'
import { fault, listIn, wrongForm } from '../parsing.ts'
import { groupsQuery } from '../queries/list-query.ts'
import { quoted, wireBoolean, wireId } from '../wire-id.ts'
import { warnOfUnknown } from '../xml-properties.ts'

/** Groups that may see the artifact; [] for no restriction. */
type PermValue = readonly UserGroupId[]

/** The groups that may see the artifact. fields.md §3.10 */
export const perm = defineFieldType<PermValue>({
  type: 'perm',
  family: 'writable',
  settings: Type.Object({}, { description: 'Nothing to configure.' }),
  input: Type.Object({
    value: Type.Object(
      {
        granted_groups: Type.Array(
          Type.Union([Type.String({ description: 'REST id.' }), Type.Integer({ description: 'Number.' })], {
            description: 'A user group.',
          }),
          { description: 'The only groups that may see the artifact; [] lifts the restriction.' },
        ),
        is_used_by_default: Type.Optional(
          Type.Boolean({ description: 'True asks for a restriction: then there must be a group.' }),
        ),
      },
      { description: 'The complete restriction.' },
    ),
  }),
  output: Type.Object({
    granted_groups: Type.Array(Type.String({ description: 'Label.' }), { description: 'Labels of the groups.' }),
    granted_groups_ids: Type.Array(Type.String({ description: 'REST id.' }), { description: 'Ids of the groups.' }),
  }),
  isByField: false,

  parse: (entry, field, context) => parseGroups(entry, field, context),
  toEntry: (value = [], field) => ({ value: { granted_groups: value.map(id => wireIdOf(field.projectId, id)) } }),
  defaultValue: () => undefined,
  isEmpty: value => value === undefined || value.length === 0,
  // undefined (never restricted) equals [] (no longer restricted).
  same: (before = [], after = []) => sameSet(before, after),

  index: () => [],
  searchText: () => undefined,
  query: groupsQuery,
  plainText: (value, _field, names) =>
    (value ?? []).map(id => (names ? names.userGroup(id).label : String(id))).join(', '),

  represent: (value, _field, context) => {
    if (value === undefined) return null
    const groups = value.map(id => context.userGroup(id))
    return { granted_groups: groups.map(group => group.label), granted_groups_ids: groups.map(group => group.id) }
  },
  flat: () => undefined,
  toNamed: (value, _field, context) => (value ?? []).map(id => groupNameIn(context, id)),
  fromNamed: async (named, field, context) => {
    const names = namesIn(named)
    const groups = names && (await groupsNamed(names, field, context))
    if (!groups) return wrongForm(field, '["name of a user group", …]')
    return 'fault' in groups ? groups : { value: { granted_groups: groups } }
  },
  describe: (_field, context) => ({
    values: { is_used_by_default: false, ugroup_representations: context.projectUserGroups() },
    bindings: { type: null, list: [] },
    default_value: null,
    specific_properties: [],
  }),

  importSettings: (properties, warn) => {
    warnOfUnknown(properties, [], warn)
    return {}
  },
  exportSettings: () => ({}),
  xmlChangeType: 'permissions_on_artifact',
  importValue: (change, field, context) => importGroups(change, field, context),
  exportValue: (value, field, context) =>
    fieldChange(
      field,
      'permissions_on_artifact',
      value.map(id => ({ name: 'ugroup', attributes: { ugroup_name: context.userGroupName(id) } })),
      { use_perm: value.length > 0 ? '1' : '0' },
    ),
})

const parseGroups = async (entry: ValueEntry, field: Field, context: ParseContext): Promise<ParseResult<PermValue>> => {
  // An entry from a GET has no `value`: sent back, the entry changes nothing (fields.md §3.17).
  if (entry.value === undefined || entry.value === null) return UNCHANGED
  const sent = isObject(entry.value) ? listIn(entry.value['granted_groups']) : undefined
  if (!isObject(entry.value) || !sent) return wrongForm(field, '{"value": {"granted_groups": [id of a group, …]}}')
  if (sent.length === 0 && wireBoolean(entry.value['is_used_by_default']) === true)
    return fault(field, 'a restriction needs at least one user group.')

  const groups = new Set<UserGroupId>()
  const unknown: unknown[] = []
  for (const item of sent) {
    const reference = groupReference(item, field)
    const group = reference === undefined ? undefined : await context.findUserGroup(reference)
    if (group === undefined) unknown.push(item)
    else groups.add(group)
  }
  if (unknown.length > 0)
    return fault(field, `no such user group in the project: ${unknown.slice(0, 5).map(quoted).join(', ')}.`)
  return { value: [...groups] }
}

/** Reads a REST id; the bare number of a dynamic group means the group of the field's project. Names are not accepted. */
const groupReference = (item: unknown, field: Field): string | undefined => {
  const number = wireId(item)
  if (number === undefined) return typeof item === 'string' && /^\d+_\d+$/.test(item) ? item : undefined
  if (number === Infinity) return undefined
  return wireIdOf(field.projectId, number)
}

const importGroups = (change: XmlNode, field: Field, context: ImportContext): PermValue | undefined => {
  const isUsed = change.attributes['use_perm']
  if (isUsed !== undefined && !isTrue(isUsed)) return []
  const nodes = childrenNamed(change, 'ugroup')
  if (nodes.length === 0) {
    context.warn(change, `Field ${field.name} asks for a restriction to no group at all; it is skipped.`)
    return undefined
  }
  const groups = new Set<UserGroupId>()
  for (const node of nodes) {
    const group = importGroup(node, context)
    if (group === undefined)
      context.warn(node, `Field ${field.name} names a user group that does not exist; it is left out.`)
    else groups.add(group)
  }
  if (groups.size > 0) return [...groups]
  // None of the groups exists here. A skipped restriction would show the artifact to all users; administrators always see it.
  context.warn(change, `No user group of field ${field.name} exists; only administrators will see the artifact.`)
  return [ADMINS_GROUP]
}

const importGroup = (node: XmlNode, context: ImportContext): UserGroupId | undefined => {
  const name = node.attributes['ugroup_name']
  if (name !== undefined && name !== '') return context.findUserGroup(name)
  // Numbers above 100 are static groups of the platform that wrote the archive.
  const id = wireId(node.attributes['ugroup_id'])
  return id !== undefined && isBuiltInGroup(id) ? id : undefined
}
