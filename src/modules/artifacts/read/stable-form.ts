import type { Db } from '../../../platform/db/db.ts'
import { fieldType, type Field } from '../../fields/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess, ArtifactContext } from '../access/artifact-access.ts'
import { visibleLinks, type LinkPlaces } from '../access/visible-links.ts'
import type { ArtifactWithLinks, LinkEnd } from '../model/artifact.ts'
import { canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'
import type { VersionFactory } from '../model/etag.ts'
import { findArtifacts } from '../store/artifacts.store.ts'

export interface StableFormDependencies {
  readonly db: Db
  readonly settings: SettingsModule
  readonly access: ArtifactAccess
  readonly versions: VersionFactory
}

/**
 * An artifact in the form that copies keep (integrators.md §1.5). It changes only by a changeset of the artifact or by an event. So it has
 * no labels and nothing that is computed from others. Values are entries of `PUT`.
 */
export interface StableForm {
  readonly id: number
  readonly tracker_id: number
  readonly project_id: number
  readonly number: number
  readonly changeset_id: number
  readonly etag: string
  /** null: the anonymous. */
  readonly submitted_by: number | null
  readonly submitted_on: string
  readonly updated_by: number | null
  readonly updated_on: string
  readonly values: readonly object[]
  readonly links: readonly StableLink[]
  readonly reverse_links: readonly StableLink[]
}

interface StableLink {
  readonly id: number
  readonly type: string
  readonly field_id: number
}

/** Stable forms of the artifacts that the viewer may see, by ascending id. */
export type ReadStableForms = (viewer: Viewer, ids: readonly number[]) => Promise<StableForm[]>

export const readStableForms =
  ({ db, settings, access, versions }: StableFormDependencies): ReadStableForms =>
  async (viewer, ids) => {
    const artifacts = [...(await findArtifacts(db, ids)).values()].sort((left, right) => left.id - right.id)
    const contexts = await access.visibleContexts(viewer, artifacts)
    const shown = artifacts.flatMap(artifact => {
      const context = contexts.get(artifact.id)
      return context ? [{ artifact, context }] : []
    })
    const links = await visibleLinks(access, viewer, shown)
    const dates = settings.datesIn(viewer.timezone)
    return shown.map(({ artifact, context }) => {
      const { etag } = versions(artifact.changesetId, artifact.updatedOn)
      return {
        id: artifact.id,
        tracker_id: artifact.trackerId,
        project_id: artifact.projectId,
        number: artifact.number,
        changeset_id: artifact.changesetId,
        etag,
        submitted_by: artifact.submittedBy === 0 ? null : artifact.submittedBy,
        submitted_on: dates.isoDate(artifact.submittedOn),
        updated_by: artifact.updatedBy === 0 ? null : artifact.updatedBy,
        updated_on: dates.isoDate(artifact.updatedOn),
        values: valuesOf(artifact, context),
        links: linksOf(artifact.forward, links),
        reverse_links: linksOf(artifact.reverse, links),
      }
    })
  }

const linksOf = (ends: readonly LinkEnd[], visible: LinkPlaces): StableLink[] =>
  ends
    .filter(end => visible.has(end))
    .map(({ id, type, fieldId }) => ({ id, type, field_id: fieldId }))
    .sort((left, right) => left.id - right.id || left.field_id - right.field_id)

interface StableField {
  readonly field: Field
  readonly toEntry: (value: unknown, field: Field) => object
}

const stableFieldsByRights = new WeakMap<EffectiveRights, readonly StableField[]>()

/** Readable fields whose values are stored; links are told apart from them. */
const stableFields = (rights: EffectiveRights, tracker: Tracker): readonly StableField[] => {
  let fields = stableFieldsByRights.get(rights)
  if (!fields) {
    fields = tracker.fields
      .filter(field => field.isUsed && field.type !== 'art_link' && field.type !== 'computed' && canRead(rights, field))
      .flatMap(field => {
        const type = fieldType(field.type)
        return type.toEntry ? [{ field, toEntry: (value: unknown) => type.toEntry?.(value, field) ?? {} }] : []
      })
      .sort((left, right) => left.field.id - right.field.id)
    stableFieldsByRights.set(rights, fields)
  }
  return fields
}

const valuesOf = ({ document }: ArtifactWithLinks, { rights, tracker }: ArtifactContext): object[] =>
  stableFields(rights, tracker).flatMap(({ field, toEntry }) => {
    const value = document[field.id]
    return value === undefined ? [] : [{ field_id: field.id, type: field.type, ...toEntry(value, field) }]
  })
