import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Tracker } from '../model/tracker.ts'
import { fieldRef, hasField, valueRef } from './elements.ts'

const NONE_VALUE_ID = 100

export const exportRules = (tracker: Tracker): XmlElement => {
  const isWhole = (rule: { readonly sourceFieldId: number; readonly targetFieldId: number }): boolean =>
    hasField(tracker, rule.sourceFieldId) && hasField(tracker, rule.targetFieldId)
  const value = (name: string, id: number): XmlElement =>
    id === NONE_VALUE_ID ? { name, attributes: { is_none: '1' } } : valueRef(name, id)
  return {
    name: 'rules',
    children: [
      {
        name: 'date_rules',
        children: tracker.dateRules.filter(isWhole).map(rule => ({
          name: 'rule',
          children: [
            fieldRef('source_field', rule.sourceFieldId),
            fieldRef('target_field', rule.targetFieldId),
            { name: 'comparator', attributes: { type: rule.comparator } },
          ],
        })),
      },
      {
        name: 'list_rules',
        children: tracker.listRules.filter(isWhole).map(rule => ({
          name: 'rule',
          children: [
            fieldRef('source_field', rule.sourceFieldId),
            fieldRef('target_field', rule.targetFieldId),
            value('source_value', rule.sourceValueId),
            value('target_value', rule.targetValueId),
          ],
        })),
      },
    ],
  }
}
