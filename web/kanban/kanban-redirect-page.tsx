import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '../api/api-error.ts'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { PendingPage } from '../app/pending-page.tsx'
import { projectQuery } from '../projects/project-queries.ts'
import { kanbanQuery } from './kanban-queries.ts'

const route = getRouteApi('/shell/kanban/$id')

/** Leads to the kanban in its project. */
export const KanbanRedirectPage = (): ReactNode => {
  const { id: text } = route.useParams()
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
  const kanban = useQuery({ ...kanbanQuery(id ?? 0), enabled: id !== undefined })
  const projectId = kanban.data?.tracker.project.id
  const project = useQuery({ ...projectQuery(String(projectId)), retry: false, enabled: projectId !== undefined })
  const error = kanban.error ?? project.error
  if (id === undefined || (error && [400, 401, 403, 404].some(status => isApiError(error, status))))
    return <NotFoundPage />
  if (error) throw error
  if (!project.data) return <PendingPage />
  const params = { project: project.data.shortname, kanban: text }
  return <Navigate to="/projects/$project/kanban/$kanban" params={params} replace />
}
