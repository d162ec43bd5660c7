import { childrenNamed, type XmlElement, type XmlNode } from '../../platform/xml/node.ts'
import type { Field } from './field.ts'

type Warn = (message: string) => void

/** Builds a `<field_change>` of an archive (import.md §6.3). */
export const fieldChange = (
  field: Field,
  type: string,
  children: readonly XmlElement[],
  attributes: Readonly<Record<string, string | number | undefined>> = {},
): XmlElement => ({
  name: 'field_change',
  attributes: { field_name: field.name, type, ...attributes },
  children,
})

export const valueElement = (
  text: string,
  attributes?: Readonly<Record<string, string | number | undefined>>,
): XmlElement => ({ name: 'value', text, ...(attributes && { attributes }) })

/** The only `<value>` of a scalar; undefined if there is none, or if several values contradict each other. */
export const onlyValue = (change: XmlNode, warn: (message: string) => void): XmlNode | undefined => {
  const values = childrenNamed(change, 'value')
  if (values.length === 1) return values[0]
  warn(
    values.length === 0
      ? 'The value is missing; it is skipped.'
      : 'Several values for a field that takes one; skipped.',
  )
  return undefined
}

/** Reads a count from the properties of a field: maxchars, size, rows … */
export const countProperty = (properties: XmlNode | undefined, name: string, fallback: number, warn: Warn): number => {
  const text = properties?.attributes[name]?.trim()
  if (text === undefined || text === '') return fallback
  if (/^\d{1,9}$/.test(text)) return Number(text)
  warn(`Property ${name} is not a count ("${text.slice(0, 100)}"); ${fallback} is used.`)
  return fallback
}

export const textProperty = (properties: XmlNode | undefined, name: string, fallback = ''): string =>
  properties?.attributes[name] ?? fallback

/** Converts settings to attributes of `<properties>`, without the settings that have their default (import.md §13). */
export const settingsAsProperties = (
  settings: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, string | number>>,
): Record<string, string> => {
  const properties: Record<string, string> = {}
  for (const [name, fallback] of Object.entries(defaults)) {
    const value = settings[name]
    if ((typeof value === 'string' || typeof value === 'number') && String(value) !== String(fallback))
      properties[name] = String(value)
  }
  return properties
}
