import type { Queryable } from '../../../platform/db/db.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Tracker } from '../model/tracker.ts'
import type { ExtraRows } from '../model/tracker-tables.ts'
import { listExtras } from '../store/trackers.store.ts'
import { hasField, optional, optionalText, textElement, withoutUnused } from './elements.ts'
import type { TrackerExportContext } from './export-context.ts'
import { exportFormElements } from './export-form-elements.ts'
import { trackerKey } from './export-names.ts'
import { exportPermissions } from './export-permissions.ts'
import { exportReport } from './export-report.ts'
import { exportRules } from './export-rules.ts'
import { exportSemantics, exportTimeframe } from './export-semantics.ts'
import { exportWorkflow } from './export-workflow.ts'

/** The data for the archive beside the cached tracker. */
export interface TrackerExport {
  readonly tracker: Tracker
  readonly extras: ExtraRows
  /** `<artifact>` elements. */
  readonly artifacts: readonly XmlElement[]
}

/** Reports, canned responses and webhooks of all trackers of an archive, in one query. */
export const loadTrackerExtras = (db: Queryable, trackerIds: readonly number[]): Promise<ExtraRows> =>
  listExtras(db, trackerIds)

/**
 * `<tracker>` of a project archive (import.md §5, §13). Leaves out each reference to an element that is not exported, and attributes that
 * have their defaults.
 */
export const exportTracker = (
  { tracker: whole, extras, artifacts }: TrackerExport,
  context: TrackerExportContext,
): XmlElement => {
  const tracker = context.hasUnused === true ? whole : withoutUnused(whole)
  const { parentId } = tracker
  return {
    name: 'tracker',
    attributes: {
      id: trackerKey(tracker.id),
      parent_id: parentId !== null && context.isExported(parentId) ? trackerKey(parentId) : '0',
      ...settings(tracker, context),
    },
    children: [
      textElement('name', tracker.name),
      textElement('item_name', tracker.itemName),
      textElement('description', tracker.description),
      textElement('color', tracker.color),
      ...optionalText('submit_instructions', tracker.submitInstructions),
      ...optionalText('browse_instructions', tracker.browseInstructions),
      {
        name: 'cannedResponses',
        children: ofTracker(extras.canned_response, tracker).map(({ title, body }) => ({
          name: 'cannedResponse',
          children: [textElement('title', title), textElement('body', body)],
        })),
      },
      { name: 'formElements', children: exportFormElements(tracker, context) },
      { name: 'semantics', children: exportSemantics(tracker, context) },
      exportRules(tracker),
      {
        // A reader may create a report if this element is missing.
        name: 'reports',
        children: ofTracker(extras.report, tracker).map(report => exportReport(report, tracker, extras)),
      },
      ...exportWorkflow(tracker, context),
      ...optional(
        'webhooks',
        ofTracker(extras.tracker_webhook, tracker).map(({ url }) => ({ name: 'webhook', attributes: { url } })),
      ),
      { name: 'permissions', children: exportPermissions(tracker, context) },
      ...optional('artifacts', artifacts),
    ],
  }
}

const ofTracker = <Row extends { readonly tracker_id: number }>(rows: readonly Row[], tracker: Tracker): Row[] =>
  rows.filter(row => row.tracker_id === tracker.id)

/** Attributes that differ from their defaults. */
const settings = (tracker: Tracker, context: TrackerExportContext): Record<string, string | undefined> => {
  const flag = (value: boolean, byDefault = false): string | undefined =>
    value === byDefault ? undefined : value ? '1' : '0'
  const { title } = tracker.semantics
  // Events need both semantics in the tracker itself; without them a reader would refuse the archive.
  const canSendEvents =
    title !== undefined &&
    hasField(tracker, title.fieldId) &&
    exportTimeframe(tracker, context)?.[0]?.name === 'start_date_field'
  return {
    instantiate_for_new_projects: flag(tracker.instantiateForNewProjects),
    allow_copy: flag(tracker.allowCopy, true),
    enable_emailgateway: flag(tracker.enableEmailGateway),
    log_priority_changes: flag(tracker.logPriorityChanges),
    notifications_level: tracker.notificationsLevel === 0 ? undefined : String(tracker.notificationsLevel),
    is_displayed_in_new_dropdown: flag(tracker.isDisplayedInNewDropdown),
    use_private_comments: flag(tracker.usePrivateComments, true),
    enable_move_artifacts: flag(tracker.enableMoveArtifacts, true),
    should_send_event_in_notification: flag(tracker.shouldSendEventInNotification && canSendEvents),
  }
}
