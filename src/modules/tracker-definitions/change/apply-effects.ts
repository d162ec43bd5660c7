import type { Tx } from '../../../platform/db/db.ts'
import { fieldType } from '../../fields/index.ts'
import type { Field } from '../../fields/index.ts'
import { idOfKey, type CreatedTrackers } from '../../trackers/index.ts'
import type { Effects } from '../model/effects.ts'
import {
  clearFields,
  clearTitles,
  markTitleTexts,
  listStoredTitles,
  mergeValues,
  removeValues,
  writeTitles,
} from '../store/effects.store.ts'

const TITLES_AT_ONCE = 1000

/** Adapts the artifacts of a tracker to its new form, in the transaction that changes the tracker. */
export const applyEffects = async (
  tx: Tx,
  trackerId: number,
  effects: Effects,
  fields: ReadonlyMap<number, Field>,
  valueIds: CreatedTrackers['valueIds'],
  at: Date,
): Promise<void> => {
  await clearFields(tx, trackerId, effects.clearedFields, at)
  await mergeValues(
    tx,
    effects.mergedValues.flatMap(({ fieldId, value, into }) => {
      const target = idOfKey(into) ?? valueIds.get(into)
      return target === undefined ? [] : [{ fieldId, value, into: target }]
    }),
  )
  await removeValues(tx, effects.removedValues)
  if (effects.title) await retitle(tx, trackerId, effects.title, fields)
}

const retitle = async (
  tx: Tx,
  trackerId: number,
  title: NonNullable<Effects['title']>,
  fields: ReadonlyMap<number, Field>,
): Promise<void> => {
  await markTitleTexts(tx, trackerId, title)
  const field = title.after === null ? undefined : fields.get(title.after)
  if (!field) return clearTitles(tx, trackerId)
  const type = fieldType(field.type)
  for (let after = 0; ;) {
    const rows = await listStoredTitles(tx, { trackerId, fieldId: field.id, after, limit: TITLES_AT_ONCE })
    const last = rows.at(-1)
    if (!last) return
    await writeTitles(
      tx,
      rows.map(({ id, stored }) => ({
        id,
        title: stored === null ? null : type.plainText(JSON.parse(stored), field),
      })),
    )
    after = last.id
  }
}
