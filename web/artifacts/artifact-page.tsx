import { usePrefetchQuery, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, type ReactNode } from 'react'
import { isApiError } from '../api/api-error.ts'
import { lazyPart } from '../app/lazy-part.ts'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { PendingPage } from '../app/pending-page.tsx'
import { useArtifactRefresh } from '../live/use-artifact-refresh.ts'
import { FrameOfProject } from '../projects/project-frame.tsx'
import { projectQuery, rightsQuery, servicesQuery } from '../projects/project-queries.ts'
import { useAccount } from '../session/account.ts'
import { trackerSizesQuery, trackersQuery } from '../trackers/tracker-queries.ts'
import { activityQuery } from './activity/activity-queries.ts'
import { ArtifactProvider } from './artifact-context.tsx'
import { ArtifactPreview, useIsReady, useKnownArtifact, type KnownArtifact } from './artifact-preview.tsx'
import { artifactQuery, subscriptionQuery } from './artifact-queries.ts'
import { ArtifactView } from './artifact-view.tsx'
import { firstLinkedIds, linkedQuery } from './links/link-queries.ts'
import { fullTitleOf } from './words.ts'
import { trackerOf } from './writing/artifact-values.ts'

const TrashedArtifact = lazyPart(() => import('./trashed-artifact.tsx'), 'TrashedArtifact')

const route = getRouteApi('/shell/artifacts/$id')

export const ArtifactPage = () => {
  const { id } = route.useParams()
  const { list, tab } = route.useSearch()
  const number = /^\d{1,15}$/.test(id) ? Number(id) : undefined
  const { data, error } = useQuery({ ...artifactQuery(number ?? 0), enabled: number !== undefined, retry: false })
  useArtifactRefresh(data?.artifact.id)
  const listed = useKnownArtifact(number)
  const isReady = useIsReady(data?.artifact.id)
  const queries = useQueryClient()
  const isSignedIn = Boolean(useAccount())
  // The parts of the page would ask for these only after the artifact is there.
  useEffect(() => {
    if (number !== undefined) void queries.prefetchInfiniteQuery(activityQuery(number))
  }, [number, queries])
  useEffect(() => {
    if (number !== undefined && isSignedIn) void queries.prefetchQuery(subscriptionQuery(number))
  }, [number, isSignedIn, queries])
  const isRefused = isApiError(error, 404) || isApiError(error, 403) || isApiError(error, 400)
  // An artifact that is gone stays in sight, with the texts that the reader is typing.
  if (number === undefined) return <NotFoundPage />
  if (isRefused && !data)
    return isSignedIn ? (
      <Suspense fallback={<PendingPage />}>
        <TrashedArtifact id={number} />
      </Suspense>
    ) : (
      <NotFoundPage />
    )
  if (error && !data) throw error
  const tracker = data && trackerOf(data.artifact)
  if (data && tracker && isReady)
    return (
      <Frame artifact={data.artifact} itemName={tracker.item_name} linked={firstLinkedIds(data.artifact)}>
        <ArtifactProvider key={data.artifact.id} loaded={data} tracker={tracker} isRefused={isRefused}>
          <ArtifactView list={list} tab={tab} />
        </ArtifactProvider>
      </Frame>
    )
  const known = data && tracker ? { row: data.artifact, tracker } : listed
  if (!known) return <PendingPage />
  return (
    <Frame artifact={known.row} itemName={known.tracker.item_name} linked={NOTHING}>
      <ArtifactPreview {...known} />
    </Frame>
  )
}

const NOTHING: readonly number[] = []

interface FrameProps {
  readonly artifact: KnownArtifact['row']
  readonly itemName: string
  /** The artifacts that the links show first. */
  readonly linked: readonly number[]
  readonly children: ReactNode
}

const Frame = ({ artifact, itemName, linked, children }: FrameProps) => {
  const { id } = artifact.project
  // The parts of the frame wait for one after the other.
  usePrefetchQuery(rightsQuery(id))
  usePrefetchQuery(servicesQuery(id))
  usePrefetchQuery(trackersQuery(id))
  usePrefetchQuery(trackerSizesQuery(id))
  const queries = useQueryClient()
  const links = linkedQuery(artifact.id, linked)
  if (linked.length > 0 && !queries.getQueryState(links.queryKey)) void queries.prefetchQuery(links)
  const project = useSuspenseQuery(projectQuery(String(artifact.project.id))).data
  const name = project.shortname
  return (
    <FrameOfProject
      project={project}
      name={name}
      trackerId={artifact.tracker.id}
      title={fullTitleOf(artifact)}
      crumb={artifact.xref}
      crumbs={[
        {
          label: artifact.tracker.label,
          link: { to: '/projects/$project/trackers/$tracker', params: { project: name, tracker: itemName } },
        },
      ]}
      hasOwnHeading
    >
      {children}
    </FrameOfProject>
  )
}
