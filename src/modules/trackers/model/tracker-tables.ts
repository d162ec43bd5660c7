// Rows of the tables that describe trackers (jsonb members parsed, times left out).
import type { StoredReportView } from './report-view.ts'
import type { FieldRight, FieldTypeName, LegacyColor } from '../../fields/index.ts'
import type { DateRule, ListRule, TrackerPermission, Trigger, WorkflowAction } from './tracker.ts'

export interface TrackerRow {
  readonly id: number
  readonly project_id: number
  readonly name: string
  readonly item_name: string
  readonly description: string
  readonly color: string
  readonly parent_id: number | null
  readonly submit_instructions: string
  readonly browse_instructions: string
  readonly instantiate_for_new_projects: boolean
  readonly allow_copy: boolean
  readonly enable_email_gateway: boolean
  readonly log_priority_changes: boolean
  readonly notifications_level: number
  readonly is_displayed_in_new_dropdown: boolean
  readonly use_private_comments: boolean
  readonly enable_move_artifacts: boolean
  readonly should_send_event_in_notification: boolean
}

export interface FormElementRow {
  readonly id: number
  readonly tracker_id: number
  readonly parent_id: number | null
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly is_required: boolean
  readonly is_used: boolean
  readonly has_notifications: boolean
  readonly settings: Readonly<Record<string, unknown>>
  readonly bind_type: 'static' | 'users' | 'ugroups' | null
  readonly is_rank_alpha: boolean
  readonly bind_functions: readonly string[]
  readonly default_user_ids: readonly number[]
}

export interface BindValueRow {
  readonly id: number
  readonly field_id: number
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly is_hidden: boolean
  readonly is_default: boolean
  readonly color_name: string | null
  readonly legacy_color: LegacyColor | null
}

export interface GroupBindValueRow {
  readonly id: number
  readonly field_id: number
  readonly user_group_id: number
  readonly rank: number
  readonly is_hidden: boolean
  readonly is_default: boolean
}

export interface NoneDecoratorRow {
  readonly field_id: number
  readonly color_name: string | null
  readonly legacy_color: LegacyColor | null
}

export interface FieldPermissionRow {
  readonly field_id: number
  readonly user_group_id: number
  readonly permission: FieldRight
}

export interface TrackerPermissionRow {
  readonly tracker_id: number
  readonly user_group_id: number
  readonly permission: TrackerPermission
}

export interface SemanticRow {
  readonly tracker_id: number
  readonly type: string
  readonly definition: Readonly<Record<string, unknown>>
}

export interface DateRuleRow {
  readonly id: number
  readonly tracker_id: number
  readonly source_field_id: number
  readonly target_field_id: number
  readonly comparator: DateRule['comparator']
}

export interface ListRuleRow {
  readonly id: number
  readonly tracker_id: number
  readonly source_field_id: number
  readonly source_value_id: ListRule['sourceValueId']
  readonly target_field_id: number
  readonly target_value_id: number
}

export interface WorkflowRow {
  readonly tracker_id: number
  readonly field_id: number
  readonly is_used: boolean
  readonly is_legacy: boolean
  readonly is_advanced: boolean
}

export interface TransitionRow {
  readonly id: number
  readonly tracker_id: number
  readonly from_value_id: number | null
  readonly to_value_id: number
  readonly authorized_user_group_ids: readonly number[]
  readonly not_empty_field_ids: readonly number[]
  readonly is_comment_required: boolean
}

export interface ActionRow {
  readonly id: number
  readonly transition_id: number
  readonly type: WorkflowAction['type']
  readonly definition: Readonly<Record<string, unknown>>
}

export interface ReportRow {
  readonly id: number
  readonly tracker_id: number
  readonly name: string
  readonly description: string
  readonly is_default: boolean
  readonly is_query_displayed: boolean
  readonly is_in_expert_mode: boolean
  readonly expert_query: string
  readonly criteria: readonly CriterionRow[]
  readonly view: StoredReportView | null
}

export interface CriterionRow {
  readonly field_id: number
  readonly is_advanced: boolean
  readonly value: SavedCriterion
}

/** null = no condition; a selection of a static list; a text or number in the form of `query`; a criterion of `query` with its operator. */
export type SavedCriterion =
  | string
  | { readonly none: boolean; readonly value_ids: readonly number[] }
  | { readonly operator: string; readonly value: unknown }
  | null

export interface RendererRow {
  readonly id: number
  readonly report_id: number
  readonly type: string
  readonly name: string
  readonly description: string
  readonly rank: number
  readonly definition: RendererDefinition
}

export interface RendererDefinition {
  readonly chunk_size: number
  readonly multisort: boolean
  readonly columns: readonly { readonly field_id: number; readonly link_type?: string; readonly link_format?: string }[]
  readonly sort: readonly { readonly field_id: number }[]
}

export interface CannedResponseRow {
  readonly id: number
  readonly tracker_id: number
  readonly title: string
  readonly body: string
}

export interface WebhookRow {
  readonly id: number
  readonly tracker_id: number
  readonly url: string
}

/** Rows of every table that describes trackers, for reads and writes. */
export interface TrackerTables {
  readonly tracker: readonly TrackerRow[]
  readonly form_element: readonly FormElementRow[]
  readonly bind_value: readonly BindValueRow[]
  readonly group_bind_value: readonly GroupBindValueRow[]
  readonly none_decorator: readonly NoneDecoratorRow[]
  readonly field_permission: readonly FieldPermissionRow[]
  readonly tracker_permission: readonly TrackerPermissionRow[]
  readonly semantic: readonly SemanticRow[]
  readonly date_rule: readonly DateRuleRow[]
  readonly list_rule: readonly ListRuleRow[]
  readonly workflow: readonly WorkflowRow[]
  readonly workflow_transition: readonly TransitionRow[]
  readonly workflow_action: readonly ActionRow[]
  readonly report: readonly ReportRow[]
  readonly report_renderer: readonly RendererRow[]
  readonly canned_response: readonly CannedResponseRow[]
  readonly tracker_webhook: readonly WebhookRow[]
}

export interface OpenValueRow {
  readonly id: number
  readonly field_id: number
  readonly label: string
  readonly is_hidden: boolean
}

/** The rows from which the value `Tracker` is built. */
export interface LoadedRows extends Omit<
  TrackerTables,
  'tracker' | 'report' | 'report_renderer' | 'canned_response' | 'tracker_webhook'
> {
  readonly tracker: readonly (TrackerRow & { readonly deleted_at: string | null; readonly version: number })[]
  readonly open_value: readonly OpenValueRow[]
  readonly workflow_trigger: readonly LoadedTriggerRow[]
}

export interface LoadedTriggerRow {
  readonly id: number
  readonly target_tracker_id: number
  readonly target_field_id: number
  readonly target_value_id: number
  readonly direction: Trigger['direction']
  readonly condition: Trigger['condition']
  /** null if the last of their fields was deleted. */
  readonly sources:
    readonly { readonly tracker_id: number; readonly field_id: number; readonly value_id: number }[] | null
}

/** Parts of a tracker that only copies and exports need. */
export type ExtraRows = Pick<TrackerTables, 'report' | 'report_renderer' | 'canned_response' | 'tracker_webhook'>

/** Tables whose rows get ids, in the order of insertion. */
export type NumberedTable =
  | 'tracker'
  | 'form_element'
  | 'bind_value'
  | 'group_bind_value'
  | 'date_rule'
  | 'list_rule'
  | 'workflow_transition'
  | 'workflow_action'
  | 'report'
  | 'report_renderer'
  | 'canned_response'
  | 'tracker_webhook'

export type Ids = Readonly<Record<NumberedTable, readonly number[]>>
