import type { Project } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import {
  prepareSerializer,
  type ArtifactSerializer,
  type RepresentationDependencies,
} from './artifact.representation.ts'
import { canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'

export type SerializerOf = (context: Pick<ArtifactContext, 'tracker' | 'project' | 'rights'>) => ArtifactSerializer

/** Serializers live as long as the cached tracker and project. There is one for each set of groups: viewers in the same groups share it. */
export const createSerializerCache = (
  dependencies: Pick<RepresentationDependencies, 'trackers' | 'projects'>,
): SerializerOf => {
  const byTracker = new WeakMap<Tracker, WeakMap<Project, Map<string, ArtifactSerializer>>>()
  const keys = new WeakMap<EffectiveRights, string>()

  const keyOf = (rights: EffectiveRights): string => {
    let key = keys.get(rights)
    if (key === undefined) {
      key = rights.isSiteAdministrator ? '*' : [...rights.groups].sort((left, right) => left - right).join()
      keys.set(rights, key)
    }
    return key
  }

  return ({ tracker, project, rights }) => {
    let byProject = byTracker.get(tracker)
    if (!byProject) byTracker.set(tracker, (byProject = new WeakMap()))
    let byGroups = byProject.get(project)
    if (!byGroups) byProject.set(project, (byGroups = new Map<string, ArtifactSerializer>()))
    const key = keyOf(rights)
    let serializer = byGroups.get(key)
    if (!serializer) {
      if (byGroups.size >= MAX_SERIALIZERS) byGroups.clear()
      serializer = prepareSerializer(dependencies, tracker, project, field => canRead(rights, field))
      byGroups.set(key, serializer)
    }
    return serializer
  }
}

/** Maximum serializers per tracker; beyond it they are discarded and made again. */
const MAX_SERIALIZERS = 500
