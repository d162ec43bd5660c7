import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Select } from '../../design/controls/select.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { useAccount } from '../../session/account.ts'
import { historyQuery } from '../../session/history-query.ts'
import { useArtifact } from '../artifact-context.tsx'
import { findTargets, MAX_FOUND, type LinkTarget } from './find-targets.ts'

export interface AddLinkProps {
  readonly types: readonly { readonly shortname: string; readonly forward_label: string }[]
  readonly present: readonly { readonly id: number; readonly type: string | null }[]
  readonly onAdd: (targets: readonly number[], type: string) => Promise<void>
  readonly onClose: () => void
}

const PAUSE_MS = 150

/** Type, then artifacts by number or words of the title; several at once. */
export const AddLink = ({ types, present, onAdd, onClose }: AddLinkProps) => {
  const { t } = useLingui()
  const { id, tracker } = useArtifact()
  const input = useRef<HTMLInputElement>(null)
  const [type, setType] = useState('')
  const [text, setText] = useState('')
  const [settled, setSettled] = useState('')
  const [chosen, setChosen] = useState<readonly LinkTarget[]>([])
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['link targets', tracker.id, settled],
    queryFn: ({ signal }) => findTargets(tracker, settled, signal),
    enabled: settled !== '',
  })
  const recent = useQuery({
    ...historyQuery(useAccount()),
    select: entries =>
      entries
        .slice(0, MAX_FOUND)
        .map(({ per_type_id, xref, title }): LinkTarget => ({ id: per_type_id, xref: xref ?? '', title })),
  }).data
  const isPresent = (target: LinkTarget): boolean =>
    target.id === id || present.some(link => link.id === target.id && (link.type ?? '') === type)
  const found = ((settled === '' ? recent : data) ?? []).filter(
    target => !isPresent(target) && !chosen.some(each => each.id === target.id),
  )
  const shown = [...chosen, ...found]
  const add = async (targets: readonly LinkTarget[]) => {
    if (targets.length === 0) return
    setPending(true)
    setError(undefined)
    try {
      await onAdd(
        targets.map(target => target.id),
        type,
      )
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className="add-link"
      aria-label={t`Add a link`}
      onSubmit={event => {
        event.preventDefault()
        // A number alone needs no choice.
        void add(chosen.length > 0 ? chosen : found.slice(0, 1))
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Select
        label={t`Type of the link`}
        isLabelHidden
        value={type}
        onChange={setType}
        options={[
          { value: '', label: t`Linked to` },
          ...types
            .filter(each => each.shortname !== '')
            .map(each => ({ value: each.shortname, label: each.forward_label })),
        ]}
      />
      <input
        ref={input}
        className="field-input"
        aria-label={t`Number or words of the title`}
        placeholder={t`Number or words of the title`}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={shown.length === 0}>
        <Trans>Add</Trans>
      </Button>
      <Button onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      {error !== undefined && (
        <div className="add-link-fault">
          <FaultList error={error} />
        </div>
      )}
      <div className="add-link-results" role="group" aria-label={t`Found artifacts`}>
        {shown.map(target => (
          <label key={target.id}>
            <input
              type="checkbox"
              checked={chosen.some(each => each.id === target.id)}
              onChange={event =>
                setChosen(event.target.checked ? [...chosen, target] : chosen.filter(each => each.id !== target.id))
              }
            />
            <span className="meta">{target.xref}</span>
            <bdi className="cut">{target.title}</bdi>
          </label>
        ))}
        {shown.length === 0 && (
          <p className="meta link-none">{data === undefined ? t`Searching…` : t`Nothing found`}</p>
        )}
      </div>
    </form>
  )
}
