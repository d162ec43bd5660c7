import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { IconChevronDown, IconChevronRight, IconClose, IconPlus } from '../../design/icons.tsx'
import { Initials } from '../../design/values/person.tsx'
import { TrackerSquare, ValueBadge } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import { useArtifact } from '../artifact-context.tsx'
import type { Artifact } from '../artifact-queries.ts'
import { nameOf } from '../words.ts'
import { valueOf } from '../writing/artifact-values.ts'
import { AddLink } from './add-link.tsx'
import { childrenQuery, linksKey, linksQuery, type LinkSection } from './link-queries.ts'
import './links.css'

/** `_is_child` from this artifact. */
const CHILD = '_is_child'

interface StoredLink {
  readonly id: number
  readonly type: string | null
}
type LinkValue = FieldValue & { readonly links: readonly StoredLink[] }

/** Links by type and direction; children as a tree. */
export const Links = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { id, artifact, layout, loaded, writer, isEditable } = useArtifact()
  const { data } = useQuery(linksQuery(id))
  const [isAdding, setAdding] = useState(false)
  const field = layout.links
  const canEdit = field !== undefined && isEditable(field)
  useCommands(
    canEdit
      ? [{ id: 'artifact.link', label: t`Add a link`, keys: 'l', section: t`Artifact`, run: () => setAdding(true) }]
      : [],
  )
  if (!field || (!canEdit && data?.length === 0)) return null
  const value = valueOf(artifact, field.field_id) as LinkValue | undefined

  /** Sends the whole list: links that the reader does not see are kept by the server. */
  const change = async (links: readonly StoredLink[]): Promise<void> => {
    const next = { field_id: field.field_id, label: field.label, type: 'art_link', links, reverse_links: [] }
    const result = await writer.change([next as unknown as FieldValue], { seen: loaded, isForm: true })
    if (result.kind === 'refused') throw result.error
    await queries.invalidateQueries({ queryKey: linksKey(id) })
    await queries.invalidateQueries({ queryKey: ['artifact', id], exact: true })
  }
  const present = value?.links ?? []
  const remove = (target: Artifact, section: LinkSection) => {
    const rest = present.filter(link => link.id !== target.id || (link.type ?? '') !== section.type)
    void change(rest).then(
      () =>
        toast(t`The link to ${target.xref} is removed`, {
          action: {
            label: t`Undo`,
            run: () => void change([...rest, { id: target.id, type: section.type }]).catch(toastError),
          },
        }),
      toastError,
    )
  }
  return (
    <section aria-label={t`Links`} className="links">
      <div className="artifact-part-head">
        <h2>
          <Trans>Links</Trans>
        </h2>
        {canEdit && (
          <span className="artifact-part-tools">
            <Button variant="quiet" size="small" onPress={() => setAdding(!isAdding)} aria-expanded={isAdding}>
              <IconPlus /> <Trans>Link</Trans>
            </Button>
          </span>
        )}
      </div>
      {isAdding && (
        <AddLink
          types={field.allowed_types ?? []}
          present={present}
          onClose={() => setAdding(false)}
          onAdd={async (targets, type) => change([...present, ...targets.map(target => ({ id: target, type }))])}
        />
      )}
      {data?.map(section => (
        <div key={`${section.direction} ${section.type}`} className="link-section">
          <div className="link-section-head">
            <b>{section.type === CHILD && section.direction === 'forward' ? t`Children` : section.label}</b>
            {section.type === CHILD && section.direction === 'forward' && <Closed artifacts={section.artifacts} />}
          </div>
          <ul>
            {section.artifacts.map(target => (
              <LinkRow
                key={target.id}
                target={target}
                depth={0}
                above={[id]}
                isTree={section.type === CHILD && section.direction === 'forward'}
                {...(canEdit && section.direction === 'forward' && { onRemove: () => remove(target, section) })}
              />
            ))}
          </ul>
          {section.total > section.artifacts.length && (
            <p className="meta">
              <Trans>
                {section.artifacts.length} of {section.total}
              </Trans>
            </p>
          )}
        </div>
      ))}
      {data?.length === 0 && !isAdding && (
        <p className="muted small">
          <Trans>No links yet.</Trans>
        </p>
      )}
    </section>
  )
}

const Closed = ({ artifacts }: { readonly artifacts: readonly Artifact[] }) => {
  const closed = artifacts.filter(artifact => !artifact.is_open).length
  return (
    <span>
      <Trans>
        {closed} of {artifacts.length} closed
      </Trans>
    </span>
  )
}

interface LinkRowProps {
  readonly target: Artifact
  readonly depth: number
  /** Ids above this row, so that a cycle ends. */
  readonly above: readonly number[]
  readonly isTree: boolean
  readonly onRemove?: () => void
}

const MAX_DEPTH = 8

const LinkRow = ({ target, depth, above, isTree, onRemove }: LinkRowProps) => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const canOpen = isTree && depth < MAX_DEPTH && !above.includes(target.id)
  const children = useQuery({ ...childrenQuery(target.id), enabled: isOpen && canOpen }).data
  const [person] = target.assignees
  return (
    <li>
      <div className={target.is_open ? 'link-row' : 'link-row link-row-done'}>
        <span className="link-title" style={{ paddingInlineStart: `${depth * 1.375}rem` }}>
          {isTree && (
            <button
              type="button"
              className="link-twist"
              aria-expanded={isOpen}
              aria-label={t`Children of ${target.xref}`}
              disabled={!canOpen}
              onClick={() => setOpen(!isOpen)}
              onKeyDown={event => {
                if (event.key === 'ArrowRight') setOpen(true)
                if (event.key === 'ArrowLeft') setOpen(false)
              }}
            >
              {isOpen ? <IconChevronDown /> : <IconChevronRight />}
            </button>
          )}
          <TrackerSquare colour={valueColour(target.tracker.color_name)} />
          <span className="meta">{target.id}</span>
          <Link to="/artifacts/$id" params={{ id: String(target.id) }} className="cut" dir="auto">
            {target.title === null || target.title === '' ? target.xref : target.title}
          </Link>
        </span>
        {target.full_status !== null && (
          <ValueBadge colour={valueColour(target.full_status.color)}>{target.full_status.value}</ValueBadge>
        )}
        {person && (
          <span title={nameOf(person)}>
            <Initials name={nameOf(person)} id={person.id} />
            <span className="visually-hidden">{nameOf(person)}</span>
          </span>
        )}
        {onRemove && (
          <IconButton label={t`Remove the link to ${target.xref}`} size="small" onPress={onRemove}>
            <IconClose />
          </IconButton>
        )}
      </div>
      {isOpen && canOpen && (
        <ul>
          {children?.map(child => (
            <LinkRow key={child.id} target={child} depth={depth + 1} above={[...above, target.id]} isTree />
          ))}
          {children?.length === 0 && (
            <li className="meta link-none">
              <Trans>No children</Trans>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
