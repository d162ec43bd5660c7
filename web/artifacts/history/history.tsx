import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Select } from '../../design/controls/select.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { DateTime } from '../../design/format.tsx'
import { IconComment } from '../../design/page-icons.tsx'
import { Initials } from '../../design/values/person.tsx'
import { activityQuery, authorOf, type Entry } from '../activity/activity-queries.ts'
import { ByAgent, Change } from '../activity/changes.tsx'
import { useArtifact } from '../artifact-context.tsx'
import { Difference } from './difference.tsx'
import { fits, KINDS, type HistoryFilter, type Kind } from './history-filter.ts'
import './history.css'

const ANY = ''

/** All changesets, newest first, by person, field and kind; and the difference between any two of them. */
export const History = ({ list }: { readonly list: string | undefined }) => {
  const { t } = useLingui()
  const { id, tracker } = useArtifact()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery(id))
  const [filter, setFilter] = useState<HistoryFilter>({})
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState<number>()
  const entries = data?.pages.flatMap(page => page.items) ?? []
  const isFiltered = Object.values(filter).some(value => value !== undefined)
  const shown = entries.filter(entry => fits(entry, filter))
  const positionOf = (changeset: number | undefined) => entries.findIndex(each => each.changeset_id === changeset)
  const [from, to] = [positionOf(older), positionOf(newer)]
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  // The filter also finds what the page has not loaded yet.
  useEffect(() => {
    if (isFiltered && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [isFiltered, hasNextPage, isFetchingNextPage, error, fetchNextPage])
  const people = [...new Map(entries.flatMap(({ by }) => (by ? [[by.id, by.real_name] as const] : [])))]
  const fields = [
    ...new Map(entries.flatMap(({ changes }) => changes.map(({ field_id, label }) => [field_id, label] as const))),
  ]
  const kindLabels: Readonly<Record<Kind, string>> = {
    comments: t`Comments`,
    values: t`Values`,
    texts: t`Texts`,
    files: t`Attachments`,
    links: t`Links`,
  }
  const choose = (next: HistoryFilter) => setFilter(before => ({ ...before, ...next }))
  return (
    <section aria-label={t`History`} className="history">
      <div className="artifact-part-head">
        <h2 ref={heading} tabIndex={-1}>
          <Trans>History</Trans>
        </h2>
        <span className="artifact-part-tools">
          <Link
            to="/artifacts/$id"
            params={{ id: String(id) }}
            search={list === undefined ? {} : { list }}
            className="button button-quiet button-small"
            resetScroll={false}
          >
            <Trans>Back to the activity</Trans>
          </Link>
        </span>
      </div>
      <div className="history-filter" role="group" aria-label={t`Filter`}>
        <Select
          label={t`Person`}
          value={filter.person === undefined ? ANY : String(filter.person)}
          onChange={value => choose({ person: value === ANY ? undefined : Number(value) })}
          options={[
            { value: ANY, label: t`Everybody` },
            ...people.map(([value, name]) => ({ value: String(value), label: name ?? '?' })),
          ]}
        />
        <Select
          label={t`Field`}
          value={filter.field === undefined ? ANY : String(filter.field)}
          onChange={value => choose({ field: value === ANY ? undefined : Number(value) })}
          options={[
            { value: ANY, label: t`All fields` },
            ...fields.map(([value, label]) => ({ value: String(value), label })),
          ]}
        />
        <Select
          label={t`Kind`}
          value={filter.kind ?? ANY}
          onChange={value => choose({ kind: KINDS.find(kind => kind === value) })}
          options={[
            { value: ANY, label: t`Everything` },
            ...KINDS.map(kind => ({ value: kind, label: kindLabels[kind] })),
          ]}
        />
        <p className="meta" role="status">
          {data && <Plural value={shown.length} one="# changeset" other="# changesets" />}
          {isFetchingNextPage && <Trans>, loading older ones</Trans>}
        </p>
      </div>
      {from > to && to >= 0 && (
        <Difference entries={entries.slice(to, from).toReversed()} older={entries[from]} newer={entries[to]} />
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {shown.length > 0 && (
        <div className="history-scroll">
          <table className="history-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Older</Trans>
                </th>
                <th scope="col">
                  <Trans>Newer</Trans>
                </th>
                <th scope="col">
                  <Trans>Change</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(entry => {
                const number = entry.changeset_id
                const place = positionOf(number)
                const who = authorOf(entry).name
                return (
                  <tr key={number} data-chosen={number === older || number === newer || undefined}>
                    <td>
                      <input
                        type="radio"
                        name={`older ${id}`}
                        aria-label={t`From changeset ${number} of ${who}`}
                        checked={number === older}
                        disabled={to >= 0 && place <= to}
                        onChange={() => setOlder(number)}
                      />
                    </td>
                    <td>
                      <input
                        type="radio"
                        name={`newer ${id}`}
                        aria-label={t`To changeset ${number} of ${who}`}
                        checked={number === newer}
                        disabled={from >= 0 && place >= from}
                        onChange={() => setNewer(number)}
                      />
                    </td>
                    <td>
                      <HistoryEntry
                        entry={entry}
                        field={filter.field}
                        isFirst={!hasNextPage && place === entries.length - 1}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {data && shown.length === 0 && !isFetchingNextPage && (
        <p className="muted">
          <Trans>No changeset fits.</Trans>{' '}
          {isFiltered && (
            <Button size="small" variant="quiet" onPress={() => setFilter({})}>
              <Trans>Remove the filter</Trans>
            </Button>
          )}
        </p>
      )}
      {hasNextPage && !isFiltered && (
        <Button variant="quiet" size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          <Trans>Show older</Trans>
        </Button>
      )}
      {tracker.fields.length > 0 && entries.length > 1 && from < 0 && (
        <p className="meta">
          <Trans>Choose an older and a newer changeset to see what became of the artifact between them.</Trans>
        </p>
      )}
    </section>
  )
}

interface HistoryEntryProps {
  readonly entry: Entry
  /** Only the changes of this field. */
  readonly field: number | undefined
  readonly isFirst: boolean
}

const HistoryEntry = ({ entry, field, isFirst }: HistoryEntryProps) => {
  const author = authorOf(entry)
  const changes = entry.changes.filter(change => field === undefined || change.field_id === field)
  return (
    <>
      <p className="history-head">
        <Initials name={author.name} id={author.id} /> <b>{author.name}</b>
        <ByAgent agent={entry.agent} />
        <a className="meta" href={`#comment-${entry.changeset_id}`}>
          <DateTime value={entry.at} />
        </a>
        <span className="meta">#{entry.changeset_id}</span>
        {isFirst && (
          <span className="meta">
            <Trans>opened the artifact</Trans>
          </span>
        )}
        {entry.comment && (
          <span className="meta history-comment">
            <IconComment /> <Trans>with a comment</Trans>
          </span>
        )}
      </p>
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map(change => (
            <li key={change.field_id}>
              <Change change={change} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
