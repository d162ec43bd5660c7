import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Tracker } from '../model/tracker.ts'
import { fieldKey, valueKey } from './export-names.ts'

// Builders for the elements of an exported tracker.

export const textElement = (name: string, text: string): XmlElement => ({ name, text })
export const optionalText = (name: string, text: string): XmlElement[] => (text === '' ? [] : [{ name, text }])
export const optional = (name: string, children: readonly XmlElement[]): XmlElement[] =>
  children.length === 0 ? [] : [{ name, children }]

export const refElement = (name: string, key: string): XmlElement => ({ name, attributes: { REF: key } })
export const fieldRef = (name: string, fieldId: number): XmlElement => refElement(name, fieldKey(fieldId))
export const valueRef = (name: string, valueId: number): XmlElement => refElement(name, valueKey(valueId))

// References to an element that is not exported are left out.

export const hasField = (tracker: Tracker, fieldId: number): boolean => tracker.fieldById.has(fieldId)
export const fieldsThere = (tracker: Tracker, ids: readonly number[]): number[] =>
  ids.filter(id => hasField(tracker, id))

/** The tracker without its unused elements; the content of an unused container takes the position of the container. */
export const withoutUnused = (tracker: Tracker): Tracker => {
  const used = (fieldId: number | null): boolean => fieldId === null || tracker.fieldById.get(fieldId)?.isUsed === true
  const place = (parentId: number | null): number | null =>
    used(parentId) ? parentId : place(tracker.fieldById.get(parentId ?? 0)?.parentId ?? null)
  const fields = tracker.fields
    .filter(field => field.isUsed)
    .map(field => (used(field.parentId) ? field : { ...field, parentId: place(field.parentId) }))
  return { ...tracker, fields, fieldById: new Map(fields.map(field => [field.id, field])) }
}
