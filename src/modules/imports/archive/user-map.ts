import { CsvError, parse } from 'csv-parse/sync'
import type { UserStatus } from '../../users/index.ts'
import type { Messages } from './import-messages.ts'

/** The operator's decision about one user of the archive (import.md §3). */
export type UserAction =
  | { readonly kind: 'noop' }
  | { readonly kind: 'create'; readonly status: UserStatus }
  | { readonly kind: 'map'; readonly login: string }

export interface MapLine {
  readonly action: UserAction
  readonly line: number
}

/** A line for each user who needs a decision, or one rule for all. */
export type UserDecisions =
  | { readonly kind: 'map'; readonly file: string; readonly byName: ReadonlyMap<string, MapLine> }
  | { readonly kind: 'automap'; readonly action: Extract<UserAction, { kind: 'create' }> }

const statuses: ReadonlyMap<string, UserStatus> = new Map([
  ['A', 'A'],
  ['R', 'R'],
  ['S', 'S'],
])

/** undefined: the action is unknown, or its parameter is wrong. */
const parseAction = (text: string): UserAction | undefined => {
  if (text === 'noop') return { kind: 'noop' }
  if (text === 'create') return { kind: 'create', status: 'S' }
  const colon = text.indexOf(':')
  const [verb, parameter] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1).trim()]
  const status = statuses.get(parameter)
  if (verb === 'create' && status !== undefined) return { kind: 'create', status }
  if (verb === 'map' && parameter !== '') return { kind: 'map', login: parameter }
  return undefined
}

/** Parses a user map: CSV of user name, action and comment, whose first line is a header. */
export const parseUserMap = (text: string, file: string, messages: Messages): UserDecisions => {
  const byName = new Map<string, MapLine>()
  let rows: { record: string[]; info: { lines: number } }[]
  try {
    rows = parse(text, { bom: true, info: true, relaxColumnCount: true, skipEmptyLines: true, trim: true }) as never
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    messages.error({ file, line: typeof error['lines'] === 'number' ? error['lines'] : 0 }, 'the user map is not CSV')
    return { kind: 'map', file, byName }
  }
  for (const { record, info } of rows.slice(1)) {
    const [name = '', actionText = ''] = record
    const place = { file, line: info.lines }
    if (name === '' && actionText === '') continue
    const action = parseAction(actionText)
    if (byName.has(name)) messages.error(place, `the user map names "${name}" twice`)
    else if (action) byName.set(name, { action, line: info.lines })
    else
      messages.error(
        place,
        `"${actionText}" is no action for "${name}": use noop, map:LOGIN, create:A (active), create:R (restricted) or create:S (suspended)`,
      )
  }
  return { kind: 'map', file, byName }
}

/** Parses an automap rule: `no-email,create:A`. */
export const parseAutomap = (text: string, messages: Messages): UserDecisions | undefined => {
  const [strategy, actionText, ...more] = text.split(',').map(part => part.trim())
  if (strategy !== 'no-email') {
    messages.error(undefined, `"${strategy ?? ''}" is no automap strategy: the only one is no-email`)
    return undefined
  }
  const action = actionText === undefined || !actionText.includes(':') ? undefined : parseAction(actionText)
  if (action?.kind !== 'create' || more.length > 0) {
    messages.error(undefined, `the automap rule needs an action: create:A, create:R or create:S`)
    return undefined
  }
  return { kind: 'automap', action }
}
