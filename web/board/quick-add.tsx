import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf } from '../api/api.ts'
import { openNewArtifact } from '../artifacts/new-artifact/new-artifact-state.ts'
import { newRequestKey } from '../artifacts/writing/http-transport.ts'
import { Button } from '../design/controls/button.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import type { Field, FieldEntry } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import { textOfChoice } from '../fields/shared/choices.ts'
import { announce } from '../live/announcer.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { BoardColumn } from './board-columns.ts'

export interface QuickAddProps {
  readonly tracker: Tracker
  readonly field: Field
  readonly column: BoardColumn
  /** Texts by name of field that every card of the board has. */
  readonly values: Readonly<Record<string, string>>
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

/** A title makes a card in the column; Enter keeps the place for the next one. */
export const QuickAdd = ({ tracker, field, column, values, onAdded, onClose }: QuickAddProps) => {
  const { t } = useLingui()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const key = useRef(newRequestKey())
  const title = tracker.fields.find(each => each.field_id === tracker.semantics.title?.field_id)
  useEffect(() => input.current?.focus(), [])
  const texts = {
    ...values,
    [field.name]: column.choice ? textOfChoice(column.choice) : '',
    ...(title && { [title.name]: text.trim() }),
  }
  const add = useMutation({
    mutationFn: () => {
      const body = { tracker: { id: tracker.id }, values: entriesOf(tracker, texts) }
      return bodyOf(api.POST('/artifacts', { body, headers: { 'Idempotency-Key': key.current } }))
    },
    onSuccess: async made => {
      key.current = newRequestKey()
      setText('')
      input.current?.focus()
      if ('id' in made) announce(t`${`${tracker.item_name} #${made.id}`} is created`)
      await onAdded()
    },
    onError: refusal => {
      // Without an answer the same key goes again: the server creates one artifact.
      if (refusal instanceof ApiError) key.current = newRequestKey()
    },
  })
  const submit = () => {
    if (text.trim() !== '' && title && !add.isPending) add.mutate()
  }
  return (
    <div className="board-quick-add">
      <textarea
        ref={input}
        rows={2}
        aria-label={t`Title of the new ${tracker.item_name} in ${column.label}`}
        placeholder={t`New ${tracker.item_name}: title`}
        dir="auto"
        value={text}
        disabled={!title}
        onChange={event => setText(event.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={event => {
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      {add.error && <FaultList error={add.error} />}
      <div className="board-quick-add-foot">
        <Button
          variant="primary"
          size="small"
          onPress={submit}
          isPending={add.isPending}
          isDisabled={text.trim() === ''}
        >
          <Trans>Create</Trans>
        </Button>
        <Button
          variant="quiet"
          size="small"
          onPress={() => {
            openNewArtifact(tracker.id, Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')))
            onClose()
          }}
        >
          <Trans>More fields</Trans>
        </Button>
        <Button variant="quiet" size="small" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  )
}

const entriesOf = (tracker: Tracker, texts: Readonly<Record<string, string>>): FieldEntry[] =>
  Object.entries(texts).flatMap(([name, text]) => {
    const field = tracker.fields.find(each => each.name === name && each.permissions.includes('create'))
    const value = field && text !== '' ? viewOf(field.type).fromText(text, field) : undefined
    return field && value && 'value' in value ? [viewOf(field.type).entryOf(value.value, field)] : []
  })
