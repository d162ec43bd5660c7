import { useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PendingPage } from '../../app/pending-page.tsx'
import { artifactQuery } from '../../artifacts/artifact-queries.ts'
import { Notice } from '../../design/feedback/notice.tsx'
import { ProjectFrame, useCurrentProject } from '../../projects/project-frame.tsx'
import { trackerIdQuery, trackerQuery } from '../tracker-queries.ts'
import { givenValues } from './given-values.ts'
import { NewArtifactForm } from './new-artifact-form.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/new')

/** The form of a new artifact, filled from the address, a copied artifact and the defaults of the fields. */
export const NewArtifactPage = () => {
  const { t } = useLingui()
  const { tracker: name } = route.useParams()
  const search = route.useSearch()
  const { project, name: projectName } = useCurrentProject()
  const id = useSuspenseQuery(trackerIdQuery(project.id, name)).data
  const tracker = useSuspenseQuery(trackerQuery(id)).data
  const copied = useQuery({
    ...artifactQuery(Number(search.copy ?? 0)),
    enabled: search.copy !== undefined,
    retry: false,
  })
  if (search.copy !== undefined && copied.isPending) return <PendingPage />
  const canSubmit = tracker.fields.some(field => field.permissions.includes('create'))
  return (
    <ProjectFrame
      title={t`New ${tracker.item_name}`}
      width="narrow"
      crumbs={[
        {
          label: tracker.label,
          link: {
            to: '/projects/$project/trackers/$tracker',
            params: { project: projectName, tracker: tracker.item_name },
          },
        },
      ]}
    >
      {copied.error && (
        <Notice kind="warning">{t`The artifact to copy is not there, or you may not see it. The form is empty.`}</Notice>
      )}
      {canSubmit ? (
        <NewArtifactForm
          key={`${tracker.id} ${search.copy ?? ''}`}
          tracker={tracker}
          projectName={projectName}
          given={givenValues(tracker, search, copied.data?.artifact)}
          parent={search.parent}
        />
      ) : (
        <Notice kind="info">{t`You may not create artifacts in this tracker.`}</Notice>
      )}
    </ProjectFrame>
  )
}
