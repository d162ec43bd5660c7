import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import type { LinkProps } from '@tanstack/react-router'
import { lazyPart } from '../app/lazy-part.ts'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { Page } from '../design/layout/page.tsx'
import { TabLink, TabList } from '../design/layout/tabs.tsx'
import { IconChevronDown } from '../design/icons.tsx'
import type { Account } from '../session/account.ts'
import { Today } from './today.tsx'
import { useUnread } from '../inbox/inbox-count.ts'
import { draftCountQuery } from './draft-queries.ts'
import { TABS, type HomeSearch, type Tab } from './home-search.ts'
import './my-work.css'
import { RecentList } from './recent-list.tsx'
import { useWorkPanel } from './use-work-panel.ts'
import { WorkRail } from './work-rail.tsx'
import { ownArtifactsQuery } from './work-queries.ts'
import { AssignedView, SubmittedView } from './work-views.tsx'

const ArtifactPanel = lazyPart(() => import('../artifacts/artifact-panel.tsx'), 'ArtifactPanel')
const InboxView = lazyPart(() => import('../inbox/inbox-view.tsx'), 'InboxView')
const DraftsView = lazyPart(() => import('./drafts-view.tsx'), 'DraftsView')

const route = getRouteApi('/shell/')

/** The start page of somebody who is signed in: the artifacts that wait for them, and the way back to what they did. */
export const MyWork = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const search = route.useSearch()
  const { tab = 'assigned', group = 'date', show, open } = search
  const assigned = useQuery(ownArtifactsQuery('assigned_to')).data?.total
  const submitted = useQuery(ownArtifactsQuery('submitted_by')).data?.total
  const unread = useUnread()
  const drafts = useQuery(draftCountQuery(account.user.id)).data
  const list = useRef<HTMLDivElement>(null)
  const { onKeyDown, edits, close } = useWorkPanel(list, search)
  const linkTo = (next: HomeSearch) => ({ to: '/', search: next }) as LinkProps
  const tabs: Readonly<Record<Tab, { readonly label: string; readonly count?: number | undefined }>> = {
    assigned: { label: t`Assigned`, count: assigned },
    inbox: { label: t`Inbox`, count: unread },
    submitted: { label: t`Submitted`, count: submitted },
    recent: { label: t`Recent` },
    drafts: { label: t`Drafts`, count: drafts },
  }
  return (
    <Page title={t`My work`} hasOwnHeading>
      <div className="work-head">
        <h1>
          <Trans>My work</Trans>
        </h1>
        <Today />
      </div>
      <div className="work-tabs">
        <TabList label={t`My work`}>
          {TABS.map(each => (
            <TabLink
              key={each}
              link={linkTo(each === 'assigned' ? {} : { tab: each })}
              isCurrent={each === tab}
              count={tabs[each].count}
            >
              {tabs[each].label}
            </TabLink>
          ))}
        </TabList>
        {tab === 'assigned' && (
          <Menu
            label={group === 'date' ? t`Group by due date` : t`Group by tracker`}
            text={group === 'date' ? t`By due date` : t`By tracker`}
            icon={<IconChevronDown />}
          >
            <MenuItem href="/">{t`By due date`}</MenuItem>
            <MenuItem href="/?group=tracker">{t`By tracker`}</MenuItem>
          </Menu>
        )}
      </div>
      <div className={open === undefined ? 'work' : 'work work-with-panel'}>
        <div className="work-main" ref={list} onKeyDown={onKeyDown}>
          {tab === 'assigned' && <AssignedView account={account} group={group} open={open} />}
          {tab === 'inbox' && (
            <Suspense fallback={<Skeleton lines={6} />}>
              <InboxView key={show ?? ''} shown={show} open={open} />
            </Suspense>
          )}
          {tab === 'submitted' && <SubmittedView account={account} open={open} />}
          {tab === 'recent' && <RecentList account={account} open={open} />}
          {tab === 'drafts' && (
            <Suspense fallback={<Skeleton lines={4} />}>
              <DraftsView account={account} />
            </Suspense>
          )}
        </div>
        {open === undefined ? (
          <WorkRail account={account} tab={tab} />
        ) : (
          <Suspense fallback={<aside className="panel" aria-busy="true" />}>
            <ArtifactPanel key={open} id={open} edits={edits} onClose={close} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
