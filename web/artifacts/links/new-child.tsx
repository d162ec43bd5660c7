import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api, bodyOf, pageOf } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Select } from '../../design/controls/select.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { TrackerSquare } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import { viewOf } from '../../fields/registry.ts'
import { listChangesKey } from '../../trackers/tracker-queries.ts'
import { useArtifact } from '../artifact-context.tsx'
import { artifactKey } from '../artifact-queries.ts'
import { openNewArtifact } from '../new-artifact/new-artifact-state.ts'
import { newRequestKey } from '../writing/http-transport.ts'

const MAX_TRACKERS = 50

/** The trackers of a project with their fields and parents. */
const wholeTrackersQuery = (projectId: number) => ({
  queryKey: ['projects', projectId, 'whole trackers'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (
      await pageOf(
        api.GET('/projects/{id}/trackers', {
          params: { path: { id: projectId }, query: { representation: 'full', limit: MAX_TRACKERS } },
          signal,
        }),
      )
    ).items,
  staleTime: 60_000,
})

/** A row for the title of a child: Enter creates it and keeps the row for the next one. */
export const NewChild = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { id, artifact, tracker } = useArtifact()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number>()
  const key = useRef(newRequestKey())
  const { data, error } = useQuery(wholeTrackersQuery(artifact.project.id))
  const whole = (data ?? []).filter(each => 'fields' in each)
  const children = whole.filter(each => each.parent?.id === tracker.id)
  // Without a hierarchy any tracker may hold a child.
  const offered = children.length > 0 ? children : whole
  const target = offered.find(each => each.id === chosen) ?? offered[0]
  const title = target?.fields.find(field => field.field_id === target.semantics.title?.field_id)
  useEffect(() => input.current?.focus(), [target?.id])
  const create = useMutation({
    mutationFn: async () => {
      const links = target?.fields.find(field => field.type === 'art_link')
      const value = title && viewOf(title.type).fromText(text.trim(), title)
      if (!target || !title || !value || !('value' in value)) return undefined
      const body = {
        tracker: { id: target.id },
        values: [
          viewOf(title.type).entryOf(value.value, title),
          ...(links ? [{ field_id: links.field_id, parent: { id } }] : []),
        ],
      }
      return bodyOf(api.POST('/artifacts', { body, headers: { 'Idempotency-Key': key.current } }))
    },
    onSuccess: async made => {
      key.current = newRequestKey()
      if (!made || !target) return
      setText('')
      input.current?.focus()
      if ('id' in made) toast(t`${`${target.item_name} #${made.id}`} is created`)
      await Promise.all([
        queries.invalidateQueries({ queryKey: artifactKey(id) }),
        queries.invalidateQueries({ queryKey: ['tracker', target.id, 'rows'] }),
        queries.resetQueries({ queryKey: listChangesKey(target.id) }),
        queries.invalidateQueries({ queryKey: ['projects', artifact.project.id, 'tracker sizes'] }),
      ])
    },
    onError: refusal => {
      // Without an answer the same key goes again: the server creates one artifact.
      if (refusal instanceof ApiError) key.current = newRequestKey()
    },
  })
  if (error) return <FaultList error={error} />
  if (!target)
    return data ? (
      <p className="muted small">
        <Trans>There is no tracker for children.</Trans>
      </p>
    ) : null
  const openForm = () => {
    openNewArtifact(target.id, { parent: id, ...(title && text.trim() !== '' && { [title.name]: text.trim() }) })
    onClose()
  }
  return (
    <form
      className="new-child"
      aria-label={t`New child`}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '' && !create.isPending) create.mutate()
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {offered.length > 1 ? (
        <Select
          label={t`Tracker`}
          isLabelHidden
          value={String(target.id)}
          onChange={value => setChosen(Number(value))}
          options={offered.map(each => ({ value: String(each.id), label: each.label }))}
        />
      ) : (
        <TrackerSquare colour={valueColour(target.color_name)} />
      )}
      <input
        ref={input}
        className="field-input"
        aria-label={t`Title of the new ${target.item_name}`}
        placeholder={t`New ${target.item_name}: title`}
        dir="auto"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" isPending={create.isPending} isDisabled={text.trim() === '' || !title}>
        <Trans>Create</Trans>
      </Button>
      <Button variant="quiet" onPress={openForm}>
        <Trans>More fields</Trans>
      </Button>
      <Button variant="quiet" onPress={onClose}>
        <Trans>Close</Trans>
      </Button>
      {create.error && (
        <div className="new-child-fault">
          <FaultList error={create.error} />
        </div>
      )}
    </form>
  )
}
