import { Invalid } from '../../../platform/errors.ts'
import { parseWords } from '../../../platform/http/routes/names.ts'
import { parseJsonQuery } from '../../../platform/http/request/json-query.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { canSubmit, canSubmitArtifact, canViewTracker, isTrackerAdmin } from '../model/trackers.permissions.ts'
import type { TrackerQueries } from './trackers.queries.ts'
import type { Tracker } from '../model/tracker.ts'

export interface ListProjectTrackers {
  readonly projectId: number
  readonly page: Page
  /** JSON criteria, or an empty text. */
  readonly query: string
}

export interface ListedTrackers {
  readonly project: Project
  readonly trackers: readonly Tracker[]
  readonly size: number
}

/** trackers.md §3: trackers that the viewer sees, by label; the size counts only these. */
export const listProjectTrackers =
  (queries: TrackerQueries, projects: ProjectsModule) =>
  async (viewer: Viewer, input: ListProjectTrackers): Promise<ListedTrackers> => {
    const matches = parseTrackerQuery(input.query)
    const project = await projects.requireAccess(viewer, input.projectId)
    const visible = (await queries.listOfProject(project.id))
      .filter(tracker => canViewTracker(viewer, tracker) && matches(viewer, tracker))
      .sort((a, b) => byLabel.compare(a.name, b.name) || a.id - b.id)
    const { limit, offset } = input.page
    return { project, trackers: visible.slice(offset, offset + limit), size: visible.length }
  }

const byLabel = new Intl.Collator('en', { sensitivity: 'base' })

type TrackerCriterion = (viewer: Viewer, tracker: Tracker) => boolean

/** The trackers that `query` asks for. Throws an Invalid for an unknown criterion. */
const parseTrackerQuery = (query: string): TrackerCriterion => {
  if (query === '') return () => true
  const criteria = parseJsonQuery(query, ['is_tracker_admin', 'item_name'])
  const { is_tracker_admin: isAdministered, item_name: itemName } = criteria
  const isOne = Object.keys(criteria).length === 1
  if (isOne && isAdministered === true) return isTrackerAdmin
  if (isOne && typeof itemName === 'string')
    return (_viewer, tracker) => tracker.itemName.toLowerCase() === itemName.toLowerCase()
  throw new Invalid('`query` takes one criterion: {"is_tracker_admin": true} or {"item_name": "bug"}', {
    reason: 'parameter.range',
    parameter: 'query',
  })
}

/** Parses the semantics for the check of creation (trackers.md §3). Throws an Invalid for unknown ones. */
export const parseCreationSemantics = (text: string, representation: 'full' | 'minimal'): boolean => {
  if (parseWords(text, ['title'], 'with_creation_semantic_check').size === 0) return false
  if (representation !== 'minimal')
    throw new Invalid('`with_creation_semantic_check` goes with the minimal representation only', {
      reason: 'parameter.range',
      parameter: 'with_creation_semantic_check',
    })
  return true
}

/** Reasons why the viewer cannot create an artifact by giving only its title; empty if they can. */
export const creationObstacles = (viewer: Viewer, tracker: Tracker): string[] => {
  if (!canSubmitArtifact(viewer, tracker)) return ['You may not create artifacts in this tracker.']
  const titleId = tracker.semantics.title?.fieldId
  const title = titleId === undefined ? undefined : tracker.fieldById.get(titleId)
  if (!title?.isUsed) return ['No field of this tracker holds its title.']
  const obstacles: string[] = []
  if (!canSubmit(viewer, tracker, title)) obstacles.push(`You may not fill "${title.label}", the title.`)
  const required = tracker.fields.filter(field => field.isUsed && field.isRequired && field.id !== title.id)
  if (required.length > 0)
    obstacles.push(`More than the title must be given: ${required.map(field => `"${field.label}"`).join(', ')}.`)
  return obstacles
}
