import { useLingui } from '@lingui/react/macro'
import { Initials } from '../../design/values/person.tsx'
import { shortNameOf, usePeopleAt } from '../../live/presence-state.ts'
import { useAccount } from '../../session/account.ts'
import { useArtifact } from '../artifact-context.tsx'

/** Beside the label of a field: somebody else who edits it now. */
export const EditorHere = ({ fieldId }: { readonly fieldId: number }) => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const [person] = usePeopleAt(id, useAccount()?.user.id).filter(each => each.field_id === fieldId)
  if (!person) return null
  const name = shortNameOf(person)
  const words = t`${name} edits this now`
  return (
    <span className="editor-here" title={words}>
      <Initials name={name} id={person.id} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
