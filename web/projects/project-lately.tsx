import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { Entry } from '../artifacts/activity/activity-queries.ts'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { Avatar } from '../design/values/avatar.tsx'
import { ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { trackerSizesQuery } from '../trackers/tracker-queries.ts'
import { lastChangeQuery, latelyQuery, type ChangedArtifact } from './lately-query.ts'

/** Tells in sentences who changed which artifacts of the project lately. */
export const LatelyList = ({ projectId }: { readonly projectId: number }) => {
  const { t } = useLingui()
  const sizes = useQuery(trackerSizesQuery(projectId))
  const ids = [...(sizes.data ?? [])]
    .filter(([, { artifacts }]) => artifacts > 0)
    .toSorted(([, one], [, other]) => other.open - one.open)
    .map(([id]) => id)
  const lately = useQuery({ ...latelyQuery(projectId, ids), enabled: ids.length > 0 })
  const failed = [sizes, lately].find(({ error, data }) => error && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!sizes.data || (ids.length > 0 && !lately.data)) return <Skeleton lines={5} />
  if (!lately.data || lately.data.length === 0)
    return (
      <EmptyState title={t`Nothing happened yet`}>{t`Artifacts that people open or change stand here.`}</EmptyState>
    )
  const days = Map.groupBy(lately.data, ({ last_modified_date: time }) => dayOf(time))
  return (
    <>
      {[...days].map(([day, artifacts]) => (
        <section key={day} className="lately-day">
          <h3>
            <DayName time={artifacts[0]?.last_modified_date ?? day} />
          </h3>
          <ul className="lately">
            {artifacts.map(artifact => (
              <LatelyRow key={artifact.id} artifact={artifact} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const DAY_MS = 86_400_000

/** The day of a time, in the zone in which the server wrote it. */
const dayOf = (time: string): string => time.slice(0, 10)

/** How many days ago it was by the calendar of that zone: 0 is today. */
const daysSince = (time: string): number => {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? []
  const zoneMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const today = dayOf(new Date(Date.now() + zoneMs).toISOString())
  return Math.round((Date.parse(today) - Date.parse(dayOf(time))) / DAY_MS)
}

const DayName = ({ time }: { readonly time: string }) => {
  const days = daysSince(time)
  if (days === 0) return <Trans>Today</Trans>
  if (days === 1) return <Trans>Yesterday</Trans>
  return <DateTime value={time} as="day" />
}

const LatelyRow = ({ artifact }: { readonly artifact: ChangedArtifact }) => {
  const isNew = artifact.last_modified_date === artifact.submitted_on
  const last = useQuery({ ...lastChangeQuery(artifact), enabled: !isNew }).data
  const person = isNew ? artifact.submitted_by_user : (last?.by ?? artifact.last_update_by_user)
  const who = <strong>{person.real_name || person.display_name}</strong>
  const what = (
    <Link to="/artifacts/$id" params={{ id: String(artifact.id) }} className="lately-link">
      <bdi>{artifact.title || artifact.xref}</bdi>
    </Link>
  )
  return (
    <li>
      <Avatar user={person} size={20} />
      <span className="lately-text">
        {isNew ? (
          <Trans>
            {who} opened {what}
          </Trans>
        ) : (
          <ChangeSentence artifact={artifact} last={last ?? undefined} who={who} what={what} />
        )}{' '}
        <span className="lately-xref">{artifact.xref}</span>
      </span>
      <span className="lately-time">
        <DateTime value={artifact.last_modified_date} as="relative" />
      </span>
    </li>
  )
}

interface ChangeSentenceProps {
  readonly artifact: ChangedArtifact
  /** Undefined until it is there, or where the reader sees none. */
  readonly last: Entry | undefined
  readonly who: ReactNode
  readonly what: ReactNode
}

/** A comment by its first words, a new status by its badge, another change by its field and value. */
const ChangeSentence = ({ artifact, last, who, what }: ChangeSentenceProps) => {
  const words = useMemo(() => firstWords(last), [last])
  if (words !== '')
    return (
      <Trans>
        {who} commented on {what}: <q dir="auto">{words}</q>
      </Trans>
    )
  const status = artifact.full_status
  const changes = last?.changes ?? []
  const step = status && changes.find(({ after }) => shortText(after) === status.value)
  if (step) {
    const badge = <ValueBadge colour={valueColour(status.color)}>{status.value}</ValueBadge>
    const more = changes.length - 1
    return more === 0 ? (
      <Trans>
        {who} moved {what} to {badge}
      </Trans>
    ) : (
      <Trans>
        {who} moved {what} to {badge} and changed <Plural value={more} one="# more field" other="# more fields" />
      </Trans>
    )
  }
  const [first, ...others] = changes
  if (!first)
    return (
      <Trans>
        {who} changed {what}
      </Trans>
    )
  const field = <b dir="auto">{first.label}</b>
  if (others.length > 0) {
    const more = others.length
    return (
      <Trans>
        {who} changed {field} and <Plural value={more} one="# more field" other="# more fields" /> of {what}
      </Trans>
    )
  }
  const value = shortText(first.after)
  if (value === '')
    return first.after === null ? (
      <Trans>
        {who} emptied {field} of {what}
      </Trans>
    ) : (
      <Trans>
        {who} changed {field} of {what}
      </Trans>
    )
  const shown = DATE_TYPES.has(first.type) ? <DateTime value={value} as="day" /> : <bdi>{value}</bdi>
  return (
    <Trans>
      {who} set {field} of {what} to {shown}
    </Trans>
  )
}

const DATE_TYPES = new Set(['date', 'lud', 'subon'])
const MAX_VALUE = 60
const MAX_WORDS = 140

type Members = Entry['changes'][number]['after']

/** A value that is short enough for a sentence: a number, a line of text, a date, or the values of a list. */
const shortText = (members: Members): string => {
  const { value, values } = (members ?? {}) as { readonly value?: unknown; readonly values?: unknown }
  const text =
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : Array.isArray(values)
        ? values.map(labelOf).join(', ')
        : ''
  return text.length > MAX_VALUE || text.includes('\n') || text.includes('<') ? '' : text
}

const labelOf = (value: unknown): string => {
  const { label, real_name, display_name } = value as Partial<Record<string, unknown>>
  return [label, real_name, display_name].find(each => typeof each === 'string' && each !== '')?.toString() ?? ''
}

/** The first words of a comment as plain text. The parser runs no scripts and loads nothing. */
const firstWords = (last: Entry | undefined): string => {
  const html = last?.comment?.is_deleted === false ? last.comment.post_processed_body : ''
  if (html === '') return ''
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\s+/g, ' ').trim()
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).replace(/\s\S*$/, '')}…` : text
}
