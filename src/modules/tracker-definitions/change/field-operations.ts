import { NotFound } from '../../../platform/errors.ts'
import type { Project } from '../../projects/index.ts'
import type { FieldRepresentation, Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ChangeReport, ChangeTracker } from './change-tracker.ts'
import { loginsOf } from './definitions.ts'
import { addField, editField, NEW_FIELD, removeField, type FieldPatch, type NewField } from './tracker-fields.ts'

export interface FieldDependencies {
  readonly trackers: Pick<TrackersModule, 'get' | 'trackerIdOfElement' | 'describeField'>
  readonly changeTracker: ChangeTracker
  readonly requireAdministered: (
    viewer: Viewer,
    trackerId: number,
    to: 'read' | 'write',
  ) => Promise<{ tracker: Tracker; project: Project }>
}

export const fieldOperations = (deps: FieldDependencies) => {
  const { trackers, changeTracker, requireAdministered } = deps
  const requireField = async (viewer: Viewer, fieldId: number) => {
    const trackerId = await trackers.trackerIdOfElement(fieldId)
    if (trackerId === undefined) throw new NotFound('Field does not exist')
    return requireAdministered(viewer, trackerId, 'write')
  }
  const describe = async (
    viewer: Viewer,
    { id, project, fieldId }: { id: number; project: Project; fieldId: number },
  ): Promise<FieldRepresentation> => {
    const tracker = await trackers.get(id)
    const field = tracker?.fieldById.get(fieldId)
    if (!tracker || !field) throw new NotFound('Field does not exist')
    return trackers.describeField(viewer, tracker, project, field)
  }
  const mentions = (field: FieldPatch | NewField) => ({ logins: loginsOf(field.bind), trackerNames: [] })

  return {
    createField: async (viewer: Viewer, trackerId: number, field: NewField): Promise<ChangeReport> => {
      await requireAdministered(viewer, trackerId, 'write')
      return changeTracker(viewer, trackerId, addField(field), { mentions: mentions(field) })
    },
    describeNewField: async (viewer: Viewer, trackerId: number, { created }: ChangeReport) => {
      const { project } = await requireAdministered(viewer, trackerId, 'read')
      return describe(viewer, { id: trackerId, project, fieldId: created?.fieldIds.get(NEW_FIELD) ?? 0 })
    },
    updateField: async (
      viewer: Viewer,
      fieldId: number,
      patch: FieldPatch,
      allowDataLoss: boolean,
    ): Promise<ChangeReport> => {
      const { tracker } = await requireField(viewer, fieldId)
      return changeTracker(viewer, tracker.id, editField(fieldId, patch), { allowDataLoss, mentions: mentions(patch) })
    },
    describeField: async (viewer: Viewer, fieldId: number): Promise<FieldRepresentation> => {
      const { tracker, project } = await requireField(viewer, fieldId)
      return describe(viewer, { id: tracker.id, project, fieldId })
    },
    deleteField: async (viewer: Viewer, fieldId: number): Promise<ChangeReport> => {
      const { tracker } = await requireField(viewer, fieldId)
      return changeTracker(viewer, tracker.id, removeField(fieldId), { allowDataLoss: true })
    },
  }
}
