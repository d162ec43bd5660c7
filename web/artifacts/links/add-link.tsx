import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Select } from '../../design/controls/select.tsx'
import { FaultList } from '../../design/feedback/error-state.tsx'
import { projectListQuery } from '../../projects/project-queries.ts'
import { useAccount } from '../../session/account.ts'
import { historyQuery } from '../../session/history-query.ts'
import { trackersQuery } from '../../trackers/tracker-queries.ts'
import { findTargets, MAX_FOUND, type LinkTarget } from '../../fields/markdown/find-targets.ts'
import type { Direction } from './link-queries.ts'

/** A link with its direction, as the server takes all links of an artifact. */
export interface DirectedLink {
  readonly id: number
  readonly direction: Direction
  readonly type: string
}

export interface AddLinkProps {
  /** The artifacts that get the link: they are no targets of it. */
  readonly ids: readonly number[]
  /** Of these artifacts: its other artifacts are offered first. */
  readonly trackerId: number
  readonly project: { readonly id: number; readonly label: string }
  readonly types: readonly {
    readonly shortname: string
    readonly forward_label: string
    readonly reverse_label: string
  }[]
  /** The field also offers links from other artifacts to this one. */
  readonly canBeReverse: boolean
  readonly present: readonly DirectedLink[]
  /** Adds them and takes the form away, or throws an ApiError. */
  readonly onAdd: (links: readonly DirectedLink[]) => Promise<void>
  readonly onClose: () => void
}

const PAUSE_MS = 150
const MAX_PROJECTS = 50

/** Type with its direction, then artifacts by number or words of the title, in this or another project; several at once. */
export const AddLink = (props: AddLinkProps) => {
  const { ids, trackerId, project: own, types, canBeReverse, present, onAdd, onClose } = props
  const { t } = useLingui()
  const [projectId, setProjectId] = useState(own.id)
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState('forward ')
  const [direction, type] = kind.split(' ') as [Direction, string]
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
  const projects = useQuery(projectListQuery({ limit: MAX_PROJECTS, isMine: true })).data?.items ?? []
  const trackers = useQuery(trackersQuery(projectId)).data?.items
  // The artifacts of this tracker come first.
  const trackerIds = trackers
    ?.map(each => each.id)
    .toSorted((one, other) => Number(other === trackerId) - Number(one === trackerId))
  const { data, error: searchError } = useQuery({
    queryKey: ['link targets', trackerIds, settled],
    queryFn: ({ signal }) => findTargets({ text: settled, trackerIds: trackerIds ?? [] }, signal),
    enabled: settled !== '' && trackerIds !== undefined,
    placeholderData: keepPreviousData,
  })
  const recent = useQuery({
    ...historyQuery(useAccount()),
    select: entries =>
      entries
        .slice(0, MAX_FOUND)
        .map(({ per_type_id, xref, title }): LinkTarget => ({ id: per_type_id, xref: xref ?? '', title })),
  }).data
  const isPresent = (target: LinkTarget): boolean =>
    ids.includes(target.id) ||
    present.some(link => link.id === target.id && link.type === type && link.direction === direction)
  const found = ((settled === '' ? recent : data) ?? []).filter(
    target => !isPresent(target) && !chosen.some(each => each.id === target.id),
  )
  const shown = [...chosen, ...found]
  const typed = types.filter(each => each.shortname !== '')
  const others = projects.filter(project => project.id !== own.id)
  const add = async (targets: readonly LinkTarget[]) => {
    if (targets.length === 0) return
    setPending(true)
    setError(undefined)
    try {
      await onAdd(targets.map(target => ({ id: target.id, type, direction })))
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
        value={kind}
        onChange={setKind}
        options={[
          { value: 'forward ', label: t`Linked to` },
          ...typed.map(each => ({ value: `forward ${each.shortname}`, label: each.forward_label })),
          ...(canBeReverse
            ? [
                { value: 'reverse ', label: t`Linked from` },
                ...typed.map(each => ({ value: `reverse ${each.shortname}`, label: each.reverse_label })),
              ]
            : []),
        ]}
      />
      {others.length > 0 && (
        <Select
          label={t`Project`}
          isLabelHidden
          value={String(projectId)}
          onChange={value => setProjectId(Number(value))}
          options={[own, ...others].map(project => ({ value: String(project.id), label: project.label }))}
        />
      )}
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
      {(error ?? searchError ?? undefined) !== undefined && (
        <div className="add-link-fault">
          <FaultList error={error ?? searchError} />
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
          <p className="meta link-none">
            {settled !== '' && data === undefined && !searchError ? t`Searching…` : t`Nothing found`}
          </p>
        )}
      </div>
    </form>
  )
}
