import { Invalid, type Fault } from '../../../platform/errors.ts'
import { splitNames } from '../../../platform/http/routes/names.ts'
import { fieldType } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'
import type { SortBy } from './find-artifacts.store.ts'

/** Maximum fields in an order. */
export const MAX_SORT_FIELDS = 10

/** `status,-last_update`: short names, with a minus for descending order. Unreadable fields give the same fault as unknown ones. */
export const parseOrderBy = (text: string, tracker: Tracker, rights: EffectiveRights): SortBy[] => {
  const names = splitNames(text)
  if (names.length > MAX_SORT_FIELDS)
    throw new Invalid(`\`order_by\` takes at most ${MAX_SORT_FIELDS} fields`, {
      reason: 'limit.size',
      parameter: 'order_by',
      limit: MAX_SORT_FIELDS,
    })
  const faults: Fault[] = []
  const order: SortBy[] = []
  for (const written of names) {
    const isDescending = written.startsWith('-')
    const name = written.replace(/^[+-]/, '').toLowerCase()
    const field = [...tracker.fieldByName.values()].find(each => each.name.toLowerCase() === name)
    const sortKey = field && canRead(rights, field) ? fieldType(field.type).query?.sortKey : undefined
    const key = field && sortKey?.(field)
    if (key) order.push({ key, isDescending })
    else if (field && canRead(rights, field))
      faults.push({
        text: `\`order_by\`: fields of type ${field.type} have no order: ${name}`,
        reason: 'parameter.range',
        parameter: 'order_by',
      })
    else
      faults.push({
        text: `\`order_by\`: unknown field ${name.slice(0, 100)}`,
        reason: 'field.unknown',
        parameter: 'order_by',
      })
  }
  if (faults.length > 0) throw new Invalid(faults)
  return order
}
