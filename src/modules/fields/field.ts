import type { UserGroupId } from '../projects/index.ts'

/** Short names in the API and in archives (fields.md §2). The registry has one field type for each. */
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

/** Value of a user group bind. Its `id` comes from a separate sequence; clients write the group's REST id. */
export interface GroupBindValue {
  readonly id: number
  readonly groupId: UserGroupId
  readonly isHidden: boolean
  readonly isDefault: boolean
}

/** Value that a user typed into an open list. */
export interface OpenValue {
  readonly id: number
  readonly label: string
  readonly isHidden: boolean
}

/** The values that a list field offers. `values` has the order of display. */
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

/** A form element of a tracker: a field, container or static element with its configuration. */
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
  /** The settings, in the form of the type's `settings` schema, with defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly bind: Bind | null
  readonly noneColorName: string | null
  readonly noneLegacyColor: LegacyColor | null
  /** Granted groups by right. "update" implies reading; `canReadField` in fields.permissions.ts applies that rule. */
  readonly permissions: Readonly<Record<FieldRight, ReadonlySet<UserGroupId>>>
}
