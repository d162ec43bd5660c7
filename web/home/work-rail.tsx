import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { Part } from '../design/layout/part.tsx'
import { ProjectMark } from '../design/layout/project-mark.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { InboxPart } from '../inbox/inbox-part.tsx'
import { myProjectsQuery } from '../projects/project-queries.ts'
import type { Account } from '../session/account.ts'
import { historyQuery } from '../session/history-query.ts'
import { trackerSizesQuery } from '../trackers/tracker-queries.ts'
import type { Tab } from './home-search.ts'

/** Projects with their trackers: each is a request. */
const MAX_OPEN_PROJECTS = 4
const MAX_RECENT = 5

/** Beside the work: what the reader had open last, and their projects with the trackers. */
export const WorkRail = ({ account, tab }: { readonly account: Account; readonly tab: Tab }) => (
  <div className="work-rail">
    {tab !== 'inbox' && <InboxPart />}
    <MyProjects account={account} />
    {tab !== 'recent' && <RecentlySeen account={account} />}
  </div>
)

const RecentlySeen = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const { data = [] } = useQuery(historyQuery(account))
  if (data.length === 0) return null
  return (
    <Part title={t`Recent`}>
      <ul className="work-list" aria-label={t`Recent`}>
        {data.slice(0, MAX_RECENT).map(entry => (
          <li key={entry.per_type_id} className="work-row work-row-short">
            <TrackerSquare colour={valueColour(entry.color_name)} />
            <Link
              to="/artifacts/$id"
              params={{ id: String(entry.per_type_id) }}
              className="row-link work-link cut"
              dir="auto"
            >
              {entry.title || entry.xref}
            </Link>
            <span className="work-number">{entry.per_type_id}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const MyProjects = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const projects = useQuery(myProjectsQuery).data
  const used = useQuery(historyQuery(account)).data ?? []
  const places = [...new Set(used.map(({ project }) => project.id))]
  const placeOf = (id: number): number => (places.includes(id) ? places.indexOf(id) : places.length)
  const sorted = (projects?.items ?? []).toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
  const open = sorted.slice(0, MAX_OPEN_PROJECTS)
  const sizes = useQueries({ queries: open.map(({ id }) => trackerSizesQuery(id)) })
  return (
    <Part
      title={t`My projects`}
      tools={
        projects &&
        projects.total > MAX_OPEN_PROJECTS && (
          <Link to="/projects" className="part-link">
            <Trans>All</Trans> <FormattedNumber value={projects.total} />
          </Link>
        )
      }
    >
      {!projects ? (
        <Skeleton lines={4} />
      ) : projects.items.length === 0 ? (
        <EmptyState
          title={t`You are in no project yet`}
          action={
            account.can_create_projects && (
              <Link to="/new-project" className="button button-secondary button-small">
                <Trans>New project</Trans>
              </Link>
            )
          }
        />
      ) : (
        <ul className="work-projects">
          {sorted.map(({ id, label, shortname }, at) => {
            const trackers = [...(sizes[at]?.data ?? [])]
            return (
              <li key={id}>
                <div className="work-row work-row-short">
                  <ProjectMark label={label} id={id} />
                  <Link
                    to="/projects/$project"
                    params={{ project: shortname }}
                    className="row-link work-link cut"
                    dir="auto"
                  >
                    {label}
                  </Link>
                  {trackers.length > 0 && (
                    <span className="work-number">
                      <Trans>
                        <FormattedNumber value={trackers.reduce((sum, [, { open: count }]) => sum + count, 0)} /> open
                      </Trans>
                    </span>
                  )}
                </div>
                {trackers.length > 0 && (
                  <ul className="work-trackers">
                    {trackers.map(([trackerId, tracker]) => (
                      <li key={trackerId}>
                        <Link
                          to="/projects/$project/trackers/$tracker"
                          params={{ project: shortname, tracker: tracker.itemName }}
                          dir="auto"
                        >
                          <TrackerSquare colour={valueColour(tracker.colour)} />
                          <span className="cut">{tracker.label}</span>
                          <span className="work-number">
                            <FormattedNumber value={tracker.open} />
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Part>
  )
}
