import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useCommands } from '../../commands/registry.ts'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { IconChevronDown, IconChevronRight, IconClose, IconPlus } from '../../design/icons.tsx'
import { Initials } from '../../design/values/person.tsx'
import { TrackerSquare, ValueBadge } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import type { LinkValue } from '../../fields/shared/values.ts'
import { useArtifact } from '../artifact-context.tsx'
import { artifactKey, type Artifact } from '../artifact-queries.ts'
import { nameOf, titleOf } from '../words.ts'
import { valueOf } from '../writing/artifact-values.ts'
import {
  CHILD,
  childIdsOf,
  firstLinkedIds,
  linkedQuery,
  linkSectionsOf,
  PAGE_SIZE,
  typeLabelOf,
  type Direction,
  type LinkSection,
} from './link-queries.ts'
import type { DirectedLink } from './add-link.tsx'
import './links.css'

const AddLink = lazyPart(() => import('./add-link.tsx'), 'AddLink')
const NewChild = lazyPart(() => import('./new-child.tsx'), 'NewChild')

const directedLinksOf = (value: LinkValue | undefined): readonly DirectedLink[] => [
  ...(value?.links ?? []).map(({ id, type }) => ({ id, direction: 'forward' as const, type: type ?? '' })),
  ...(value?.reverse_links ?? []).map(({ id, type }) => ({ id, direction: 'reverse' as const, type: type ?? '' })),
]

export interface LinksProps {
  /** The address asks for the links: they are scrolled into sight and have the focus. */
  readonly isFirst?: boolean
}

/** Links by type and direction; children as a tree. */
export const Links = ({ isFirst = false }: LinksProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { id, artifact, layout, loaded, writer, isEditable } = useArtifact()
  const [open, setOpen] = useState<'link' | 'child'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = layout.links
  const canEdit = field !== undefined && isEditable(field)
  const value = field && (valueOf(artifact, field.field_id) as LinkValue | undefined)
  const sections = linkSectionsOf(value)
  const { data: linked } = useQuery(linkedQuery(id, firstLinkedIds(artifact)))
  useCommands(
    canEdit
      ? [{ id: 'artifact.link', label: t`Add a link`, keys: 'l', section: t`Artifact`, run: () => setOpen('link') }]
      : [],
  )
  useEffect(() => {
    if (!isFirst) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [isFirst])
  if (!field || (!canEdit && sections.length === 0)) return null

  /** Sends the whole list: links that the reader does not see are kept by the server. */
  const change = async (links: readonly DirectedLink[], changed: readonly DirectedLink[]): Promise<void> => {
    const inDirection = (direction: Direction) => links.filter(link => link.direction === direction)
    const next = {
      field_id: field.field_id,
      label: field.label,
      type: 'art_link',
      links: inDirection('forward'),
      reverse_links: inDirection('reverse'),
      // Links of others are only named when they change: who adds one meanwhile keeps it.
      ...(changed.some(link => link.direction === 'reverse') && { all_links: links }),
    }
    const result = await writer.change([next as unknown as FieldValue], { seen: loaded, isForm: true })
    if (result.kind === 'refused') throw result.error
    await queries.invalidateQueries({ queryKey: artifactKey(id), exact: true })
  }
  const remove = (target: Artifact, { type, direction }: LinkSection) => {
    const present = directedLinksOf(value)
    const rest = present.filter(link => link.id !== target.id || link.type !== type || link.direction !== direction)
    const gone = { id: target.id, type, direction }
    void change(rest, [gone]).then(
      () =>
        toast(t`The link to ${target.xref} is removed`, {
          action: {
            label: t`Undo`,
            run: () => void change([...rest, gone], [gone]).catch(toastError),
          },
        }),
      toastError,
    )
  }
  const canEditReverse = (field.specific_properties as { readonly can_edit_reverse_links?: number } | null)?.[
    'can_edit_reverse_links'
  ]
  return (
    <section aria-label={t`Links`} className="links">
      <div className="artifact-part-head">
        <h2 ref={heading} tabIndex={-1}>
          <Trans>Links</Trans>
        </h2>
        {canEdit && (
          <span className="artifact-part-tools">
            <Button
              variant="quiet"
              size="small"
              onPress={() => setOpen(open === 'link' ? undefined : 'link')}
              aria-expanded={open === 'link'}
            >
              <IconPlus /> <Trans>Link</Trans>
            </Button>
            <Button
              variant="quiet"
              size="small"
              onPress={() => setOpen(open === 'child' ? undefined : 'child')}
              aria-expanded={open === 'child'}
            >
              <IconPlus /> <Trans>Child</Trans>
            </Button>
          </span>
        )}
      </div>
      <Suspense fallback={null}>
        {open === 'link' && (
          <AddLink
            ids={[id]}
            trackerId={artifact.tracker.id}
            project={artifact.project}
            types={field.allowed_types ?? []}
            canBeReverse={canEditReverse === 1}
            present={directedLinksOf(value)}
            onClose={() => setOpen(undefined)}
            onAdd={async added => {
              await change([...directedLinksOf(value), ...added], added)
              setOpen(undefined)
            }}
          />
        )}
        {open === 'child' && <NewChild onClose={() => setOpen(undefined)} />}
      </Suspense>
      {sections.map(section => (
        <Section
          key={`${section.direction} ${section.type}`}
          section={section}
          linked={linked}
          label={typeLabelOf(field, section.type, section.direction)}
          {...(canEdit && (section.direction === 'forward' || canEditReverse === 1) && { onRemove: remove })}
        />
      ))}
      {sections.length === 0 && open === undefined && (
        <p className="muted small">
          <Trans>No links yet.</Trans>
        </p>
      )}
    </section>
  )
}

interface SectionProps {
  readonly section: LinkSection
  readonly linked: ReadonlyMap<number, Artifact> | undefined
  /** The name of the type; undefined: the links have none, or the platform has no such type any more. */
  readonly label: string | undefined
  readonly onRemove?: (target: Artifact, section: LinkSection) => void
}

const Section = ({ section, linked, label, onRemove }: SectionProps) => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const [count, setCount] = useState(PAGE_SIZE)
  const { type, direction, ids } = section
  const more = useQuery(linkedQuery(id, ids.slice(PAGE_SIZE, count))).data
  const targets = ids.slice(0, count).flatMap(each => linked?.get(each) ?? more?.get(each) ?? [])
  const isTree = type === CHILD && direction === 'forward'
  const grandchildren = useQuery(
    linkedQuery(id, isTree ? [...new Set(targets.flatMap(childIdsOf))].slice(0, 2 * PAGE_SIZE) : []),
  ).data
  const name = isTree
    ? t`Children`
    : type === ''
      ? direction === 'forward'
        ? t`Linked to`
        : t`Linked from`
      : (label ?? type)
  return (
    <div className="link-section">
      <div className="link-section-head">
        <b>{name}</b>
        {isTree && targets.length > 0 && <Progress artifacts={targets} isWordy />}
      </div>
      <ul aria-label={name}>
        {targets.map(target => (
          <LinkRow
            key={target.id}
            target={target}
            depth={0}
            above={[id]}
            isTree={isTree}
            known={grandchildren}
            {...(onRemove && { onRemove: () => onRemove(target, section) })}
          />
        ))}
      </ul>
      {ids.length > count && (
        <Button variant="quiet" size="small" onPress={() => setCount(count + PAGE_SIZE)}>
          <Trans>Show more</Trans>{' '}
          <span className="meta">
            <Trans>
              {count} of {ids.length}
            </Trans>
          </span>
        </Button>
      )}
    </div>
  )
}

interface ProgressProps {
  readonly artifacts: readonly Artifact[]
  /** Beside a heading: "3 of 5 closed"; in a row: "3 of 5". */
  readonly isWordy?: boolean
}

const Progress = ({ artifacts, isWordy = false }: ProgressProps) => {
  const closed = artifacts.filter(artifact => !artifact.is_open).length
  const total = artifacts.length
  return (
    <span className="link-progress">
      <progress value={closed} max={total} aria-hidden="true" />
      <span>
        {isWordy ? (
          <Trans>
            {closed} of {total} closed
          </Trans>
        ) : (
          <>
            <span aria-hidden="true">
              <Trans>
                {closed} of {total}
              </Trans>
            </span>
            <span className="visually-hidden">
              <Trans>
                {closed} of {total} children closed
              </Trans>
            </span>
          </>
        )}
      </span>
    </span>
  )
}

interface LinkRowProps {
  readonly target: Artifact
  readonly depth: number
  /** Ids above this row, so that a cycle ends. */
  readonly above: readonly number[]
  readonly isTree: boolean
  /** Children that have been read for the progress of their parents. */
  readonly known: ReadonlyMap<number, Artifact> | undefined
  readonly onRemove?: () => void
}

const MAX_DEPTH = 8

const LinkRow = ({ target, depth, above, isTree, known, onRemove }: LinkRowProps) => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const [isOpen, setOpen] = useState(false)
  const isCycle = above.includes(target.id)
  const childIds = isTree ? childIdsOf(target) : []
  const canOpen = childIds.length > 0 && depth < MAX_DEPTH && !isCycle
  const isKnown = childIds.every(child => known?.has(child))
  const read = useQuery(linkedQuery(id, isOpen && canOpen && !isKnown ? childIds : [])).data
  const children = childIds.flatMap(child => read?.get(child) ?? known?.get(child) ?? [])
  const [person] = target.assignees
  return (
    <li>
      <div className={target.is_open ? 'link-row' : 'link-row link-row-done'}>
        <span className="link-title" style={{ paddingInlineStart: `${depth * 1.375}rem` }}>
          {isTree &&
            (canOpen ? (
              <button
                type="button"
                className="link-twist"
                aria-expanded={isOpen}
                aria-label={t`Children of ${target.xref}`}
                onClick={() => setOpen(!isOpen)}
                onKeyDown={event => {
                  if (event.key === 'ArrowRight') setOpen(true)
                  if (event.key === 'ArrowLeft') setOpen(false)
                }}
              >
                {isOpen ? <IconChevronDown /> : <IconChevronRight />}
              </button>
            ) : (
              <span className="link-twist" />
            ))}
          <TrackerSquare colour={valueColour(target.tracker.color_name)} />
          <span className="meta link-number">{target.id}</span>
          <Link to="/artifacts/$id" params={{ id: String(target.id) }} className="cut" dir="auto">
            {titleOf(target)}
          </Link>
          {isCycle && (
            <span className="meta">
              <Trans>stands above already</Trans>
            </span>
          )}
        </span>
        {canOpen && isKnown && <Progress artifacts={children} />}
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
        <ul aria-label={t`Children of ${target.xref}`}>
          {children.map(child => (
            <LinkRow
              key={child.id}
              target={child}
              depth={depth + 1}
              above={[...above, target.id]}
              isTree
              known={undefined}
            />
          ))}
          {read !== undefined && children.length === 0 && (
            <li className="meta link-none">
              <Trans>No children that you may see</Trans>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
