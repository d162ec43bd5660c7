import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import { canSubmitField, canUpdateField, type Field } from '../../fields/index.ts'
import { groupsOf, type ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { TrackerQueries } from './trackers.queries.ts'

/**
 * Returns a file field to which the viewer may send files, by the checks of files.md §1 in their order. The right to submit the field or to
 * update it is enough.
 */
export const requireFileField =
  (queries: TrackerQueries, projects: ProjectsModule, trackerIdOfField: (id: number) => Promise<number | undefined>) =>
  async (viewer: Viewer, fieldId: number): Promise<Field> => {
    const trackerId = await trackerIdOfField(fieldId)
    const tracker = trackerId === undefined ? undefined : await queries.get(trackerId)
    const field = tracker?.fieldById.get(fieldId)
    const project = tracker && (await projects.get(tracker.projectId))
    if (!tracker || !field || !project) throw noSuchField()
    if (project.status === 'suspended') throw new Forbidden('The project is suspended', { reason: 'project.suspended' })
    if (!queries.canViewTracker(viewer, project, tracker)) throw noSuchField()
    projects.requireWritable(project)
    if (!field.isUsed) throw new Invalid('The field is not in use', { reason: 'conflict' })
    if (field.type !== 'file') throw new Invalid('The field does not take files', { reason: 'parameter.range' })
    const groups = groupsOf(viewer, project)
    const mayWrite =
      canSubmitField(groups, field, viewer.isSiteAdministrator) ||
      canUpdateField(groups, field, viewer.isSiteAdministrator)
    if (!mayWrite)
      throw new Forbidden('You may neither submit nor update this field', { reason: 'permission.field_update' })
    return field
  }

const noSuchField = (): NotFound => new NotFound('Field does not exist')
