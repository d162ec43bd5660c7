import { Invalid, type Fault } from '../../../platform/errors.ts'
import { splitNames } from '../../../platform/http/routes/names.ts'
import { fieldType, type Field, type FieldTypeName, type Grouping } from '../../fields/index.ts'
import { measureKinds, periodUnits, type Tracker } from '../../trackers/index.ts'
import { canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'

export type PeriodUnit = (typeof periodUnits)[number]

/** A field whose values form groups. */
export interface GroupedField extends Grouping {
  readonly field: Field
  /** Of a date: the periods that its values fall into; null for lists. */
  readonly unit: PeriodUnit | null
}

export type MeasureKind = (typeof measureKinds)[number]

/** A figure about the numbers of a field. */
export interface Measure {
  /** As the request writes it, such as `sum:effort`. */
  readonly name: string
  readonly kind: MeasureKind
  readonly field: Field
}

export const MAX_GROUPINGS = 2
export const MAX_MEASURES = 10

const NUMBERS: ReadonlySet<FieldTypeName> = new Set<FieldTypeName>(['int', 'float'])

export const hasFigures = ({ type }: Field): boolean => NUMBERS.has(type)

/** The field with this short name; undefined for one that the viewer may not read, too. */
const readableField = (name: string, tracker: Tracker, rights: EffectiveRights): Field | undefined => {
  const wanted = name.toLowerCase()
  const field = [...tracker.fieldByName.values()].find(each => each.name.toLowerCase() === wanted)
  return field && canRead(rights, field) ? field : undefined
}

const unknownField = (parameter: string, name: string): Fault => ({
  text: `\`${parameter}\`: unknown field ${name.slice(0, 100)}`,
  reason: 'field.unknown',
  parameter,
})

const notPossible = (parameter: string, text: string): Fault => ({
  text: `\`${parameter}\`: ${text}`,
  reason: 'parameter.range',
  parameter,
})

/** `status,due_date:week`: names of fields; dates with a period. Throws Invalid with all faults. */
export const parseGroupings = (text: string, tracker: Tracker, rights: EffectiveRights): GroupedField[] => {
  const names = limited('group_by', splitNames(text), MAX_GROUPINGS)
  return parseAll(names, written => {
    const [name = '', unit] = written.split(':')
    const field = readableField(name, tracker, rights)
    if (!field) return unknownField('group_by', name)
    const grouping = fieldType(field.type).query?.grouping?.(field)
    if (!grouping) return notPossible('group_by', `fields of type ${field.type} have no groups: ${name}`)
    if (grouping.kind === 'list')
      return unit === undefined
        ? { field, ...grouping, unit: null }
        : notPossible('group_by', `only dates have periods, ${name} is a list`)
    const period = periodUnits.find(each => each === (unit ?? 'day'))
    if (!period) return notPossible('group_by', `a period is one of ${periodUnits.join(', ')}`)
    return { field, ...grouping, unit: period }
  })
}

/** `count,sum:effort`: the count is always there. Throws Invalid with all faults. */
export const parseMeasures = (text: string, tracker: Tracker, rights: EffectiveRights): Measure[] => {
  const names = limited(
    'measures',
    splitNames(text).filter(name => name !== 'count'),
    MAX_MEASURES,
  )
  return parseAll(names, written => {
    const [word = '', name = ''] = written.split(':')
    const kind = measureKinds.find(each => each === word)
    if (!kind) return notPossible('measures', `a measure is count, or one of ${measureKinds.join(', ')} with a field`)
    const field = readableField(name, tracker, rights)
    if (!field) return unknownField('measures', name)
    if (!hasFigures(field)) return notPossible('measures', `fields of type ${field.type} have no ${kind}: ${name}`)
    return { name: written, kind, field }
  })
}

const limited = (parameter: string, names: readonly string[], limit: number): readonly string[] => {
  if (names.length > limit)
    throw new Invalid(`\`${parameter}\` takes at most ${limit}`, { reason: 'limit.size', parameter, limit })
  return names
}

const parseAll = <T extends object>(names: readonly string[], parse: (name: string) => T | Fault): T[] => {
  const faults: Fault[] = []
  const found: T[] = []
  for (const name of names) {
    const result = parse(name)
    if ('reason' in result) faults.push(result)
    else found.push(result)
  }
  if (faults.length > 0) throw new Invalid(faults)
  return found
}
