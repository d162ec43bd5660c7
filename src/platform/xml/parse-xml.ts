import { SaxesParser } from 'saxes'
import type { XmlNode } from './node.ts'

/** A document that is not well-formed, or has forbidden content, with its line. */
export class XmlFault extends Error {
  readonly file: string
  readonly line: number
  constructor(file: string, line: number, reason: string) {
    super(reason)
    this.name = 'XmlFault'
    this.file = file
    this.line = line
  }
}

export interface XmlLimits {
  /** Maximum depth of nested elements. Form elements of real archives are three deep, hence about twelve elements. */
  readonly maxDepth: number
}

const USUAL: XmlLimits = { maxDepth: 200 }

/** A complete element that was taken out of the document. */
export interface TakenElement {
  readonly node: XmlNode
  /** Ancestors of the element, the root first; they are incomplete and do not contain it. */
  readonly ancestors: readonly XmlNode[]
  /** Characters of the element in the document. */
  readonly size: number
}

/** Elements while they are read; they become the `XmlNode`s of the result. */
interface OpenNode extends XmlNode {
  readonly children: OpenNode[]
  text: string
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>)
const NO_CHILDREN: OpenNode[] = Object.freeze([]) as unknown as OpenNode[]
const NOT_BLANK = /[^ \t\r\n]/

/**
 * Reads a document of any size into a tree, chunk by chunk. UTF-8 only (with or without byte order mark). A document type declaration is
 * refused: entity bombs and external entities need one, and no archive does.
 */
export const parseXml = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
  limits: XmlLimits = USUAL,
): Promise<XmlNode> => {
  const reading = takeElements(chunks, file, [], limits)
  for (let step = await reading.next(); ; step = await reading.next()) if (step.done) return step.value
}

/**
 * Like `parseXml`, for a document that is too large for the memory. Yields the elements at `path` (names from the root down) in the order
 * of the document, and leaves them out of the returned tree. Reads at most one chunk ahead: a slow consumer slows the reader down.
 */
export async function* takeElements(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
  path: readonly string[],
  limits: XmlLimits = USUAL,
): AsyncGenerator<TakenElement, XmlNode, undefined> {
  const parser = new SaxesParser<{ xmlns: false; fileName: string }>({ xmlns: false, fileName: file })
  const stack: OpenNode[] = []
  let root: OpenNode | undefined
  let line = 1
  let taken: TakenElement[] = []
  /** Where the open element at `path` begins. */
  let begin = 0
  const isTaken = (): boolean => stack.length === path.length && stack.every((node, index) => node.name === path[index])
  const refuse = (reason: string): never => {
    throw new XmlFault(file, parser.line, reason)
  }

  parser.on('error', error => refuse(`not well-formed: ${withoutPosition(error.message)}`))
  parser.on('xmldecl', ({ encoding, version }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) refuse(`the encoding must be UTF-8, not ${encoding}`)
    if (version !== undefined && version !== '1.0') refuse(`XML version ${version} is not read, only 1.0`)
  })
  parser.on('doctype', () => refuse('a document type declaration (DOCTYPE) is not accepted'))
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', tag => {
    if (stack.length >= limits.maxDepth) refuse(`elements are nested deeper than ${limits.maxDepth}`)
    const hasAttributes = hasKeys(tag.attributes)
    const node: OpenNode = {
      name: tag.name,
      attributes: hasAttributes ? tag.attributes : NO_ATTRIBUTES,
      children: NO_CHILDREN,
      text: '',
      file,
      line,
    }
    const parent = stack.at(-1)
    if (!parent) root = node
    else if (parent.children === NO_CHILDREN) (parent as { children: OpenNode[] }).children = [node]
    else parent.children.push(node)
    stack.push(node)
    if (isTaken()) begin = parser.position
  })
  const addText = (text: string): void => {
    const node = stack.at(-1)
    if (node) node.text = node.text === '' ? text : node.text + text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const isWanted = path.length > 0 && isTaken()
    const node = stack.pop()
    if (!node) return
    // The line breaks between child elements are no text.
    if (node.children.length > 0 && !NOT_BLANK.test(node.text)) node.text = ''
    if (!isWanted) return
    taken.push({ node, ancestors: [...stack], size: parser.position - begin })
    const parent = stack.at(-1)
    parent?.children.pop()
    if (parent && !NOT_BLANK.test(parent.text)) parent.text = ''
  })

  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      return refuse('not UTF-8 text')
    }
  }
  let isEmpty = true
  for await (const chunk of chunks) {
    isEmpty = isEmpty && chunk.length === 0
    parser.write(decode(chunk))
    if (taken.length === 0) continue
    yield* taken
    taken = []
  }
  const rest = decode()
  if (isEmpty) refuse('the file is empty')
  if (rest !== '') parser.write(rest)
  parser.close()
  return root ?? refuse('there is no element in it')
}

const hasKeys = (record: object): boolean => {
  for (const _key in record) return true
  return false
}

// The parser puts "file:line:column: " in front; the line is reported separately.
const withoutPosition = (message: string): string => message.replace(/^.*?:?\d+:\d+: /s, '').replace(/\.$/, '')
