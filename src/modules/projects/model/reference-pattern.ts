import { faultOf, type Fault } from '../../../platform/errors.ts'

/** A keyword for references in texts of a project: `ticket #12` leads to its link. */
export interface ReferencePattern {
  /** In lower case. */
  readonly keyword: string
  readonly description: string
  /** With `$1` … `$9` for the parts of the value, `$0` for the keyword, `$group_id` and `$projname` for the project. */
  readonly link: string
  readonly isEnabled: boolean
}

/** Keywords that have the same meaning in every project. */
export const platformKeywords: ReadonlySet<string> = new Set(['art', 'artifact', 'rev', 'revision', 'svn'])

const KEYWORD = /^[a-z0-9_]{1,100}$/
const VARIABLE = /\$(group_id|projname|\d)/g
const MAX_LINK = 2_000

/** Number of parts that a value must have. */
const partsOf = (link: string): number =>
  Math.max(0, ...[...link.matchAll(VARIABLE)].map(([, name]) => Number(name)).filter(Number.isInteger))

/** Address of a value, by the first pattern that accepts it; undefined if no pattern does. */
export const linkByPattern = (
  project: { readonly id: number; readonly shortName: string; readonly referencePatterns: readonly ReferencePattern[] },
  keyword: string,
  value: string,
): string | undefined => {
  const word = keyword.toLowerCase()
  const pattern = project.referencePatterns.find(one => one.isEnabled && one.keyword === word)
  const parts = value.split('/')
  if (!pattern || parts.length !== partsOf(pattern.link)) return undefined
  const values = new Map([
    ['group_id', String(project.id)],
    ['projname', project.shortName],
    ['0', word],
  ])
  parts.forEach((part, index) => values.set(String(index + 1), part))
  return pattern.link.replaceAll(VARIABLE, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
}

/** The faults of the patterns given for a project, each with its position. */
export const patternFaults = (
  patterns: readonly ReferencePattern[],
  /** Keywords that lead to artifacts of the project. */
  itemNames: ReadonlySet<string>,
): Fault[] => {
  const seen = new Set<string>()
  return patterns.flatMap(({ keyword, link }, index) => {
    const faults = [
      ['keyword', keywordFault(keyword, itemNames)],
      ['keyword', seen.has(keyword) ? `the keyword "${keyword}" is given twice` : undefined],
      ['link', linkFault(link)],
    ] as const
    seen.add(keyword)
    return faults.flatMap(([member, fault]) =>
      faultOf(`references[${index}][${member}]`, fault === undefined ? undefined : `Reference ${index + 1}: ${fault}.`),
    )
  })
}

const keywordFault = (keyword: string, itemNames: ReadonlySet<string>): string | undefined => {
  if (!KEYWORD.test(keyword)) return 'a keyword consists of 1 to 100 letters, digits and "_"'
  if (platformKeywords.has(keyword)) return `the keyword "${keyword}" is one of the platform`
  return itemNames.has(keyword) ? `the keyword "${keyword}" is the item name of a tracker` : undefined
}

const linkFault = (link: string): string | undefined => {
  if (link.length > MAX_LINK) return `the link has more than ${MAX_LINK} characters`
  const plain = link.replaceAll(VARIABLE, 'x')
  const isPath = /^\/(?![/\\])/.test(plain)
  const isAddress = /^https?:\/\/[^/]/i.test(plain) && URL.canParse(plain)
  if ((!isPath && !isAddress) || /[\s<>"'\\]/.test(plain))
    return 'the link is an address (http or https) or a path of this server, beginning with "/"'
  const count = partsOf(link)
  if (count === 0) return 'the link says nowhere what becomes of the value: it has no $1'
  const missing = Array.from({ length: count }, (_, index) => `$${index + 1}`).find(name => !link.includes(name))
  return missing === undefined ? undefined : `the link uses $${count}, but not ${missing}`
}
