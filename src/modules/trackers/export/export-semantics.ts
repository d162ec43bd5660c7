import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'
import { fieldRef, hasField, textElement, fieldsThere, valueRef } from './elements.ts'
import type { TrackerExportContext } from './export-context.ts'
import { trackerKey } from './export-names.ts'

/** Label and description of a semantic in an archive, in front of its content. */
interface SemanticWords {
  readonly label: string
  readonly description: string
}

/**
 * Content of `<semantic type="…">` by type; undefined omits the semantic. Readers with a grammar require short name (equal to the type),
 * label and description for the semantics with words here, and forbid them for the others.
 */
const semanticContents: readonly (readonly [
  type: string,
  words: SemanticWords | null,
  content: (semantics: Semantics, tracker: Tracker, context: TrackerExportContext) => readonly XmlElement[] | undefined,
])[] = [
  [
    'title',
    { label: 'Title', description: 'Field that holds the title of an artifact' },
    ({ title }, tracker) => title && ofField(tracker, title.fieldId),
  ],
  [
    'description',
    { label: 'Description', description: 'Field that holds the description of an artifact' },
    ({ description }, tracker) => description && ofField(tracker, description.fieldId),
  ],
  [
    'status',
    { label: 'Status', description: 'Field that holds the status of an artifact, and its values that mean open' },
    ({ status }, tracker) =>
      status &&
      ofField(tracker, status.fieldId, {
        name: 'open_values',
        children: status.openValueIds.map(id => valueRef('open_value', id)),
      }),
  ],
  [
    'done',
    { label: 'Done', description: 'Closed values of the status that mean done' },
    // The semantic refers to values of the status.
    ({ done, status }, tracker) =>
      done && status && hasField(tracker, status.fieldId)
        ? [{ name: 'closed_values', children: done.closedValueIds.map(id => valueRef('closed_value', id)) }]
        : undefined,
  ],
  [
    'contributor',
    { label: 'Contributor/assignee', description: 'Field that names who works on an artifact' },
    ({ contributor }, tracker) => contributor && ofField(tracker, contributor.fieldId),
  ],
  [
    'initial_effort',
    { label: 'Initial effort', description: 'Field that holds the initial effort of an artifact' },
    ({ initialEffort }, tracker) => initialEffort && ofField(tracker, initialEffort.fieldId),
  ],
  [
    'velocity',
    { label: 'Velocity', description: 'Field that holds the velocity of an artifact' },
    ({ velocity }, tracker) => velocity && ofField(tracker, velocity.fieldId),
  ],
  [
    'tooltip',
    null,
    ({ tooltip }, tracker) => tooltip && fieldsThere(tracker, tooltip.fieldIds).map(id => fieldRef('field', id)),
  ],
  [
    'plugin_cardwall_card_fields',
    null,
    ({ cardFields }, tracker) =>
      cardFields && [
        ...fieldsThere(tracker, cardFields.fieldIds).map(id => fieldRef('field', id)),
        ...(cardFields.backgroundColorFieldId !== null && hasField(tracker, cardFields.backgroundColorFieldId)
          ? [fieldRef('background-color', cardFields.backgroundColorFieldId)]
          : []),
      ],
  ],
  ['timeframe', null, (_semantics, tracker, context) => exportTimeframe(tracker, context)],
  ['progress', null, ({ progress }, tracker) => progress && progressContent(progress, tracker)],
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
  semanticContents.flatMap(([type, words, contentOf]) => {
    const content = contentOf(tracker.semantics, tracker, context)
    return content ? [{ name: 'semantic', attributes: { type }, children: [...wordsOf(type, words), ...content] }] : []
  })

const wordsOf = (type: string, words: SemanticWords | null): XmlElement[] =>
  words
    ? [textElement('shortname', type), textElement('label', words.label), textElement('description', words.description)]
    : []
