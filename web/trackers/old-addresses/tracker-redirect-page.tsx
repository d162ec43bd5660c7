import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { NotFoundPage } from '../../app/not-found-page.tsx'
import { PendingPage } from '../../app/pending-page.tsx'
import { projectQuery } from '../../projects/project-queries.ts'
import { trackerOfReportQuery } from './report-query.ts'
import { trackerQuery } from '../tracker-queries.ts'

const trackerAddress = getRouteApi('/shell/trackers/$id')
const newAddress = getRouteApi('/shell/trackers/$id/new')
const reportAddress = getRouteApi('/shell/tracker-reports/$id')

/** `/trackers/12`: leads to the tracker. */
export const TrackerRedirectPage = (): ReactNode => <ToTracker id={Number(trackerAddress.useParams().id)} />

/** `/trackers/12/new`: leads to the form of a new artifact. */
export const NewArtifactRedirectPage = (): ReactNode => <ToTracker id={Number(newAddress.useParams().id)} isNew />

/** `/tracker-reports/12`: leads to the report of its tracker. */
export const ReportRedirectPage = (): ReactNode => {
  const id = Number(reportAddress.useParams().id)
  const { data, error } = useQuery({ ...trackerOfReportQuery(id), retry: false, enabled: Number.isSafeInteger(id) })
  if (!Number.isSafeInteger(id)) return <NotFoundPage />
  if (error) return refusal(error)
  return data ? <ToTracker id={data} report={id} /> : <PendingPage />
}

interface ToTrackerProps {
  readonly id: number
  readonly report?: number
  readonly isNew?: boolean
}

const ToTracker = ({ id, report, isNew = false }: ToTrackerProps): ReactNode => {
  const isId = Number.isSafeInteger(id) && id > 0
  const tracker = useQuery({ ...trackerQuery(id), retry: false, enabled: isId })
  const project = useQuery({
    ...projectQuery(String(tracker.data?.project.id)),
    retry: false,
    enabled: tracker.data !== undefined,
  })
  if (!isId) return <NotFoundPage />
  const error = tracker.error ?? project.error
  if (error) return refusal(error)
  if (!tracker.data || !project.data) return <PendingPage />
  const params = { project: project.data.shortname, tracker: tracker.data.item_name }
  return isNew ? (
    <Navigate to="/projects/$project/trackers/$tracker/new" params={params} replace />
  ) : (
    <Navigate
      to="/projects/$project/trackers/$tracker"
      params={params}
      search={report === undefined ? {} : { report }}
      replace
    />
  )
}

/** A reader who may not see the target gets the page of an address that does not exist. */
const refusal = (error: unknown): ReactNode => {
  if ([400, 401, 403, 404].some(status => isApiError(error, status))) return <NotFoundPage />
  throw error
}
