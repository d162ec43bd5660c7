import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, type KeyboardEvent } from 'react'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { Segments } from '../design/controls/segments.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { Page } from '../design/layout/page.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { myProjectsQuery } from '../projects/project-queries.ts'
import { useAccount } from '../session/account.ts'
import { trackersQuery } from '../trackers/tracker-queries.ts'
import { HIT_TYPES, TIMES, type HitType, type SearchAddress, type Within } from './search-address.ts'
import { HitRow } from './hit-row.tsx'
import { HITS_PER_PAGE, isSearchable, searchHitsQuery, type SearchAnswer } from './search-queries.ts'
import './search.css'

const route = getRouteApi('/shell/search')

/** One search over everything that the reader may see. */
export const SearchPage = () => {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate()
  const { q = '', offset = 0 } = search
  const hits = useQuery(searchHitsQuery(search))
  const isAsked = isSearchable(q)
  // The first page of all kinds, which the reader often comes from, has the numbers for the list of kinds.
  const all = useQuery(searchHitsQuery({ ...search, type: undefined, offset: undefined })).data
  const go = (change: SearchAddress) =>
    void navigate({ to: '/search', search: clean({ ...search, offset: undefined, ...change }), replace: true })
  /** `#12` and `bug #12` lead to the artifact at once. */
  const follow = (text: string) => {
    const id = /^(?:\S+ ?)?#(\d{1,15})$/.exec(text)?.[1]
    if (id !== undefined) void navigate({ to: '/artifacts/$id', params: { id } })
    else go({ q: text || undefined })
  }
  return (
    <Page title={t`Search`}>
      <div className="search-page">
        <SearchBar label={t`Search everything`} value={q} onSearch={follow} />
        <div className="search-line">
          <span role="status">{isAsked && hits.data && !hits.isPlaceholderData && <Count answer={hits.data} />}</span>
          <Segments
            label={t`Sort`}
            segments={[
              { value: 'best', label: t`Best first` },
              { value: 'newest', label: t`Newest first` },
            ]}
            value={search.sort ?? 'best'}
            onChange={value => go({ sort: value === 'newest' ? 'newest' : undefined })}
          />
        </div>
        <div className="search-columns">
          <Filters search={search} totals={all} onChange={go} />
          <div aria-busy={hits.isFetching}>
            {!isAsked ? (
              <EmptyState title={t`What are you looking for?`}>
                <Trans>Words of titles, texts, comments and names of files, or a number. Two letters at least.</Trans>
              </EmptyState>
            ) : hits.error && !hits.data ? (
              <ErrorState error={hits.error} onRetry={() => void hits.refetch()} />
            ) : !hits.data ? (
              <Skeleton lines={8} />
            ) : hits.data.hits.length === 0 ? (
              <Nothing search={search} onChange={go} />
            ) : (
              <Hits answer={hits.data} words={q} />
            )}
            {hits.data && (
              <Pagination
                offset={offset}
                limit={HITS_PER_PAGE}
                total={Math.min(countOf(hits.data), MAX_REACHED)}
                onChange={next => go({ offset: next || undefined })}
              />
            )}
          </div>
        </div>
      </div>
    </Page>
  )
}

/** The server pages no further. */
const MAX_REACHED = 1_000

const clean = (search: SearchAddress): SearchAddress =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

const countOf = ({ totals }: SearchAnswer): number => Object.values(totals).reduce((sum, count) => sum + count, 0)

const Count = ({ answer }: { readonly answer: SearchAnswer }) => {
  const count = countOf(answer)
  return answer.more_than.length > 0 ? (
    <Trans>More than {count} hits</Trans>
  ) : (
    <Plural value={count} one="# hit" other="# hits" />
  )
}

const Hits = ({ answer, words }: { readonly answer: SearchAnswer; readonly words: string }) => {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.hit-title') ?? [])]
    const next = links[links.indexOf(document.activeElement as HTMLElement) + by]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <ul ref={list} className="hits" aria-label={t`Hits`} onKeyDown={onKeyDown}>
      {answer.hits.map(hit => (
        <HitRow key={`${hit.type} ${hit.id} ${hit.title}`} hit={hit} words={words} />
      ))}
    </ul>
  )
}

const Nothing = ({
  search,
  onChange,
}: {
  readonly search: SearchAddress
  readonly onChange: (change: SearchAddress) => void
}) => {
  const { t } = useLingui()
  const isLimited = [search.type, search.project, search.tracker, search.within].some(value => value !== undefined)
  return (
    <EmptyState title={t`Nothing found`}>
      {isLimited ? (
        <button
          type="button"
          className="button button-secondary button-small"
          onClick={() => onChange({ type: undefined, project: undefined, tracker: undefined, within: undefined })}
        >
          <Trans>Search everywhere</Trans>
        </button>
      ) : (
        <Trans>Every word must be in the same text. Try fewer words, or their beginnings.</Trans>
      )}
    </EmptyState>
  )
}

interface FiltersProps {
  readonly search: SearchAddress
  readonly totals: SearchAnswer | undefined
  readonly onChange: (change: SearchAddress) => void
}

/** Kinds with their numbers, projects, trackers and times. */
const Filters = ({ search, totals, onChange }: FiltersProps) => {
  const { t } = useLingui()
  const account = useAccount()
  const projects = useQuery({ ...myProjectsQuery, enabled: Boolean(account) }).data?.items ?? []
  const trackers = useQuery({ ...trackersQuery(search.project ?? 0), enabled: search.project !== undefined }).data
  const kinds = useKinds()
  const times: Readonly<Record<Within, string>> = {
    week: t`Last 7 days`,
    month: t`Last 30 days`,
    year: t`Last year`,
  }
  return (
    <nav className="search-filters" aria-label={t`Limit the search`}>
      <Choices
        label={t`Kind`}
        value={search.type}
        none={t`Everything`}
        choices={HIT_TYPES.map(kind => ({
          value: kind,
          label: kinds[kind],
          count: totals?.totals[kind],
          isMore: totals?.more_than.includes(kind) === true,
        })).filter(({ value, count }) => value === search.type || count !== 0)}
        onChange={value => onChange({ type: value })}
      />
      {projects.length > 0 && (
        <Choices
          label={t`Project`}
          value={search.project}
          none={t`All projects`}
          choices={projects.map(({ id, label }) => ({ value: id, label }))}
          onChange={value => onChange({ project: value, tracker: undefined })}
        />
      )}
      {trackers && (
        <Choices
          label={t`Tracker`}
          value={search.tracker}
          none={t`All trackers`}
          choices={trackers.items.map(({ id, label }) => ({ value: id, label }))}
          onChange={value => onChange({ tracker: value })}
        />
      )}
      <Choices
        label={t`Changed`}
        value={search.within}
        none={t`Any time`}
        choices={TIMES.map(value => ({ value, label: times[value] }))}
        onChange={value => onChange({ within: value })}
      />
    </nav>
  )
}

const useKinds = (): Readonly<Record<HitType, string>> => {
  const { t } = useLingui()
  return {
    artifact: t`Artifacts`,
    comment: t`Comments`,
    file: t`Files`,
    tracker: t`Trackers`,
    project: t`Projects`,
    user: t`People`,
  }
}

interface Choice<Value> {
  readonly value: Value
  readonly label: string
  readonly count?: number | undefined
  readonly isMore?: boolean
}

interface ChoicesProps<Value> {
  readonly label: string
  readonly value: Value | undefined
  /** Name of no limit. */
  readonly none: string
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value | undefined) => void
}

const Choices = <Value extends string | number>({ label, value, none, choices, onChange }: ChoicesProps<Value>) => (
  <div className="search-choices" role="group" aria-label={label}>
    <span className="search-choices-label" aria-hidden="true">
      {label}
    </span>
    <button type="button" aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
      {none}
    </button>
    {choices.map(choice => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={value === choice.value}
        onClick={() => onChange(choice.value)}
      >
        <bdi className="cut">{choice.label}</bdi>
        {choice.count !== undefined && (
          <span className="search-choice-count">
            {choice.count}
            {choice.isMore === true && '+'}
          </span>
        )}
      </button>
    ))}
  </div>
)
