import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DateTime } from '../design/format.tsx'
import { IconFolder } from '../design/icons.tsx'
import { IconComment, IconFile, IconPeople } from '../design/page-icons.tsx'
import { TrackerSquare, ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import type { Hit } from './search-queries.ts'

interface HitRowProps {
  readonly hit: Hit
  /** As the reader wrote them. */
  readonly words: string
}

/** A hit: where it leads, the line with the words, and its place. */
export const HitRow = ({ hit, words }: HitRowProps) => (
  <li className="hit">
    <span className="hit-icon">{iconOf(hit)}</span>
    <div className="hit-body">
      <HitLink hit={hit}>
        <Marked text={hit.title} words={words} />
      </HitLink>
      {hit.excerpt.length > 0 && (
        <p className="hit-excerpt" dir="auto">
          {hit.excerpt.map(({ text, is_hit: isHit }, index) =>
            isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </p>
      )}
      <p className="hit-place">
        <Place hit={hit} />
      </p>
    </div>
    <span className="hit-end">
      {hit.status && <ValueBadge colour={valueColour(hit.status.color_name)}>{hit.status.label}</ValueBadge>}
      {hit.at !== null && <DateTime value={hit.at} as="relative" />}
    </span>
  </li>
)

const iconOf = ({ type, tracker }: Hit): ReactNode => {
  switch (type) {
    case 'comment':
      return <IconComment />
    case 'file':
      return <IconFile />
    case 'project':
      return <IconFolder />
    case 'user':
      return <IconPeople />
    default:
      return tracker && <TrackerSquare colour={valueColour(tracker.color_name)} />
  }
}

/** The title with the words marked, as the server marks them in texts. */
const Marked = ({ text, words }: { readonly text: string; readonly words: string }) => {
  const wanted = words.split(/\s+/).filter(word => word.length > 1)
  if (wanted.length === 0) return text
  const pattern = new RegExp(`(${wanted.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu')
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}

const HitLink = ({ hit, children }: { readonly hit: Hit; readonly children: ReactNode }) => {
  const { type, id, artifact_id: artifactId, project, tracker, html_url: address } = hit
  const look = { className: 'hit-title', dir: 'auto' }
  if (artifactId !== null)
    return (
      <Link
        {...look}
        to="/artifacts/$id"
        params={{ id: String(artifactId) }}
        {...(type === 'comment' && { hash: `comment-${id}` })}
      >
        {children}
      </Link>
    )
  if (tracker && project)
    return (
      <Link
        {...look}
        to="/projects/$project/trackers/$tracker"
        params={{ project: project.shortname, tracker: String(tracker.id) }}
      >
        {children}
      </Link>
    )
  if (project)
    return (
      <Link {...look} to="/projects/$project" params={{ project: project.shortname }}>
        {children}
      </Link>
    )
  return (
    <a {...look} href={address}>
      {children}
    </a>
  )
}

const Place = ({ hit: { type, project, xref } }: { readonly hit: Hit }) => {
  const place = project ? <bdi>{project.label}</bdi> : null
  switch (type) {
    case 'comment':
      return (
        <Trans>
          {place} · comment on {xref}
        </Trans>
      )
    case 'file':
      return (
        <Trans>
          {place} · attached to {xref}
        </Trans>
      )
    case 'tracker':
      return <Trans>{place} · tracker</Trans>
    case 'project':
      return <Trans>Project</Trans>
    case 'user':
      return xref
    default:
      return (
        <>
          {place} · {xref}
        </>
      )
  }
}
