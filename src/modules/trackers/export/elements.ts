import type { XmlElement } from '../../../platform/xml/node.ts'
import type { Tracker } from '../tracker.ts'
import { fieldKey, valueKey } from './export-names.ts'

// The elements that an exported tracker is made of.

export const textElement = (name: string, text: string): XmlElement => ({ name, text })
export const optionalText = (name: string, text: string): XmlElement[] => (text === '' ? [] : [{ name, text }])
export const optional = (name: string, children: readonly XmlElement[]): XmlElement[] =>
  children.length === 0 ? [] : [{ name, children }]

export const refElement = (name: string, key: string): XmlElement => ({ name, attributes: { REF: key } })
export const fieldRef = (name: string, fieldId: number): XmlElement => refElement(name, fieldKey(fieldId))
export const valueRef = (name: string, valueId: number): XmlElement => refElement(name, valueKey(valueId))

// Only what is used is exported, and what is about it.

export const isUsed = (tracker: Tracker, fieldId: number): boolean => tracker.fieldById.get(fieldId)?.isUsed === true
export const usedFields = (tracker: Tracker, ids: readonly number[]): number[] => ids.filter(id => isUsed(tracker, id))
