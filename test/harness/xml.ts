// XML as a client of the API writes and reads it (base.md §4.8, xml.md), with nothing of the server's own codec.
import { SaxesParser } from 'saxes'
import { expect } from 'vitest'

export class Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[] = []
  text = ''
  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = name
    this.attributes = attributes
  }
  all(name: string): Element[] {
    return this.children.filter(child => child.name === name)
  }
  first(name: string): Element | undefined {
    return this.all(name)[0]
  }
  /** Trimmed text of a child. */
  say(name: string): string {
    return this.first(name)?.text.trim() ?? ''
  }
  below(name: string): Element[] {
    return this.children.flatMap(child => [...(child.name === name ? [child] : []), ...child.below(name)])
  }
}

export const readXml = (text: string): Element => {
  const root = new Element('', {})
  const open = [root]
  const current = () => open.at(-1) ?? root
  const parser = new SaxesParser()
  parser.on('opentag', tag => {
    const element = new Element(tag.name, tag.attributes)
    current().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', text => void (current().text += text))
  parser.on('cdata', text => void (current().text += text))
  parser.on('error', error => {
    throw error
  })
  parser.write(text).close()
  const [first] = root.children
  if (!first) throw new Error('The document has no element')
  return first
}

/** A JSON value in the words of XML (xml.md §2): what the answer in XML must hold, element by element. */
export const expectSameInXml = (value: unknown, element: Element | undefined, where: string): void => {
  if (!element) throw new Error(`${where} is not in the XML`)
  const names = element.children.map(child => child.name)
  if (Array.isArray(value)) {
    expect(names, where).toEqual(value.map(() => 'item'))
    value.forEach((item, index) => expectSameInXml(item, element.children[index], `${where}[${index}]`))
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    expect(names, where).toEqual(keys.map(key => (/^[A-Za-z_]/.test(key) ? key : `_${key}`)))
    Object.values(value).forEach((member, index) =>
      expectSameInXml(member, element.children[index], `${where}.${keys[index] ?? ''}`),
    )
  } else {
    expect(element.children, where).toEqual([])
    expect(element.text, where).toBe(value === null ? '' : String(value as string | number | boolean))
  }
}

/** A body as XML: objects as elements named after their keys, each element of a list as `<item>`, below `<request>`. */
export const requestXml = (body: object): string => write('request', body)

const write = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return `<${name}>${value.map(item => write('item', item)).join('')}</${name}>`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => write(key, member))
    return `<${name}>${members.join('')}</${name}>`
  }
  const text = String(value)
  return `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${name}>`
}
