import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFaults } from '../../design/feedback/error-state.tsx'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useArtifact } from '../artifact-context.tsx'
import type { LoadedArtifact } from '../artifact-queries.ts'
import { valueOf } from '../writing/artifact-values.ts'
import { faultsOfField } from './field-faults.ts'

interface Draft {
  readonly value: FieldValue | undefined
  /** The state that the person saw when the editor opened. */
  readonly seen: LoadedArtifact
}

export interface Editing {
  readonly isOpen: boolean
  readonly draft: Draft
  /** The value that the person changed, or that the server refused. */
  readonly unsaved: FieldValue | undefined
  readonly faults: readonly string[]
  /** Begins with the value, or with that of the artifact. */
  readonly open: (value?: FieldValue, seen?: LoadedArtifact) => void
  readonly change: (value: FieldValue) => void
  readonly done: () => void
  readonly cancel: () => void
}

/** The editor in the place of a value: its draft, its faults, and what saving does. */
export const useEditing = (field: Field, canEdit: boolean): Editing => {
  const { t } = useLingui()
  const { loaded, tracker, state, save, writer, offerEditor } = useArtifact()
  const view = viewOf(field.type)
  const faultsOf = useFaults()
  const { field_id: id, label } = field
  const [draft, setDraft] = useState<Draft>()
  const [fault, setFault] = useState<string>()
  // An editor may change the value and finish in one event.
  const latest = useRef<Draft>(undefined)
  const refusal = state.refusals.get(id)
  const shown = draft ?? { value: refusal?.value ?? valueOf(loaded.artifact, id), seen: loaded }
  const put = (next: Draft | undefined) => {
    latest.current = next
    setDraft(next)
    setFault(undefined)
  }
  const open = (value = valueOf(loaded.artifact, id), seen: LoadedArtifact = loaded) => put({ value, seen })
  const offered = useEffectEvent(() => open())
  useEffect(() => offerEditor(id, () => offered()), [id, offerEditor])
  const close = () => {
    put(undefined)
    if (refusal) writer.forgetRefusal(id)
  }
  const isChanged = draft !== undefined && !view.same(draft.value, valueOf(draft.seen.artifact, id))
  return {
    isOpen: draft !== undefined || refusal !== undefined,
    draft: shown,
    unsaved: isChanged ? draft.value : refusal?.value,
    faults: [
      ...(fault === undefined ? [] : [fault]),
      ...(refusal?.error && draft === undefined
        ? faultsOfField(refusal.error, faultsOf(refusal.error), field, tracker.fields)
        : []),
    ],
    open,
    change: value => put({ value, seen: latest.current?.seen ?? shown.seen }),
    done: () => {
      // The right to edit ended while the editor was open: its value stays in sight.
      if (!canEdit) return
      const { value, seen } = latest.current ?? shown
      if (field.required && view.isEmpty(value)) {
        setFault(t`“${label}” needs a value.`)
        return
      }
      close()
      if (value !== undefined && !view.same(value, valueOf(seen.artifact, id))) save(field, value, seen)
    },
    cancel: close,
  }
}
