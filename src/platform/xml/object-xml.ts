import { SaxesParser } from 'saxes'
import { Invalid, ContentTooLarge } from '../errors.ts'

/** xml.md §3.3: how deep elements may be nested. */
export const MAX_DEPTH = 100
/** Maximum values of a body, in any format. */
export const MAX_VALUES = 200_000
/** Maximum attributes of one element: no request has more, and their cost in the parser grows faster than their number. */
const mostAttributes = 100

/**
 * Reads an XML body into the object that the same request in JSON would be (xml.md §3). The name of the root is free. XML has no types:
 * every scalar is its text, an empty element is "", and the schema of the route decides the types (`decode`). A document type is refused,
 * so no entity can be declared, let alone loaded or expanded.
 */
export const decodeXml = (source: Buffer | string): unknown => {
  const text = typeof source === 'string' ? source : textOf(source)
  let root: Element | undefined
  let current: Element | undefined
  let depth = 0
  let values = 0
  let attributes = 0
  const countValue = (): void => {
    if (++values > MAX_VALUES)
      throw new ContentTooLarge(`the body has more than ${MAX_VALUES} values`, {
        reason: 'limit.size',
        limit: MAX_VALUES,
      })
  }
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', error => {
    // saxes writes "line:column: reason."
    const reason = error.message.replace(/^[^ ]*: /, '').replace(/\.$/, '')
    throw new Invalid(`malformed XML at line ${parser.line}: ${reason}`, { reason: 'body.syntax' })
  })
  parser.on('doctype', () => {
    throw new Invalid(`malformed XML at line ${parser.line}: a document type declaration is not accepted`, {
      reason: 'body.syntax',
    })
  })
  parser.on('opentagstart', () => {
    attributes = 0
  })
  // Counted as each is read: the parser emits the tag only after all its attributes.
  parser.on('attribute', () => {
    countValue()
    if (++attributes > mostAttributes)
      throw new ContentTooLarge(`at line ${parser.line} an element has more than ${mostAttributes} attributes`, {
        reason: 'limit.size',
        limit: mostAttributes,
      })
  })
  parser.on('opentag', tag => {
    countValue()
    if (++depth > MAX_DEPTH)
      throw new Invalid(`malformed XML at line ${parser.line}: elements are nested deeper than ${MAX_DEPTH}`, {
        reason: 'body.syntax',
      })
    const element = newElement(localName(tag.name), current)
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (!isReserved(name)) addMember(element, localName(name), value)
    }
    current = element
    root ??= element
  })
  const addText = (part: string) => {
    if (current) current.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth--
    const closed = current
    if (!closed) return
    current = closed.parent
    if (current) addMember(current, closed.name, valueOf(closed))
  })
  parser.write(text).close()

  const value = root && valueOf(root)
  if (value === undefined || value === '') return {}
  if (typeof value !== 'string') return value
  if (value.trim() === '') return {}
  throw new Invalid('malformed XML: the root element holds text only; elements are expected in it', {
    reason: 'body.syntax',
  })
}

interface Element {
  readonly name: string
  readonly parent: Element | undefined
  text: string
  /** Members by name; a repeated name makes a list. Without a prototype: names come from the client. */
  readonly members: Map<string, unknown[]>
  items: unknown[]
}

const newElement = (name: string, parent: Element | undefined): Element => ({
  name,
  parent,
  text: '',
  members: new Map(),
  items: [],
})

/** xml.md §3: namespaces are ignored, a prefixed name is read by its local part. */
const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)
const isReserved = (attribute: string): boolean => attribute === 'xmlns' || /^xml(?:ns)?:/.test(attribute)

const addMember = (element: Element, name: string, value: unknown): void => {
  if (name === 'item') {
    element.items.push(value)
    return
  }
  const values = element.members.get(name)
  if (values) values.push(value)
  else element.members.set(name, [value])
}

const valueOf = (element: Element): unknown => {
  const { members, items, text } = element
  if (members.size === 0 && items.length === 0) return text
  const hasText = text.trim() !== ''
  if (members.size === 0 && !hasText) return items
  const result: Record<string, unknown> = {}
  for (const [name, values] of members) {
    // The only name whose assignment does not make a member.
    if (name !== '__proto__') result[name] = values.length === 1 ? values[0] : values
  }
  // xml.md §3: `item` beside other names is an object with numeric keys, so no list.
  items.forEach((item, index) => (result[index] = item))
  if (hasText) result['text'] = text
  return result
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const declaration = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/

/** The text in the encoding that the XML declaration names: UTF-8, or ISO-8859-1 (xml.md §3). */
const textOf = (bytes: Buffer): string => {
  const encoding = declaration.exec(bytes.toString('latin1', 0, 200))?.[1]?.toLowerCase() ?? 'utf-8'
  switch (encoding) {
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
      try {
        return utf8.decode(bytes)
      } catch {
        throw new Invalid(`malformed XML at line ${lineOfFault(bytes)}: the bytes are not valid UTF-8`, {
          reason: 'body.syntax',
        })
      }
    case 'iso-8859-1':
    case 'latin1':
      return bytes.toString('latin1')
    default:
      throw new Invalid(`malformed XML at line 1: the encoding ${encoding.slice(0, 40)} is not supported; use UTF-8`, {
        reason: 'body.syntax',
      })
  }
}

const lineOfFault = (bytes: Buffer): number => {
  // The decoder replaces the first wrong byte by U+FFFD.
  const head = bytes.toString('utf8').split('\ufffd', 1)[0] ?? ''
  return head.split('\n').length
}

// --- output ------------------------------------------------------------------------------------------------------------------

/** The response as XML (xml.md §2); by the base specification (§4.8) every element of a list is an `<item>`. */
export const encodeXml = (value: unknown): string => DECLARATION + elementOf(root, value)

/** An element of a list that is written one by one, between the texts of `XML_LIST`. */
export const encodeXmlItem = (value: unknown): string => elementOf(item, value)

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'

// Strings are concatenated by `+`, and members by a loop: with templates, `Object.entries` and `join` an artifact takes twice as long.
const elementOf = (tag: Tag, value: unknown): string => {
  if (value === null || value === undefined || value === '') return tag.blank
  if (typeof value === 'string') return tag.open + escapeXml(value) + tag.close
  if (typeof value !== 'object') return tag.open + `${value as number | boolean}` + tag.close
  let members = ''
  if (Array.isArray(value)) {
    for (const element of value) members += elementOf(item, element)
  } else {
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) members += elementOf(tagOf(name), member)
    }
  }
  return members === '' ? tag.none : tag.open + members + tag.close
}

/** The tags around the content of an element. */
interface Tag {
  readonly open: string
  readonly close: string
  /** Written for null and the empty text. */
  readonly blank: string
  /** Written for a list or an object without members. */
  readonly none: string
}

const tags = new Map<string, Tag>()
/** Maximum cached names of members: they are few, except those that users give (fields by their names). */
const MAX_TAGS = 5_000

const tagOf = (member: string): Tag => {
  const known = tags.get(member)
  if (known) return known
  const name = xmlName(member)
  const tag = { open: `<${name}>`, close: `</${name}>`, blank: `<${name}></${name}>`, none: `<${name}/>` }
  if (tags.size >= MAX_TAGS) tags.clear()
  tags.set(member, tag)
  return tag
}

/* eslint-disable no-control-regex -- the characters that XML 1.0 §2.2 forbids are control characters */
const unplain = /[&<>"\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/
const special = /[&<>"\r]/g
const illegal = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
/* eslint-enable no-control-regex */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/**
 * Escapes a text for XML. Characters that XML cannot hold are left out. A carriage return is written as a reference: a parser would turn
 * it into a line feed.
 */
export const escapeXml = (text: string): string =>
  unplain.test(text)
    ? text
        .toWellFormed()
        .replace(illegal, '')
        .replace(special, character => escapes[character] ?? character)
    : text

const validName =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd][-.\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]*$/

/** xml.md §2: a name that is invalid in XML (`2nd_title`) gets a `_` in front; other forbidden characters become `_`. */
const xmlName = (name: string): string => {
  if (validName.test(name)) return name
  const prefixed = `_${name}`
  return validName.test(prefixed)
    ? prefixed
    : Array.from(prefixed, character => (validName.test(`_${character}`) ? character : '_')).join('')
}

const root = tagOf('response')
const item = tagOf('item')

/** Text around a non-empty list that is written element by element (`encodeXmlItem`). */
export const XML_LIST = { start: DECLARATION + root.open, end: root.close } as const
