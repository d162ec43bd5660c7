import { Refusal } from '../../../platform/errors.ts'
import { fieldType, type Field } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { requireAll, type Check } from '../access/checks.ts'
import { rightsToDelete, type DeletionRules } from '../delete/delete-artifact.ts'
import { canUpdate } from '../model/artifacts.permissions.ts'
import type { ChangeRights } from '../read/row-shape.ts'
import { restrictionsOf } from '../workflow/workflow-state.ts'
import { updateChecks } from '../write/update-artifact.ts'

export interface ChangeRightsDependencies extends DeletionRules {
  /** Returns an account as a viewer, for a read or for a write. */
  readonly viewerOf: (userId: number, isReading: boolean) => Promise<Viewer>
}

/** The account as it writes: a site administrator for reading only is no administrator for writes. */
export const asWriter = async (
  { viewerOf }: Pick<ChangeRightsDependencies, 'viewerOf'>,
  viewer: Viewer,
): Promise<Viewer> => (viewer.sitePermissions.has('rest_read_only_admin') ? viewerOf(viewer.userId, false) : viewer)

/** The rights to change listed artifacts, by the checks of the changes themselves. The limit of deletions a day is not counted. */
export const changeRightsOf =
  (deps: ChangeRightsDependencies) =>
  async (viewer: Viewer): Promise<ChangeRights> => {
    const writer = await asWriter(deps, viewer)
    const updatable = new Map<Tracker, readonly Field[]>()
    const updatableIn = (tracker: Tracker): readonly Field[] => {
      let fields = updatable.get(tracker)
      if (!fields) {
        const rights = deps.access.rightsIn(writer, tracker)
        const isUpdatable = (field: Field): boolean =>
          field.isUsed && fieldType(field.type).family === 'writable' && canUpdate(rights, field)
        updatable.set(tracker, (fields = writer.isAnonymous ? [] : tracker.fields.filter(isUpdatable)))
      }
      return fields
    }
    return ({ artifact, context: shown }) => {
      const { tracker } = shown
      const context = { ...shown, rights: deps.access.rightsIn(writer, tracker) }
      const { frozenFieldIds } = restrictionsOf(tracker, artifact.document)
      return {
        canUpdate:
          passes(updateChecks(deps.access, context)) && updatableIn(tracker).some(({ id }) => !frozenFieldIds.has(id)),
        canDelete: passes(rightsToDelete(deps, context)),
      }
    }
  }

const passes = (checks: readonly Check[]): boolean => {
  try {
    requireAll(checks)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
