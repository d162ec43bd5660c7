import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '../api/api-error.ts'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { PendingPage } from '../app/pending-page.tsx'
import { useArtifactRefresh } from '../live/use-artifact-refresh.ts'
import { FrameOfProject } from '../projects/project-frame.tsx'
import { projectQuery } from '../projects/project-queries.ts'
import { ArtifactProvider } from './artifact-context.tsx'
import { artifactQuery, type Artifact } from './artifact-queries.ts'
import { ArtifactView } from './artifact-view.tsx'
import { trackerOf } from './writing/artifact-values.ts'

const route = getRouteApi('/shell/artifacts/$id')

export const ArtifactPage = () => {
  const { id } = route.useParams()
  const { list } = route.useSearch()
  const number = /^\d{1,15}$/.test(id) ? Number(id) : undefined
  const { data, error } = useQuery({ ...artifactQuery(number ?? 0), enabled: number !== undefined, retry: false })
  useArtifactRefresh(data?.artifact.id)
  if (number === undefined || isApiError(error, 404) || isApiError(error, 403) || isApiError(error, 400))
    return <NotFoundPage />
  if (error && !data) throw error
  const tracker = data && trackerOf(data.artifact)
  if (!data || !tracker) return <PendingPage />
  return (
    <ArtifactProvider key={data.artifact.id} loaded={data} tracker={tracker}>
      <Frame artifact={data.artifact} itemName={tracker.item_name}>
        <ArtifactView list={list} />
      </Frame>
    </ArtifactProvider>
  )
}

interface FrameProps {
  readonly artifact: Artifact
  readonly itemName: string
  readonly children: ReactNode
}

const Frame = ({ artifact, itemName, children }: FrameProps) => {
  const project = useSuspenseQuery(projectQuery(String(artifact.project.id))).data
  const name = project.shortname
  const title =
    artifact.title === null || artifact.title === '' ? artifact.xref : `${artifact.title} · ${artifact.xref}`
  return (
    <FrameOfProject
      project={project}
      name={name}
      trackerId={artifact.tracker.id}
      title={title}
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
