import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Viewer } from '../../users/index.ts'
import type { ModuleHooks } from '../model/module-hooks.ts'
import { requireWritable } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { patternFaults, type ReferencePattern } from '../model/reference-pattern.ts'
import { replaceReferencePatterns } from '../store/reference-patterns.store.ts'
import { requireAdministrator } from '../read/user-group-access.ts'
import { actorOf } from '../store/write-projects.ts'

/** Replaces all patterns of the project. Only for its administrators; if any pattern has a fault, nothing changes. */
export const replaceReferences =
  (db: Db, queries: ProjectQueries, moduleHooks: Pick<ModuleHooks, 'trackerKeywords'>) =>
  async (viewer: Viewer, projectId: number, given: readonly ReferencePattern[]): Promise<void> => {
    const project = await queries.requireAccess(viewer, projectId)
    requireAdministrator(queries, viewer, project)
    requireWritable(project)
    const patterns = given.map(pattern => ({ ...pattern, keyword: pattern.keyword.toLowerCase() }))
    const itemNames = await moduleHooks.trackerKeywords(project)
    const faults = patternFaults(patterns, new Set(itemNames.map(({ keyword }) => keyword)))
    if (faults.length > 0) throw new Invalid(faults)
    await inTransaction(db, async tx => {
      await replaceReferencePatterns(tx, project.id, patterns)
      await appendEvents(tx, [
        {
          kind: 'project.references_changed',
          ...actorOf(viewer),
          projectId: project.id,
          payload: { keywords: patterns.map(({ keyword }) => keyword) },
        },
      ])
      await invalidate(tx, 'project', project.id)
    })
  }

/** The keywords that texts of a project can refer to, for other programs (projects.md §5). */
export const listKeywords =
  (queries: ProjectQueries, moduleHooks: Pick<ModuleHooks, 'trackerKeywords'>) =>
  async (viewer: Viewer, projectId: number): Promise<{ readonly keyword: string; readonly description: string }[]> => {
    const project = await queries.requireAccess(viewer, projectId)
    const revisions = project.enabledServices.has('plugin_svn') ? ['rev', 'revision', 'svn'] : []
    return [
      ...['art', 'artifact'].map(keyword => ({ keyword, description: 'Artifact' })),
      ...(await moduleHooks.trackerKeywords(project, viewer)),
      ...revisions.map(keyword => ({ keyword, description: 'Subversion revision' })),
      ...project.referencePatterns
        .filter(({ isEnabled }) => isEnabled)
        .map(({ keyword, description }) => ({ keyword, description })),
    ]
  }
