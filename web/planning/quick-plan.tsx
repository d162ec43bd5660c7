import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf } from '../api/api.ts'
import { newRequestKey } from '../artifacts/writing/http-transport.ts'
import { Button } from '../design/controls/button.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { viewOf } from '../fields/registry.ts'
import { announce } from '../live/announcer.tsx'
import { trackerQuery } from '../trackers/tracker-queries.ts'

export interface QuickPlanProps {
  /** Trackers of the new artifact: the first one, or the one that the reader chooses. */
  readonly trackers: readonly { readonly id: number; readonly label: string }[]
  /** Puts the new artifact into its list. `#12` names one that exists. */
  readonly plan: (id: number) => Promise<void>
  /** Artifacts that exist may be named, too. */
  readonly takesNumbers: boolean
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

const NUMBER = /^#(\d+)$/

/** A title makes an artifact of the plan; Enter keeps the place for the next one. */
export const QuickPlan = ({ trackers, plan, takesNumbers, onAdded, onClose }: QuickPlanProps) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const key = useRef(newRequestKey())
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<number>()
  const chosen = trackers.find(({ id }) => id === chosenId) ?? trackers[0]
  const tracker = useQuery({ ...trackerQuery(chosen?.id ?? 0), enabled: chosen !== undefined }).data
  const title = tracker?.fields.find(each => each.field_id === tracker.semantics.title?.field_id)
  useEffect(() => input.current?.focus(), [])
  const add = useMutation({
    mutationFn: async (): Promise<number> => {
      const number = takesNumbers ? NUMBER.exec(text.trim())?.[1] : undefined
      const id = number === undefined ? await create() : Number(number)
      await plan(id)
      return id
    },
    onSuccess: async id => {
      key.current = newRequestKey()
      setText('')
      input.current?.focus()
      announce(t`#${id} is planned`)
      await onAdded()
    },
    onError: refusal => {
      // Without an answer the same key goes again: the server creates one artifact.
      if (refusal instanceof ApiError && refusal.status !== 0) key.current = newRequestKey()
    },
  })
  const create = async (): Promise<number> => {
    if (!tracker || !title) throw new Error('there is no title')
    const read = viewOf(title.type).fromText(text.trim(), title)
    if (!('value' in read)) throw new Error('a title is a text')
    const body = { tracker: { id: tracker.id }, values: [viewOf(title.type).entryOf(read.value, title)] }
    const made = await bodyOf(api.POST('/artifacts', { body, headers: { 'Idempotency-Key': key.current } }))
    if (!('id' in made)) throw new Error('the artifact was only rehearsed')
    return made.id
  }
  const submit = () => {
    if (text.trim() !== '' && title && !add.isPending) add.mutate()
  }
  if (!chosen) return null
  return (
    <div className="quick-plan">
      <div className="quick-plan-line">
        {trackers.length > 1 && (
          <select
            aria-label={t`Tracker`}
            value={chosen.id}
            onChange={event => setChosenId(Number(event.target.value))}
            onKeyDown={event => event.stopPropagation()}
          >
            {trackers.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
        <input
          ref={input}
          aria-label={t`Title of the new artifact in ${chosen.label}`}
          placeholder={takesNumbers ? t`Title, or #number of one that exists` : t`Title`}
          dir="auto"
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            event.stopPropagation()
            if (event.key === 'Escape') onClose()
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit()
          }}
        />
        <Button
          variant="primary"
          size="small"
          onPress={submit}
          isPending={add.isPending}
          isDisabled={text.trim() === ''}
        >
          <Trans>Add</Trans>
        </Button>
        <Button variant="quiet" size="small" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
      {add.error && <FaultList error={add.error} />}
    </div>
  )
}
