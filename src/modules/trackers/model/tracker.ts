import type { Field } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'

/**
 * Rights on a tracker (artifacts.md §1.1): all artifacts; artifacts assigned to or submitted by people of the group; the user's own
 * artifacts; administration.
 */
export type TrackerPermission = 'full' | 'assignee' | 'submitter' | 'submitter_only' | 'admin'

/** Meanings of fields for the tracker; only semantics with a known form (trackers.md §2). */
export interface Semantics {
  readonly title?: { readonly fieldId: number }
  readonly description?: { readonly fieldId: number }
  readonly status?: { readonly fieldId: number; readonly openValueIds: readonly number[] }
  readonly done?: { readonly closedValueIds: readonly number[] }
  readonly contributor?: { readonly fieldId: number }
  readonly initialEffort?: { readonly fieldId: number }
  readonly velocity?: { readonly fieldId: number }
  readonly tooltip?: { readonly fieldIds: readonly number[] }
  readonly timeframe?:
    | { readonly startDateFieldId: number; readonly durationFieldId: number }
    | { readonly startDateFieldId: number; readonly endDateFieldId: number }
    | { readonly impliedFromTrackerId: number }
  readonly progress?:
    { readonly totalEffortFieldId: number; readonly remainingEffortFieldId: number } | { readonly linkType: string }
  readonly cardFields?: { readonly fieldIds: readonly number[]; readonly backgroundColorFieldId: number | null }
}

/** Types of actions that later modules carry out. Such an action has no members of its own, and a transition has it once at the most. */
export const MODULE_ACTIONS = ['add_to_top_backlog'] as const
export type ModuleAction = (typeof MODULE_ACTIONS)[number]

export const isModuleAction = (type: string): type is ModuleAction =>
  (MODULE_ACTIONS as readonly string[]).includes(type)

export interface WorkflowAction {
  readonly id: number
  readonly type: 'set_field_value' | 'run_job' | 'frozen_fields' | 'hidden_fieldsets' | ModuleAction
  /** set_field_value: {field_id, field_type, value}; run_job: {job_url}; frozen_fields: {field_ids}; hidden_fieldsets: {fieldset_ids} */
  readonly definition: Readonly<Record<string, unknown>>
}

export interface WorkflowTransition {
  readonly id: number
  /** null = new artifact. */
  readonly fromValueId: number | null
  readonly toValueId: number
  readonly authorizedUserGroupIds: readonly UserGroupId[]
  readonly notEmptyFieldIds: readonly number[]
  readonly isCommentRequired: boolean
  readonly actions: readonly WorkflowAction[]
}

export interface Workflow {
  readonly fieldId: number
  readonly isUsed: boolean
  readonly isLegacy: boolean
  readonly isAdvanced: boolean
  readonly transitions: readonly WorkflowTransition[]
}

export interface DateRule {
  readonly sourceFieldId: number
  readonly targetFieldId: number
  readonly comparator: '<' | '≤' | '=' | '≥' | '>' | '≠'
}

export interface ListRule {
  readonly sourceFieldId: number
  /** 100 = None. */
  readonly sourceValueId: number
  readonly targetFieldId: number
  readonly targetValueId: number
}

/** A value of a list field of some tracker. */
export interface TriggerValue {
  readonly trackerId: number
  readonly fieldId: number
  readonly valueId: number
}

/** When artifacts reach one of the sources' values, their parents (`up`) or children (`down`) get the target value. */
export interface Trigger {
  readonly id: number
  /** up: the sources are values of children, the target is a value of their parent. down: the reverse. */
  readonly direction: 'up' | 'down'
  readonly condition: 'at_least_one' | 'all_of'
  readonly target: TriggerValue
  readonly sources: readonly TriggerValue[]
}

/** A tracker with its whole configuration; every process caches it. */
export interface Tracker {
  readonly id: number
  /** Increases with each change of the definition: writes compare it with the version that they were planned from. */
  readonly version: number
  readonly projectId: number
  readonly name: string
  readonly itemName: string
  readonly description: string
  readonly color: string
  readonly parentId: number | null
  readonly isDeleted: boolean
  readonly submitInstructions: string
  readonly browseInstructions: string
  readonly instantiateForNewProjects: boolean
  readonly allowCopy: boolean
  readonly enableEmailGateway: boolean
  readonly logPriorityChanges: boolean
  readonly notificationsLevel: number
  readonly isDisplayedInNewDropdown: boolean
  readonly usePrivateComments: boolean
  readonly enableMoveArtifacts: boolean
  readonly shouldSendEventInNotification: boolean
  /** Every form element, in form order: depth first by rank, containers before their content; unused elements included. */
  readonly fields: readonly Field[]
  readonly fieldById: ReadonlyMap<number, Field>
  /** Used elements by short name. */
  readonly fieldByName: ReadonlyMap<string, Field>
  readonly permissions: Readonly<Record<TrackerPermission, ReadonlySet<UserGroupId>>>
  readonly semantics: Semantics
  readonly workflow: Workflow | null
  readonly dateRules: readonly DateRule[]
  readonly listRules: readonly ListRule[]
  /** Triggers that its artifacts fire, and triggers that change its artifacts. */
  readonly triggers: readonly Trigger[]
}
