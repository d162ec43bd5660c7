import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Tracker } from '../model/tracker.ts'
import type { CriterionRow, ExtraRows, ReportRow } from '../model/tracker-tables.ts'
import { fieldRef, hasField, optional, optionalText, textElement, valueRef } from './elements.ts'
import { fieldKey, reportKey } from './export-names.ts'

export const exportReport = (report: ReportRow, tracker: Tracker, extras: ExtraRows): XmlElement => ({
  name: 'report',
  attributes: {
    id: reportKey(report.id),
    is_default: report.is_default ? '1' : undefined,
    is_query_displayed: report.is_query_displayed ? undefined : '0',
    is_in_expert_mode: report.is_in_expert_mode ? '1' : undefined,
    expert_query: report.expert_query === '' ? undefined : report.expert_query,
  },
  children: [
    textElement('name', report.name),
    ...optionalText('description', report.description),
    {
      name: 'criterias',
      children: report.criteria
        .filter(criterion => hasField(tracker, criterion.field_id))
        .map((criterion, rank) => ({
          name: 'criteria',
          attributes: { rank, is_advanced: criterion.is_advanced ? '1' : undefined },
          children: [fieldRef('field', criterion.field_id), ...criterionValue(criterion.value)],
        })),
    },
    {
      name: 'renderers',
      children: extras.report_renderer
        .filter(renderer => renderer.report_id === report.id)
        .map((renderer, rank) => ({
          name: 'renderer',
          attributes: {
            ID: `R${renderer.id}`,
            type: renderer.type,
            rank,
            chunksz: renderer.definition.chunk_size,
            multisort: renderer.definition.multisort ? '1' : undefined,
          },
          children: [
            textElement('name', renderer.name),
            ...optionalText('description', renderer.description),
            {
              name: 'columns',
              children: renderer.definition.columns
                .filter(column => hasField(tracker, column.field_id))
                .map(column => ({
                  name: 'field',
                  attributes: {
                    REF: fieldKey(column.field_id),
                    'artlink-nature': column.link_type,
                    'artlink-nature-format': column.link_format,
                  },
                })),
            },
            ...optional(
              'sort',
              renderer.definition.sort
                .filter(sort => hasField(tracker, sort.field_id))
                .map(sort => fieldRef('field', sort.field_id)),
            ),
          ],
        })),
    },
  ],
})

const criterionValue = (value: CriterionRow['value']): XmlElement[] => {
  if (value === null) return []
  if (typeof value === 'string') return [{ name: 'criteria_value', attributes: { type: 'text' }, text: value }]
  // Archives have no form for operators (import.md §5.9): the criterion is exported without its value.
  if ('operator' in value) return []
  return [
    {
      name: 'criteria_value',
      attributes: { type: 'list' },
      children: [
        ...(value.none ? [{ name: 'none_value' }] : []),
        ...value.value_ids.map(id => valueRef('selected_value', id)),
      ],
    },
  ]
}
