import { Type } from 'typebox'
import { Nullable } from '../../platform/http/schemas/schema.ts'
import type { Bind, BindValue, Field } from './field.ts'
import type { DescribeContext, FieldDescription, NameLookup } from './field-type.ts'
import { ADMINS_GROUP, MEMBERS_GROUP, REGISTERED_GROUP } from '../projects/index.ts'
import { NONE_USER_ID } from '../users/index.ts'

/** Id of "None" in the API; a document stores the empty list. 0 means None too (fields.md §3.5). */
export const NONE_ID = NONE_USER_ID

const EMPTY: Bind = {
  type: 'static',
  isRankAlpha: false,
  values: [],
  byId: new Map(),
  openValues: [],
  openById: new Map(),
}

/** The bind of a list; a list without bind offers no values. */
export const bindOf = (field: Field): Bind => field.bind ?? EMPTY

// Values of binds live as long as the cached tracker, and every response that shows them shares one object per value.
const shapes = new WeakMap<BindValue, object>()

/** A value of a static bind inside an artifact (fields.md §3.6). Callers share the object and must not change it. */
export const representBindValue = (value: BindValue): object => {
  let shape = shapes.get(value)
  if (!shape) {
    const { id, label, legacyColor, colorName, isHidden } = value
    shape = Object.freeze({ id, label, color: legacyColor, tlp_color: colorName, is_hidden: isHidden })
    shapes.set(value, shape)
  }
  return shape
}

/** Displayed name of an account, in the form that the reader prefers. */
export const displayName = (user: object): string => (user as { display_name: string }).display_name

/** Label of a bound value, account or group; undefined if the bind has lost the value. */
export const labelOf = (bind: Bind, id: number, names: NameLookup | undefined): string | undefined => {
  if (bind.type === 'static') return bind.byId.get(id)?.label
  if (!names) return String(id)
  return bind.type === 'users' ? displayName(names.fullUser(id)) : names.userGroup(id).label
}

/** Ids that a new artifact gets if the client sends none. */
export const defaultIds = (field: Field): number[] => {
  const bind = bindOf(field)
  if (bind.type === 'users') return bind.defaultUserIds.filter(id => id !== NONE_ID && id !== 0)
  if (bind.type === 'static') return bind.values.filter(value => value.isDefault).map(value => value.id)
  return bind.values.filter(value => value.isDefault).map(value => value.groupId)
}

const isForEverybody = (functions: readonly string[]): boolean =>
  functions.some(name => name === `ugroup_${REGISTERED_GROUP}` || name === 'ugroup_1' || name === 'ugroup_5')

/** `values` of fields.md §4, for lists whose values are all known in advance. */
export const describeListValues = (field: Field, context: DescribeContext): unknown => {
  const bind = bindOf(field)
  if (bind.type === 'static') return describeStaticValues(bind.values)
  if (bind.type === 'ugroups')
    return bind.values
      .filter(value => !value.isHidden)
      .map(value => {
        const group = context.userGroup(value.groupId)
        return { id: value.id, label: group.label, ugroup_reference: group }
      })
  if (isForEverybody(bind.functions)) return []
  return context
    .boundUsers(field)
    .map(user => ({ id: user.id, label: user.login, user_reference: context.userReference(user) }))
}

export const describeStaticValues = (values: readonly BindValue[]): object[] =>
  values.map(value => ({
    id: value.id,
    label: value.label,
    is_hidden: value.isHidden,
    value_color: value.colorName ?? '',
  }))

/** `bindings` and `default_value` of a list (fields.md §1, §4). */
export const describeBind = (
  field: Field,
  defaults: readonly number[],
  context: DescribeContext,
): Pick<FieldDescription, 'bindings' | 'default_value'> => {
  const bind = bindOf(field)
  return {
    bindings: {
      type: bind.type,
      list: bind.type === 'users' ? bind.functions.map(name => describeFunction(name, context)) : [],
    },
    default_value: defaults.flatMap((id): object[] => {
      if (bind.type === 'users') return [context.fullUser(id)]
      if (bind.type === 'ugroups') return [context.userGroup(id)]
      const value = bind.byId.get(id)
      return value ? [{ id, label: value.label }] : []
    }),
  }
}

const describeFunction = (name: string, context: DescribeContext): { id: number; label: string } => {
  // Submitters and modifiers of artifacts are no group, so their id is 0.
  if (name === 'artifact_submitters') return { id: 0, label: 'Artifact submitters' }
  if (name === 'artifact_modifiers') return { id: 0, label: 'Artifact modifiers' }
  const id =
    name === 'group_members'
      ? MEMBERS_GROUP
      : name === 'group_admins'
        ? ADMINS_GROUP
        : Number(name.replace(/^ugroup_/, ''))
  return { id, label: context.userGroup(id).label }
}

/** Whether both lists have the same elements in any order. Neither list holds an element twice. */
export const sameSet = <Item>(before: readonly Item[], after: readonly Item[]): boolean =>
  before.length === after.length && (before.length === 0 || isSubset(before, after))

const isSubset = <Item>(before: readonly Item[], after: readonly Item[]): boolean => {
  const known = new Set(after)
  return before.every(item => known.has(item))
}

const color = Nullable(
  Type.Object({
    r: Type.Integer({ description: 'Red, 0 to 255.' }),
    g: Type.Integer({ description: 'Green, 0 to 255.' }),
    b: Type.Integer({ description: 'Blue, 0 to 255.' }),
  }),
  { description: 'Colour of old trackers; null when it has none or one of the palette.' },
)

export const StaticValue = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the value, to be sent in bind_value_ids.' }),
    label: Type.String({ description: 'Text of the value.' }),
    color,
    tlp_color: Nullable(Type.String({ description: 'Name of a colour of the palette.' }), {
      description: 'Null when it has none.',
    }),
    is_hidden: Type.Boolean({ description: 'Whether it is no longer offered.' }),
  },
  { description: 'A value of a static list.' },
)

/** projects.md §6 */
export const UserGroupShape = Type.Object(
  {
    id: Type.String({ description: 'REST id.' }),
    uri: Type.String({ description: 'Resource of the group.' }),
    label: Type.String({ description: 'Name for people.' }),
    users_uri: Type.String({ description: 'Resource of its members.' }),
    short_name: Type.String({ description: 'Name for programs.' }),
    key: Type.String({ description: 'Key of the label.' }),
  },
  { description: 'A user group.' },
)
