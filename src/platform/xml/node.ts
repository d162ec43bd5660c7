/** An element of a parsed XML document, with its position, for project archives (import.md). */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** Concatenated character data of this element itself, byte for byte (CDATA included). */
  readonly text: string
  /** File and line where the element starts, for messages. */
  readonly file: string
  readonly line: number
}

export const childNamed = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find(child => child.name === name)

export const childrenNamed = (node: XmlNode, name: string): XmlNode[] =>
  node.children.filter(child => child.name === name)

/** Trimmed text of a child; '' without the child. */
export const childText = (node: XmlNode, name: string): string => childNamed(node, name)?.text.trim() ?? ''

/**
 * A copy of a part of the document, for values that outlive it: a text that was sliced from a chunk of 64 KB keeps the whole chunk in
 * memory.
 */
export const ownText = (text: string): string => Buffer.from(text).toString()

/** Booleans of archives: `1` and `true` are true, everything else is false (import.md §1). */
export const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

/** The output of an exporter; `writeXml` and `streamXml` turn it into text. */
export interface XmlElement {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | number | undefined>>
  readonly children?: readonly XmlElement[]
  readonly text?: string
}

/** An element whose content is made while it is written, for content that is too large for the memory. */
export interface StreamedElement extends Omit<XmlElement, 'children'> {
  readonly children?: readonly StreamedElement[] | AsyncIterable<StreamedElement>
}
