// The parts that dialog and page of a new artifact share.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../design/feedback/notice.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { trackerUsageQuery, type Tracker } from '../../trackers/tracker-queries.ts'
import { artifactQuery } from '../artifact-queries.ts'
import { givenValues } from './given-values.ts'
import { NewArtifactForm } from './new-artifact-form.tsx'
import type { NewArtifactSearch } from './new-artifact-search.ts'
import './new-artifact.css'

export const Instructions = ({ tracker }: { readonly tracker: Tracker }) => {
  const instructions = useQuery(trackerUsageQuery(tracker.id)).data?.submit_instructions ?? ''
  return instructions === '' ? null : <p className="new-artifact-instructions">{instructions}</p>
}

interface TrackerFormProps {
  readonly tracker: Tracker
  readonly search: NewArtifactSearch
  readonly onContent?: (hasContent: boolean) => void
  readonly onCreated: (id: number, isOpened: boolean) => void
}

/** The form, as soon as the artifact that it copies is there. */
export const TrackerForm = ({ tracker, search, ...props }: TrackerFormProps) => {
  const { t } = useLingui()
  const { copy } = search
  const copied = useQuery({ ...artifactQuery(copy ?? 0), enabled: copy !== undefined, retry: false })
  if (copy !== undefined && copied.isPending)
    return (
      <div className="new-artifact-body">
        <Skeleton lines={6} />
      </div>
    )
  const canSubmit = tracker.fields.some(field => field.permissions.includes('create'))
  if (!canSubmit)
    return (
      <div className="new-artifact-body">
        <Notice kind="info">{t`You may not create artifacts in this tracker.`}</Notice>
      </div>
    )
  return (
    <>
      {copied.error && (
        <Notice kind="warning">{t`The artifact to copy is not there, or you may not see it. The form is empty.`}</Notice>
      )}
      <NewArtifactForm
        {...props}
        tracker={tracker}
        search={search}
        given={givenValues(tracker, search, copied.data?.artifact)}
      />
    </>
  )
}
