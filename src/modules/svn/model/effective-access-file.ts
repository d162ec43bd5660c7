/** A group of the generated block, with the logins of its members. */
export interface AccessGroup {
  readonly name: string
  readonly logins: readonly string[]
}

/** The generated part of an access file: groups, and the default access (svn.md §3.2). */
export interface GeneratedAccess {
  /** The caller leaves out groups without members. */
  readonly groups: readonly AccessGroup[]
  /** Undefined: nobody has access until the project's text grants it. */
  readonly everybody: 'r' | '' | undefined
}

/** A part of the project's text that svn would refuse, or that has no effect. */
export interface AccessFault {
  /** Line in the project's text; undefined if it is unknown. */
  readonly line: number | undefined
  readonly message: string
}

export const textOfFault = ({ line, message }: AccessFault): string =>
  line === undefined ? message : `line ${line}: ${message}`

export interface EffectiveAccessFile {
  readonly text: string
  /** The faults of the project's text, with their lines. If there are any, `text` must not be used. */
  readonly faults: readonly AccessFault[]
  /** Parts without effect; the text is valid all the same. */
  readonly warnings: readonly AccessFault[]
  readonly sections: ReadonlyMap<string, AccessSection>
}

export interface AccessEntry {
  readonly name: string
  readonly value: string
  /** Line in the project's text; 0: generated. */
  readonly line: number
}

export interface AccessSection {
  readonly line: number
  readonly entries: ReadonlyMap<string, AccessEntry>
}

interface Section extends AccessSection {
  readonly entries: Map<string, AccessEntry>
}

type Sections = Map<string, Section>

/**
 * Merges the generated block and the project's text by section: svn accepts no section twice and, after one fault anywhere, denies
 * everybody access. Later entries win. A group that does not exist counts as a group without members, so that the rights of a removed group
 * disappear.
 *
 * Lines before the first section of the text belong to the section with which the generated block ends, as if the text simply followed the
 * block: to `[/]`. Without default permissions the block ends with `[groups]`; such lines are no groups and have no effect.
 */
export const effectiveAccessFile = (generated: GeneratedAccess, text: string): EffectiveAccessFile => {
  const sections: Sections = new Map()
  const groups = sectionOf(sections, 'groups', 0)
  for (const { name, logins } of generated.groups) groups.entries.set(name, { name, value: logins.join(', '), line: 0 })
  let root: Section | undefined
  if (generated.everybody !== undefined) {
    root = sectionOf(sections, '/', 0)
    const { entries } = root
    entries.set('*', { name: '*', value: generated.everybody, line: 0 })
    if (groups.entries.has(MEMBERS)) entries.set(`@${MEMBERS}`, { name: `@${MEMBERS}`, value: 'rw', line: 0 })
  }
  const before = root ?? { line: 0, entries: new Map<string, AccessEntry>() }
  const faults = readText(text, sections, before)
  const warnings = root
    ? []
    : [...before.entries.values()].map(({ name, value, line }) => ({
        line,
        message: `"${shorten(`${name} = ${value}`)}" stands before the first section, such as [/]: without default permissions it has no effect`,
      }))
  addUnknownGroups(sections, groups)
  return { faults, warnings, sections, text: write(sections) }
}

export const MEMBERS = 'members'

/** The member of groups that do not exist: no login begins like this, and svn ignores `~@group` if the group is empty. */
const NOBODY = '-nobody-'

const LINES = /\r\n|\r|\n/

const sectionOf = (sections: Sections, name: string, line: number): Section => {
  let section = sections.get(name)
  if (!section) sections.set(name, (section = { line, entries: new Map<string, AccessEntry>() }))
  return section
}

/** `before`: the section of the lines before the first section header. */
const readText = (text: string, sections: Sections, before: Section): AccessFault[] => {
  const faults: AccessFault[] = []
  let section = before
  let last: AccessEntry | undefined
  for (const [index, raw] of text.split(LINES).entries()) {
    const line = index + 1
    const content = raw.trim()
    const fault = (what: string): void => void faults.push({ line, message: `"${shorten(content)}" ${what}` })
    if (content === '' || content.startsWith('#')) continue
    if (/^\s/.test(raw)) {
      // svn reads an indented line as a continuation of the value before it.
      if (!last || content.startsWith('[')) fault('must not be indented')
      else section.entries.set(last.name, (last = { ...last, value: `${last.value} ${content}` }))
      continue
    }
    if (content.startsWith('[')) {
      last = undefined
      const end = content.indexOf(']')
      if (end < 0) fault('is a section that is not closed by "]"')
      else section = sectionOf(sections, content.slice(1, end), line)
      continue
    }
    const [, name, value] = /^([^=:]*?)\s*[=:]\s*(.*)$/s.exec(content) ?? []
    if (name === undefined || value === undefined) fault('is not "name = rights"')
    else section.entries.set(name, (last = { name, value, line }))
  }
  return faults
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const groupIn = (principal: string): string | undefined => /^~?@(.*)$/s.exec(principal)?.[1]

const groupsNamed = (sections: Sections): string[] =>
  [...sections]
    .flatMap(([name, { entries }]) =>
      name === 'groups'
        ? [...entries.values()].flatMap(entry => entry.value.split(',').map(part => part.trim()))
        : [...entries.keys()],
    )
    .flatMap(principal => groupIn(principal) ?? [])

/** Whether the project's text uses a group that it does not define itself. */
export const namesGroup = (text: string, group: string): boolean => {
  const sections: Sections = new Map()
  // Includes lines without effect: default permissions may be switched on later.
  readText(text, sections, sectionOf(sections, '/', 0))
  const isSame = (name: string): boolean => name.toLowerCase() === group.toLowerCase()
  const own = [...(sections.get('groups')?.entries.keys() ?? [])]
  return groupsNamed(sections).some(isSame) && !own.some(isSame)
}

const addUnknownGroups = (sections: Sections, groups: Section): void => {
  for (const name of groupsNamed(sections)) {
    if (name !== '' && !groups.entries.has(name)) groups.entries.set(name, { name, value: NOBODY, line: 0 })
  }
}

const write = (sections: Sections): string =>
  [...sections]
    .filter(([name, { entries }]) => name !== 'groups' || entries.size > 0)
    .flatMap(([name, { entries }]) => [
      `[${name}]`,
      ...[...entries.values()].map(entry => `${entry.name} = ${entry.value}`.trimEnd()),
      '',
    ])
    .join('\n')

/** The fault that `svnauthz` reports for an effective file, with the line of the project's text if it is known. */
export const faultOfSvnauthz = (output: string, { sections }: EffectiveAccessFile): AccessFault => {
  const reason = (output.split('\n')[0] ?? '').replace(/^.*E\d{6}:\s*/s, '')
  const rest = output
    .split('\n')
    .slice(1)
    .map(line => line.replace(/^svnauthz:\s*(E\d{6}:\s*)?/, ''))
    .join('; ')
  const message = rest === '' ? reason : rest
  return { line: lineNamed(message, sections), message }
}

const lineNamed = (message: string, sections: EffectiveAccessFile['sections']): number | undefined => {
  const known = (line: number | undefined): number | undefined => (line === 0 ? undefined : line)
  const inRule = /\[(.*)\]/s.exec(message)?.[1]
  const section = inRule === undefined ? undefined : sections.get(inRule)
  const entry = /entry '(.*?)' of rule/s.exec(message)?.[1]
  if (section) return known((entry === undefined ? undefined : section.entries.get(entry)?.line) ?? section.line)
  const token = /'(.*?)'/s.exec(message)?.[1]
  if (token === undefined) return undefined
  const entries = [...sections.values()].flatMap(({ entries }) => [...entries.values()])
  return known(entries.find(({ name, value }) => name === token || `@${name}` === token || value.includes(token))?.line)
}

/**
 * The text of a project as it is stored (svn.md §3.2): trimmed, and with each line that gives rights to an unknown group commented out.
 * Line ends stay as they were sent.
 */
export const cleanAccessText = (text: string, groups: Iterable<string>): string => {
  const known = new Set(groups)
  let isGroups = false
  return text
    .trim()
    .split(/(\r\n|\r|\n)/)
    .map(line => {
      const section = /^\[([^\]]*)\]/.exec(line)?.[1]
      if (section !== undefined) isGroups = section === 'groups'
      const [, group, name] = /^(?:@([^=:]*?)|([^\s[#=:][^=:]*?))\s*[=:]/.exec(line) ?? []
      if (isGroups && name !== undefined) known.add(name)
      return group === undefined || isGroups || known.has(group) ? line : `# ${line}`
    })
    .join('')
}
