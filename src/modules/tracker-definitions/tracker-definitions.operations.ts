import type { Project } from '../projects/index.ts'
import type { CompleteTrackerRepresentation, Tracker, TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { ChangeTracker } from './change/change-tracker.ts'
import type { representReport } from './change/representation.ts'
import type { createFromDefinition, createTracker } from './change/create-tracker.ts'
import type { FieldOperations } from './change/field-operations.ts'
import type { RulesOperations } from './change/rules-operations.ts'
import type { applyDefinition, getDefinition } from './change/definitions.ts'

/** Operations that the routes of this module call. */
export interface AdministrationOperations extends FieldOperations, RulesOperations {
  /** The tracker, for its administrators (trackers.md §1); throws NotFound or Forbidden accordingly. */
  requireAdministered(
    viewer: Viewer,
    trackerId: number,
    to: 'read' | 'write',
  ): Promise<{ tracker: Tracker; project: Project }>
  readonly getDefinition: ReturnType<typeof getDefinition>
  readonly applyDefinition: ReturnType<typeof applyDefinition>
  readonly changeTracker: ChangeTracker
  readonly createTracker: ReturnType<typeof createTracker>
  readonly createFromDefinition: ReturnType<typeof createFromDefinition>
  readonly representReport: typeof representReport
  readonly deleteTracker: TrackersModule['deleteTracker']
  /** The complete representation of a tracker that the viewer administers. */
  representTracker(viewer: Viewer, trackerId: number): Promise<CompleteTrackerRepresentation>
}
