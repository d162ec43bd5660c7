import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { announce } from '../live/announcer.tsx'
import type { KanbanColumn } from './kanban-columns.ts'
import { addItem } from './kanban-queries.ts'

export interface KanbanAddProps {
  readonly kanbanId: number
  readonly itemName: string
  readonly column: KanbanColumn
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

/** A title makes a card in the column; Enter keeps the place for the next one. */
export const KanbanAdd = ({ kanbanId, itemName, column, onAdded, onClose }: KanbanAddProps) => {
  const { t } = useLingui()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  useEffect(() => input.current?.focus(), [])
  const add = useMutation({
    mutationFn: () => addItem(kanbanId, column.key, text.trim()),
    onSuccess: async ({ id }) => {
      setText('')
      input.current?.focus()
      announce(t`${`${itemName} #${id}`} is created`)
      await onAdded()
    },
  })
  const submit = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <div className="board-quick-add">
      <textarea
        ref={input}
        rows={2}
        aria-label={t`Title of the new ${itemName} in ${column.label}`}
        placeholder={t`New ${itemName}: title`}
        dir="auto"
        value={text}
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
        <Button variant="quiet" size="small" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  )
}
