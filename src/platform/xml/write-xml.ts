import type { StreamedElement, XmlElement } from './node.ts'

const INDENT = '  '
// Characters that XML 1.0 cannot hold, not even as a character reference. Lone surrogates are no characters either.
// eslint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser turns a bare carriage return into a line feed, and in attributes every white space into a blank.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}
const possible = (text: string, onLoss?: () => void): string => {
  const left = text.replace(IMPOSSIBLE, '')
  if (left.length < text.length) onLoss?.()
  return left
}
const escapeText = (text: string, onLoss?: () => void): string =>
  possible(text, onLoss).replace(/[&<>\r]/g, character => escapes[character] ?? character)
const escapeAttribute = (text: string, onLoss?: () => void): string =>
  possible(text, onLoss).replace(/[&<>"\r\n\t]/g, character => escapes[character] ?? character)

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/**
 * A document as text: the same tree gives the same bytes, attributes in the given order, undefined ones left out. Elements with text are
 * written without added white space, so that the text is read back unchanged.
 */
export const writeXml = (root: XmlElement): string => {
  const parts = [DECLARATION]
  writeElement(root, '', parts)
  return parts.join('')
}

const writeElement = (element: XmlElement, indent: string, parts: string[], onLoss?: () => void): void => {
  parts.push(indent, startTag(element, onLoss))
  const text = escapeText(element.text ?? '', onLoss)
  const children = element.children ?? []
  if (text === '' && children.length === 0) {
    parts.push('/>\n')
    return
  }
  parts.push('>', text)
  if (children.length > 0) {
    parts.push('\n')
    for (const child of children) writeElement(child, indent + INDENT, parts, onLoss)
    parts.push(indent)
  }
  parts.push('</', element.name, '>\n')
}

/** The start tag without the `>`. */
const startTag = (element: Pick<XmlElement, 'name' | 'attributes'>, onLoss?: () => void): string => {
  let tag = `<${element.name}`
  for (const [name, value] of Object.entries(element.attributes ?? {}))
    if (value !== undefined) tag += ` ${name}="${escapeAttribute(String(value), onLoss)}"`
  return tag
}

/** Characters of a chunk: large enough to be worth a step of the consumer. */
const CHUNK_CHARS = 64 * 1024

/**
 * `writeXml` in chunks, for a document that is never in memory as a whole: the same bytes. `onLoss` is called for each text with
 * characters that XML cannot hold.
 */
export async function* streamXml(
  root: StreamedElement,
  options: { readonly onLoss?: () => void } = {},
): AsyncGenerator<Buffer, void, undefined> {
  let portion: string[] = []
  let length = 0
  for await (const text of streamElement(root, '', options.onLoss)) {
    if (length === 0 && portion.length === 0) portion.push(DECLARATION)
    portion.push(text)
    length += text.length
    if (length < CHUNK_CHARS) continue
    yield Buffer.from(portion.join(''))
    portion = ['']
    length = 0
  }
  yield Buffer.from(portion.join(''))
}

/** Whether the element is complete, so that it can be written at once. */
const isWhole = (element: StreamedElement): element is XmlElement =>
  element.children === undefined || (isList(element.children) && element.children.every(child => isWhole(child)))

const isList = (children: NonNullable<StreamedElement['children']>): children is readonly StreamedElement[] =>
  Array.isArray(children)

async function* streamElement(
  element: StreamedElement,
  indent: string,
  onLoss?: () => void,
): AsyncGenerator<string, void, undefined> {
  if (isWhole(element)) {
    const parts: string[] = []
    writeElement(element, indent, parts, onLoss)
    yield parts.join('')
    return
  }
  const text = escapeText(element.text ?? '', onLoss)
  const start = indent + startTag(element, onLoss)
  let isOpen = false
  for await (const child of element.children ?? []) {
    if (!isOpen) yield `${start}>${text}\n`
    isOpen = true
    yield* streamElement(child, indent + INDENT, onLoss)
  }
  const end = `</${element.name}>\n`
  if (isOpen) yield indent + end
  else yield text === '' ? `${start}/>\n` : `${start}>${text}${end}`
}
