import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { artifactKey, type LoadedArtifact } from '../artifact-queries.ts'
import { useCommands } from '../../commands/registry.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { projectQuery } from '../../projects/project-queries.ts'
import { trackerIdQuery } from '../../trackers/tracker-queries.ts'
import { closeNewArtifact, openNewArtifact, useNewArtifactRequest } from './new-artifact-state.ts'

const NewArtifactDialog = lazyPart(() => import('./new-artifact-dialog.tsx'), 'NewArtifactDialog')

/** The key for a new artifact on all pages, and the dialog. */
export const NewArtifactLayer = () => {
  const { t } = useLingui()
  const request = useNewArtifactRequest()
  const trackerOfPage = useTrackerOfPage()
  useCommands([
    {
      id: 'new-artifact',
      label: t`New artifact`,
      keys: 'c',
      section: t`Everywhere`,
      run: () => openNewArtifact(trackerOfPage()),
    },
  ])
  return (
    <Suspense fallback={null}>{request && <NewArtifactDialog request={request} onClose={closeNewArtifact} />}</Suspense>
  )
}

/** The tracker of the page, or of its artifact; undefined: the page has none, or may not see it. */
const useTrackerOfPage = (): (() => number | undefined) => {
  const queries = useQueryClient()
  const { project: name, tracker: itemName, id } = useParams({ strict: false })
  const project = useQuery({ ...projectQuery(name ?? ''), enabled: false }).data
  return () => {
    if (project && itemName !== undefined)
      return queries.getQueryData<number>(trackerIdQuery(project.id, itemName).queryKey)
    const artifact = id === undefined ? undefined : queries.getQueryData<LoadedArtifact>(artifactKey(Number(id)))
    return artifact?.artifact.tracker.id
  }
}
