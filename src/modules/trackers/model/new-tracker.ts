import type { ReportView } from './report-view.ts'
import type { FieldTypeName, LegacyColor } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { DateRule, ModuleAction, TrackerPermission } from './tracker.ts'

/**
 * A name by which the parts of a `NewTracker` refer to each other before they have ids. Keys are opaque, case-sensitive, and chosen by the
 * caller (`F12` of an archive). Field keys are unique over all trackers of one call, and so are tracker keys and value keys (static values
 * and group values share one space). A reference to a key that is not in the call is a bug of the caller.
 */
export type Key = string

/** A whole tracker as one plain value. Imports, templates and the API pass it to `createTrackers`. */
export interface NewTracker {
  readonly key: Key
  readonly projectId: number
  readonly name: string
  readonly itemName: string
  readonly description: string
  /** Palette name with `-`. */
  readonly color: string
  readonly submitInstructions: string
  readonly browseInstructions: string
  readonly instantiateForNewProjects: boolean
  readonly allowCopy: boolean
  readonly enableEmailGateway: boolean
  readonly logPriorityChanges: boolean
  readonly notificationsLevel: 0 | 1 | 2
  readonly isDisplayedInNewDropdown: boolean
  readonly usePrivateComments: boolean
  readonly enableMoveArtifacts: boolean
  readonly shouldSendEventInNotification: boolean
  readonly cannedResponses: readonly { readonly title: string; readonly body: string }[]
  /** In the order of ids; `rank` gives the position in the form. */
  readonly elements: readonly NewFormElement[]
  readonly semantics: NewSemantics
  readonly dateRules: readonly NewDateRule[]
  readonly listRules: readonly NewListRule[]
  readonly workflow: NewWorkflow | null
  readonly reports: readonly NewReport[]
  readonly webhooks: readonly string[]
  /** Groups by right; a missing right is granted to no group. */
  readonly permissions: Readonly<Partial<Record<TrackerPermission, readonly UserGroupId[]>>>
}

/** Field, container or static element. */
export interface NewFormElement {
  readonly key: Key
  readonly type: FieldTypeName
  /** Unique in the tracker, including unused elements. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly isRequired: boolean
  readonly isUsed: boolean
  readonly hasNotifications: boolean
  /** In the form of the type's `importSettings`, or `{}` for its defaults. */
  readonly settings: Readonly<Record<string, unknown>>
  /** null for an element that is no list. A list without bind gets no values: give an empty static bind. */
  readonly bind: NewBind | null
  readonly noneColorName?: string | null
  readonly noneLegacyColor?: LegacyColor | null
  readonly permissions: {
    readonly read?: readonly UserGroupId[]
    readonly submit?: readonly UserGroupId[]
    readonly update?: readonly UserGroupId[]
  }
  /** Content of a container, in the order of ids. */
  readonly children: readonly NewFormElement[]
}

export type NewBind =
  | { readonly type: 'static'; readonly isRankAlpha: boolean; readonly values: readonly NewBindValue[] }
  | { readonly type: 'users'; readonly functions: readonly string[]; readonly defaultUserIds: readonly number[] }
  | { readonly type: 'ugroups'; readonly values: readonly NewGroupBindValue[] }

/** Values get ids, and are shown, in the order of their list. */
export interface NewBindValue {
  readonly key: Key
  readonly label: string
  readonly description: string
  readonly isHidden: boolean
  readonly isDefault: boolean
  readonly colorName: string | null
  readonly legacyColor: LegacyColor | null
}

export interface NewGroupBindValue {
  readonly key: Key
  readonly groupId: UserGroupId
  readonly isHidden: boolean
  readonly isDefault: boolean
}

/** `Semantics` of `tracker.ts`, with keys. */
export interface NewSemantics {
  readonly title?: { readonly field: Key }
  readonly description?: { readonly field: Key }
  readonly status?: { readonly field: Key; readonly openValues: readonly Key[] }
  readonly done?: { readonly closedValues: readonly Key[] }
  readonly contributor?: { readonly field: Key }
  readonly initialEffort?: { readonly field: Key }
  readonly velocity?: { readonly field: Key }
  readonly tooltip?: { readonly fields: readonly Key[] }
  readonly timeframe?:
    | { readonly startDateField: Key; readonly durationField: Key }
    | { readonly startDateField: Key; readonly endDateField: Key }
    /** A tracker of the same call. */
    | { readonly impliedFromTracker: Key }
  readonly progress?:
    { readonly totalEffortField: Key; readonly remainingEffortField: Key } | { readonly linkType: string }
  readonly cardFields?: { readonly fields: readonly Key[]; readonly backgroundColorField: Key | null }
}

export interface NewDateRule {
  readonly sourceField: Key
  readonly targetField: Key
  readonly comparator: DateRule['comparator']
}

/** A value key, or null for None. */
export interface NewListRule {
  readonly sourceField: Key
  readonly sourceValue: Key | null
  readonly targetField: Key
  readonly targetValue: Key | null
}

export interface NewWorkflow {
  readonly field: Key
  readonly isUsed: boolean
  readonly isLegacy: boolean
  readonly isAdvanced: boolean
  /** Each pair of values at most once. */
  readonly transitions: readonly NewTransition[]
}

export interface NewTransition {
  /** null = new artifact. */
  readonly fromValue: Key | null
  readonly toValue: Key
  readonly authorizedUserGroupIds: readonly UserGroupId[]
  readonly notEmptyFields: readonly Key[]
  readonly isCommentRequired: boolean
  readonly actions: readonly NewWorkflowAction[]
}

export type NewWorkflowAction =
  | {
      readonly type: 'set_field_value'
      readonly field: Key
      readonly fieldType: 'date' | 'int' | 'float'
      /** date: '' clears the date, 'current' is the day of the change. */
      readonly value: number | '' | 'current'
    }
  | { readonly type: 'run_job'; readonly jobUrl: string }
  | { readonly type: 'frozen_fields'; readonly fields: readonly Key[] }
  | { readonly type: 'hidden_fieldsets'; readonly fieldsets: readonly Key[] }
  | { readonly type: ModuleAction }

/** A public report. */
export interface NewReport {
  readonly key: Key
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly isQueryDisplayed: boolean
  readonly isInExpertMode: boolean
  readonly expertQuery: string
  /** In the order of their ranks. */
  readonly criteria: readonly NewCriterion[]
  readonly renderers: readonly NewTableRenderer[]
  /** Absent: the usual table. */
  readonly view?: ReportView<Key, Key>
}

export interface NewCriterion {
  readonly field: Key
  readonly isAdvanced: boolean
  readonly value:
    | string
    | { readonly none: boolean; readonly values: readonly Key[] }
    | { readonly operator: string; readonly value: unknown }
    | null
}

export interface NewTableRenderer {
  readonly key: Key
  readonly type: 'table'
  readonly name: string
  readonly description: string
  readonly chunkSize: number
  readonly isMultisort: boolean
  readonly columns: readonly { readonly field: Key; readonly linkType?: string; readonly linkFormat?: string }[]
  readonly sort: readonly { readonly field: Key }[]
}

/** The id of each key of the call. */
export interface CreatedTrackers {
  readonly trackerIds: ReadonlyMap<Key, number>
  readonly fieldIds: ReadonlyMap<Key, number>
  /** Static values. */
  readonly valueIds: ReadonlyMap<Key, number>
  readonly groupValues: ReadonlyMap<Key, { readonly id: number; readonly groupId: UserGroupId }>
  readonly reportIds: ReadonlyMap<Key, number>
  readonly rendererIds: ReadonlyMap<Key, number>
}

/** A rule by which artifacts set a value of their parents or children (import.md §5.8), with ids. */
export interface NewTrigger {
  readonly targetTrackerId: number
  readonly targetFieldId: number
  readonly targetValueId: number
  /** Default: up. */
  readonly direction?: 'up' | 'down'
  readonly condition: 'at_least_one' | 'all_of'
  readonly sources: readonly { readonly trackerId: number; readonly fieldId: number; readonly valueId: number }[]
}
