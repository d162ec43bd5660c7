import type { Project } from '../projects/index.ts'
import type { Tracker } from '../trackers/index.ts'
import type { Place } from './access.ts'
import { prepareWriter, type ArtifactWriter, type RepresentationDependencies } from './artifact.representation.ts'
import { canRead, type Standing } from './artifacts.permissions.ts'

export type WriterOf = (place: Pick<Place, 'tracker' | 'project' | 'standing'>) => ArtifactWriter

/**
 * Writers are kept as long as the cached tracker and project that they were prepared from, one for each set of groups: viewers in
 * the same groups share one.
 */
export const createWriterCache = (
  dependencies: Pick<RepresentationDependencies, 'trackers' | 'projects'>,
): WriterOf => {
  const byTracker = new WeakMap<Tracker, WeakMap<Project, Map<string, ArtifactWriter>>>()
  const keys = new WeakMap<Standing, string>()

  const keyOf = (standing: Standing): string => {
    let key = keys.get(standing)
    if (key === undefined) {
      key = standing.isSiteAdministrator ? '*' : [...standing.groups].sort((left, right) => left - right).join()
      keys.set(standing, key)
    }
    return key
  }

  return ({ tracker, project, standing }) => {
    let byProject = byTracker.get(tracker)
    if (!byProject) byTracker.set(tracker, (byProject = new WeakMap()))
    let byGroups = byProject.get(project)
    if (!byGroups) byProject.set(project, (byGroups = new Map<string, ArtifactWriter>()))
    const key = keyOf(standing)
    let writer = byGroups.get(key)
    if (!writer) {
      if (byGroups.size >= MAX_WRITERS) byGroups.clear()
      writer = prepareWriter(dependencies, tracker, project, field => canRead(standing, field))
      byGroups.set(key, writer)
    }
    return writer
  }
}

/** Sets of groups that one tracker's readers may differ in before the writers are made anew. */
const MAX_WRITERS = 500
