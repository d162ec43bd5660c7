import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { nameOf, useListOfWords } from '../artifacts/words.ts'
import type { Entry } from './inbox-queries.ts'

/** Labels of fields in one sentence; the others are counted. */
const MAX_FIELDS = 2

/** A sentence that tells what happened. */
export const useEntryWords = (): ((entry: Entry) => string) => {
  const { t } = useLingui()
  const listOf = useListOfWords()
  const fieldsOf = ({ changed_fields: labels }: Entry): string => {
    if (labels.length <= MAX_FIELDS + 1) return listOf(labels)
    const count = labels.length - MAX_FIELDS
    return listOf([...labels.slice(0, MAX_FIELDS), t`${count} more`])
  }
  return entry => {
    const { actor, approval, because, excerpt, is_new: isNew, other_actors: others } = entry
    if (approval) {
      const { agent, tool } = approval
      if (tool === 'create_artifact') return t`${agent} asks to create it`
      if (tool === 'comment') return t`${agent} asks to comment`
      if (tool === 'link') return t`${agent} asks to link it`
      if (tool === 'undo') return t`${agent} asks to undo a change`
      return t`${agent} asks to change it`
    }
    const first = actor ? nameOf(actor) : t`Somebody`
    const who =
      others === 0 ? first : t`${plural(others, { one: `${first} and # other`, other: `${first} and # others` })}`
    if (because === 'mention' && excerpt !== null) return t`${who} mentioned you: “${excerpt}”`
    if (because === 'mention') return t`${who} mentioned you`
    if (because === 'assigned' && excerpt !== null) return t`${who} assigned it to you: “${excerpt}”`
    if (because === 'assigned') return t`${who} assigned it to you`
    if (isNew) return t`${who} created it`
    const fields = fieldsOf(entry)
    if (fields === '') return excerpt === null ? t`${who} commented` : t`${who} commented: “${excerpt}”`
    return excerpt === null ? t`${who} changed ${fields}` : t`${who} changed ${fields}: “${excerpt}”`
  }
}
