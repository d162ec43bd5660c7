import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Semantics, Tracker } from '../tracker.ts'
import { fieldRef, hasField, textElement, fieldsThere, valueRef } from './elements.ts'
import type { TrackerExportContext } from './export-context.ts'
import { trackerKey } from './export-names.ts'

/** Content of `<semantic type="…">` by type; undefined = there is nothing to say. */
const semanticContents: readonly (readonly [
  type: string,
  shortName: string,
  content: (semantics: Semantics, tracker: Tracker, context: TrackerExportContext) => readonly XmlElement[] | undefined,
])[] = [
  ['title', 'title', ({ title }, tracker) => title && ofField(tracker, title.fieldId)],
  ['description', 'description', ({ description }, tracker) => description && ofField(tracker, description.fieldId)],
  [
    'status',
    'status',
    ({ status }, tracker) =>
      status &&
      ofField(tracker, status.fieldId, {
        name: 'open_values',
        children: status.openValueIds.map(id => valueRef('open_value', id)),
      }),
  ],
  [
    'done',
    'done',
    // It is said of the values of the status.
    ({ done, status }, tracker) =>
      done && status && hasField(tracker, status.fieldId)
        ? [{ name: 'closed_values', children: done.closedValueIds.map(id => valueRef('closed_value', id)) }]
        : undefined,
  ],
  ['contributor', 'contributor', ({ contributor }, tracker) => contributor && ofField(tracker, contributor.fieldId)],
  [
    'initial_effort',
    'initial_effort',
    ({ initialEffort }, tracker) => initialEffort && ofField(tracker, initialEffort.fieldId),
  ],
  ['velocity', 'velocity', ({ velocity }, tracker) => velocity && ofField(tracker, velocity.fieldId)],
  [
    'tooltip',
    'tooltip',
    ({ tooltip }, tracker) => tooltip && fieldsThere(tracker, tooltip.fieldIds).map(id => fieldRef('field', id)),
  ],
  [
    'plugin_cardwall_card_fields',
    'card_fields',
    ({ cardFields }, tracker) =>
      cardFields && [
        ...fieldsThere(tracker, cardFields.fieldIds).map(id => fieldRef('field', id)),
        ...(cardFields.backgroundColorFieldId !== null && hasField(tracker, cardFields.backgroundColorFieldId)
          ? [fieldRef('background-color', cardFields.backgroundColorFieldId)]
          : []),
      ],
  ],
  ['timeframe', 'timeframe', (_semantics, tracker, context) => exportTimeframe(tracker, context)],
  ['progress', 'progress', ({ progress }, tracker) => progress && progressContent(progress, tracker)],
]

const ofField = (tracker: Tracker, fieldId: number, ...more: readonly XmlElement[]): XmlElement[] | undefined =>
  hasField(tracker, fieldId) ? [fieldRef('field', fieldId), ...more] : undefined

export const exportTimeframe = (tracker: Tracker, context: TrackerExportContext): readonly XmlElement[] | undefined => {
  const { timeframe: given } = tracker.semantics
  if (!given) return undefined
  if ('impliedFromTrackerId' in given)
    return context.isExported(given.impliedFromTrackerId)
      ? [{ name: 'inherited_from_tracker', attributes: { id: trackerKey(given.impliedFromTrackerId) } }]
      : undefined
  const [end, endFieldId] =
    'durationFieldId' in given
      ? (['duration_field', given.durationFieldId] as const)
      : (['end_date_field', given.endDateFieldId] as const)
  return hasField(tracker, given.startDateFieldId) && hasField(tracker, endFieldId)
    ? [fieldRef('start_date_field', given.startDateFieldId), fieldRef(end, endFieldId)]
    : undefined
}

const progressContent = (
  progress: NonNullable<Semantics['progress']>,
  tracker: Tracker,
): readonly XmlElement[] | undefined => {
  if ('linkType' in progress) return [{ name: 'artifact_link_type', attributes: { shortname: progress.linkType } }]
  const { totalEffortFieldId: total, remainingEffortFieldId: remaining } = progress
  return hasField(tracker, total) && hasField(tracker, remaining)
    ? [fieldRef('total_effort_field', total), fieldRef('remaining_effort_field', remaining)]
    : undefined
}

export const exportSemantics = (tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  semanticContents.flatMap(([type, shortName, contentOf]) => {
    const content = contentOf(tracker.semantics, tracker, context)
    return content
      ? [{ name: 'semantic', attributes: { type }, children: [textElement('shortname', shortName), ...content] }]
      : []
  })
