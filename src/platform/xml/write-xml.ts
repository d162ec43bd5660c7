import type { XmlElement } from './node.ts'

const INDENT = '  '
// What XML 1.0 cannot hold, not even as a character reference. Lone surrogates are no characters either.
// eslint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader turns a bare carriage return into a line feed, and in attributes every white space into a blank.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}
const escapeText = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>\r]/g, character => escapes[character] ?? character)
const escapeAttribute = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>"\r\n\t]/g, character => escapes[character] ?? character)

/**
 * A document as text: the same tree gives the same bytes, attributes in the order given, those that are undefined left out.
 * Elements with text are written without added white space, so that the text comes back as it was.
 */
export const writeXml = (root: XmlElement): string => {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n']
  writeElement(root, '', parts)
  return parts.join('')
}

const writeElement = (element: XmlElement, indent: string, parts: string[]): void => {
  parts.push(indent, '<', element.name)
  for (const [name, value] of Object.entries(element.attributes ?? {}))
    if (value !== undefined) parts.push(' ', name, '="', escapeAttribute(String(value)), '"')

  const text = escapeText(element.text ?? '')
  const children = element.children ?? []
  if (text === '' && children.length === 0) {
    parts.push('/>\n')
    return
  }
  parts.push('>', text)
  if (children.length > 0) {
    parts.push('\n')
    for (const child of children) writeElement(child, indent + INDENT, parts)
    parts.push(indent)
  }
  parts.push('</', element.name, '>\n')
}
