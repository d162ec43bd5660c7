import type { UserGroupId } from '../projects/index.ts'

/** Short names on the wire and in archives (fields.md §2). The registry has one field type for each. */
export type FieldTypeName =
  | 'string'
  | 'text'
  | 'int'
  | 'float'
  | 'date'
  | 'sb'
  | 'rb'
  | 'msb'
  | 'cb'
  | 'tbl'
  | 'file'
  | 'art_link'
  | 'perm'
  | 'computed'
  | 'ttmstepdef'
  | 'ttmstepexec'
  | 'Encrypted'
  | 'aid'
  | 'atid'
  | 'subby'
  | 'subon'
  | 'luby'
  | 'lud'
  | 'cross'
  | 'burndown'
  | 'burnup'
  | 'priority'
  | 'fieldset'
  | 'column'
  | 'linebreak'
  | 'separator'
  | 'staticrichtext'

export interface LegacyColor {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** Value of a static bind. */
export interface BindValue {
  readonly id: number
  readonly label: string
  readonly description: string
  readonly isHidden: boolean
  readonly isDefault: boolean
  /** Palette name. */
  readonly colorName: string | null
  readonly legacyColor: LegacyColor | null
}

/** Value of a user group bind; `id` is of a sequence of its own, clients write the group's REST id. */
export interface GroupBindValue {
  readonly id: number
  readonly groupId: UserGroupId
  readonly isHidden: boolean
  readonly isDefault: boolean
}

/** Value that somebody typed into an open list. */
export interface OpenValue {
  readonly id: number
  readonly label: string
  readonly isHidden: boolean
}

/** What a list field draws from. `values` are in the order in which they are shown. */
export type Bind =
  | {
      readonly type: 'static'
      readonly isRankAlpha: boolean
      readonly values: readonly BindValue[]
      readonly byId: ReadonlyMap<number, BindValue>
      /** Open lists only. */
      readonly openValues: readonly OpenValue[]
      readonly openById: ReadonlyMap<number, OpenValue>
    }
  | {
      readonly type: 'users'
      /** group_members, group_admins, artifact_submitters, artifact_modifiers, ugroup_<n> */
      readonly functions: readonly string[]
      readonly defaultUserIds: readonly number[]
    }
  | {
      readonly type: 'ugroups'
      readonly values: readonly GroupBindValue[]
      readonly byGroupId: ReadonlyMap<UserGroupId, GroupBindValue>
    }

export type FieldRight = 'read' | 'submit' | 'update'

/** A form element of a tracker: field, container or static element, with all that is configured about it. */
export interface Field {
  readonly id: number
  readonly trackerId: number
  readonly projectId: number
  readonly parentId: number | null
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly isRequired: boolean
  readonly isUsed: boolean
  readonly hasNotifications: boolean
  /** Of the shape of the type's `settings` schema, defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly bind: Bind | null
  readonly noneColorName: string | null
  readonly noneLegacyColor: LegacyColor | null
  /** As granted, group by group. "update" implies reading; `canReadField` in fields.permissions.ts knows. */
  readonly permissions: Readonly<Record<FieldRight, ReadonlySet<UserGroupId>>>
}
