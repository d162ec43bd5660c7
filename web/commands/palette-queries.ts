import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, pageOf } from '../api/api.ts'
import { myProjectsQuery, projectListQuery, PROJECTS_PER_PAGE } from '../projects/project-queries.ts'

const MAX_TRACKERS = 50
/** The palette offers the trackers of the first projects by name. */
const PROJECTS_WITH_TRACKERS = 8

export interface Place {
  readonly label: string
  readonly href: string
  /** Undefined: it is a project itself. */
  readonly project?: string
  /** Undefined: it is a project. */
  readonly tracker?: { readonly id: number; readonly colour: string }
}

/** Projects, and the trackers of the reader's own ones. */
export const placesQuery = queryOptions({
  queryKey: ['palette', 'places'],
  queryFn: async ({ client, signal }): Promise<readonly Place[]> => {
    const [all, mine] = await Promise.all([
      client.fetchQuery(projectListQuery({ limit: PROJECTS_PER_PAGE })),
      // The server refuses this to readers who are not signed in.
      client.fetchQuery(myProjectsQuery).catch(() => undefined),
    ])
    const projects = [...(mine?.items ?? []), ...all.items]
    const unique = projects.filter((project, index) => projects.findIndex(({ id }) => id === project.id) === index)
    const trackers = await Promise.all(
      unique.slice(0, PROJECTS_WITH_TRACKERS).map(async project => {
        const { items } = await pageOf(
          api.GET('/projects/{id}/trackers', {
            params: { path: { id: project.id }, query: { representation: 'minimal', limit: MAX_TRACKERS } },
            signal,
          }),
        ).catch(() => ({ items: [] }))
        return items.map((tracker): Place => ({
          label: tracker.label,
          href: `/projects/${project.shortname}/trackers/${tracker.id}`,
          project: project.label,
          tracker: { id: tracker.id, colour: tracker.color_name },
        }))
      }),
    )
    return [
      ...unique.map((project): Place => ({ label: project.label, href: `/projects/${project.shortname}` })),
      ...trackers.flat(),
    ]
  },
  staleTime: 5 * 60_000,
  meta: { isSignedOutFine: true },
})

const PALETTE_HITS = 6
const PAUSE_MS = 120

/** Hits of the server for the words; asked after a pause in typing. */
export const paletteHitsQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', 'palette', words],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      signal.throwIfAborted()
      const query = { q: words, types: 'artifact,user', limit: PALETTE_HITS }
      return (await bodyOf(api.GET('/search', { params: { query }, signal }))).hits
    },
    enabled: words.length >= 2 && words.length <= 200,
    staleTime: 30_000,
    retry: false,
    meta: { isSignedOutFine: true },
  })
