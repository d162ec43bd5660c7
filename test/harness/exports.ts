// Archives that the product wrote, in a form in which those of two projects can be compared.
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { XmlNode } from '../../src/platform/xml/node.ts'
import { parseXml } from '../../src/platform/xml/parse-xml.ts'

export interface CanonicalNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly CanonicalNode[]
}

export const readDocument = async (folder: string, name: string): Promise<XmlNode> =>
  parseXml([await readFile(path.join(folder, name))], name)

/** A number of each kind in the order in which they turn up, for the numbers that a server gave. */
class CanonicalNumbers {
  readonly #known = new Map<string, Map<string, number>>()

  of(kind: string, number: string): string {
    const known = this.#known.get(kind) ?? new Map<string, number>()
    this.#known.set(kind, known)
    if (!known.has(number)) known.set(number, known.size + 1)
    return `${kind}#${known.get(number)}`
  }
}

const KEY = /^(T|F|V|R|K|REPORT_|CHANGESET_|fileinfo_|data\/Artifact)(\d+)$/
const ATTACHMENT = /(\/plugins\/tracker\/attachments\/(?:preview\/)?)(\d+)-/g

const canonicalKey = (text: string, numbers: CanonicalNumbers): string => {
  const [, kind, number] = KEY.exec(text) ?? []
  if (kind === undefined || number === undefined) return text
  return numbers.of(kind === 'data/Artifact' ? 'fileinfo_' : kind, number)
}

const canonical = (node: XmlNode, parent: XmlNode | undefined, numbers: CanonicalNumbers): CanonicalNode => {
  const attributes = Object.entries(node.attributes).map(([name, value]): [string, string] => {
    if (node.name === 'artifact' && name === 'id') return [name, numbers.of('artifact', value)]
    if (node.name === 'artifact' && name === 'tracker_id') return [name, numbers.of('T', value)]
    if (node.name === 'execution' && name === 'execution_artifact_id') return [name, numbers.of('artifact', value)]
    if (node.name === 'project' && name === 'unix-name') return [name, '']
    return [name, canonicalKey(value, numbers)]
  })
  const isValue = node.name === 'value' && parent !== undefined
  const isLink = isValue && parent.attributes['type'] === 'art_link' && node.text !== ''
  const isId = isValue && node.attributes['format'] === 'id'
  const [, prefix = '', number] = /^(b?)(\d+)$/.exec(node.text) ?? []
  const text = isLink
    ? numbers.of('artifact', node.text)
    : isId && number !== undefined
      ? prefix + numbers.of('V', number)
      : canonicalKey(node.text, numbers).replace(
          ATTACHMENT,
          (_whole, start: string, id: string) => `${start}${numbers.of('fileinfo_', id)}-`,
        )
  return {
    name: node.name,
    attributes: Object.fromEntries(attributes),
    // Only white space between the elements.
    text: node.children.length > 0 && text.trim() === '' ? '' : text,
    children: node.children.map(child => canonical(child, node, numbers)),
  }
}

/** Everything in an archive (a folder), but the numbers that the server gave and the short name of the project. */
export const canonicalArchive = async (folder: string): Promise<Record<string, unknown>> => {
  const numbers = new CanonicalNumbers()
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const project = canonical(await readDocument(folder, 'project.xml'), undefined, numbers)
  const users = (await readDocument(folder, 'users.xml')).children.map(user =>
    Object.fromEntries(user.children.filter(child => child.name !== 'id').map(child => [child.name, child.text])),
  )
  const files: Record<string, string> = {}
  for (const name of names.filter(each => !/^[a-z]+[.]xml$/.test(each))) {
    const content = await readFile(path.join(folder, name), 'latin1')
    files[canonicalKey(name, numbers)] = name.startsWith('svn/') ? content.replace(/^UUID: .*$/m, '') : content
  }
  return {
    project,
    users: users.toSorted((one, other) => String(one['username']).localeCompare(String(other['username']))),
    files,
    ...(names.includes('testmanagement.xml') && {
      tests: canonical(await readDocument(folder, 'testmanagement.xml'), undefined, numbers),
    }),
  }
}
