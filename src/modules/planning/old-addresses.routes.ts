import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { oldId, redirectOldPath, type OldQuery } from '../../platform/http/routes/old-addresses.ts'

/** The page that replaces `/plugins/agiledashboard/?…` of the reference platform (agile.md §10), by the text of the address alone. */
const pageOfPlanning = (query: OldQuery): string | undefined => {
  const [project, milestone] = [oldId(query['group_id']), oldId(query['aid'])]
  if (project === undefined) return undefined
  if (milestone !== undefined && query['pane'] === 'details') return `/projects/${project}/milestones/${milestone}`
  const kanban = query['action'] === 'showKanban' ? oldId(query['id']) : undefined
  if (kanban !== undefined) return `/projects/${project}/kanban/${kanban}`
  return `/projects/${project}/planning${milestone === undefined ? '' : `?milestone=${milestone}`}`
}

/** The page that replaces `/kanban/?group_id=…`. */
const pageOfKanbans = ({ group_id: project }: OldQuery): string | undefined => {
  const id = oldId(project)
  return id === undefined ? undefined : `/projects/${id}/kanban`
}

/** Redirects addresses of plannings and kanbans that texts, mails and bookmarks of the reference platform hold. `showPage` answers all others. */
export const addOldPlanningAddresses = (fastify: FastifyInstance, showPage: RouteHandlerMethod): void => {
  redirectOldPath(fastify, '/plugins/agiledashboard', pageOfPlanning, showPage)
  redirectOldPath(fastify, '/kanban', pageOfKanbans, showPage)
}
