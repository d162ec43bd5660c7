import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../design/layout/page.tsx'
import { artifactQuery } from './artifact-queries.ts'

const route = getRouteApi('/shell/artifacts/$id')

export const ArtifactPage = () => {
  const { id } = route.useParams()
  const { artifact } = useSuspenseQuery(artifactQuery(Number(id))).data
  return <Page title={`${artifact.xref} ${artifact.title ?? ''}`}>{null}</Page>
}
