import { NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Field, ValueEntry } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { canRead, canSeeComment } from '../model/artifacts.permissions.ts'
import { isChangesetSeen } from '../access/visible-changesets.ts'
import type { ArtifactDocument, ArtifactVersion } from '../model/artifact.ts'
import type { ReadShape } from '../read/read-artifacts.ts'
import { entryOf } from '../represent/value-entry.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import { findArtifactsWithPast } from '../store/past-artifacts.store.ts'
import { representPast, rewound, type PastArtifact, type PastDependencies } from './past-artifact.ts'
import { documentAt, endOfSecond, hasPast, isSameValue, versionAt, type Moment } from './rewind.ts'

export interface PastReadDependencies extends PastDependencies {
  readonly readHistory: ArtifactReader<ArtifactStateWithHistory>
}

interface Known extends ArtifactStateWithHistory {
  readonly context: ArtifactContext
}

const readKnown = async ({ access, readHistory }: PastReadDependencies, viewer: Viewer, id: number): Promise<Known> => {
  const { context } = await access.getViewable(viewer, id)
  const state = await readHistory(id)
  if (!state || state === 'unchanged') throw new NotFound('Artifact does not exist')
  // A move in between may have hidden the artifact.
  return {
    ...state,
    context:
      state.artifact.trackerId === context.tracker.id ? context : await access.requireViewable(viewer, state.artifact),
  }
}

/** A changeset that tells the viewer nothing is treated as missing. */
const seenVersionAt = ({ context, history }: Known, moment: Moment): Changeset => {
  const version = versionAt(history, moment)
  const isFirst = history.every(({ id }) => id >= version.id)
  if ('changesetId' in moment && !isFirst && !isChangesetSeen(context, version))
    throw new NotFound('The artifact was not there at that time')
  return version
}

const after = (history: readonly Changeset[], version: Changeset): Changeset[] =>
  history.filter(({ id }) => id > version.id)

/** GET /artifacts/{id}?as_of= (integrators.md §10): the values of then, by the rights, the definition and the names of now. */
export const getPast =
  (deps: PastReadDependencies) =>
  async (
    viewer: Viewer,
    id: number,
    moment: Moment,
    shape: ReadShape,
  ): Promise<{ readonly json: string; readonly version: ArtifactVersion }> => {
    const known = await readKnown(deps, viewer, id)
    const version = seenVersionAt(known, moment)
    const past = rewound(known.artifact, known.context, version, after(known.history, version))
    const [json = ''] = await representPast(deps, viewer, [past], shape)
    return { json, version: { artifactId: id, changesetId: version.id, modifiedAt: version.submittedOn } }
  }

/** The artifacts of the ids that the viewer sees now and that were there at the time, in the order of the ids. */
export const findPast = async (
  { db, access }: Pick<PastDependencies, 'db' | 'access'>,
  viewer: Viewer,
  ids: readonly number[],
  at: Date,
): Promise<PastArtifact[]> => {
  const found = await findArtifactsWithPast(db, ids, endOfSecond(at))
  const contexts = await access.visibleContexts(
    viewer,
    [...found.values()].map(({ artifact }) => artifact),
  )
  return ids.flatMap(id => {
    const context = contexts.get(id)
    const { artifact, version, later } = found.get(id) ?? {}
    return artifact && context && version && later ? [rewound(artifact, context, version, later)] : []
  })
}

/** GET /artifacts?query={"id":[…]}&as_of=: like the list of now, without artifacts that were not there. */
export const getPastById =
  (deps: PastDependencies) =>
  async (viewer: Viewer, ids: readonly number[], page: Page, at: Date): Promise<string[]> => {
    const wanted = ids.slice(page.offset, page.offset + page.limit).filter(Number.isSafeInteger)
    return representPast(deps, viewer, await findPast(deps, viewer, wanted, at), { values: true, valuesByField: true })
  }

/** The fields that differ between two documents, as far as the viewer may read them. */
export const diffDocuments = async (
  deps: PastDependencies,
  viewer: Viewer,
  { tracker, rights }: ArtifactContext,
  before: ArtifactDocument,
  later: ArtifactDocument,
) => {
  const fields = []
  for (const field of tracker.fields) {
    if (!hasPast(field) || !canRead(rights, field) || isSameValue(field, before[field.id], later[field.id])) continue
    const [one, other] = [
      await entryOf(deps, viewer, field, before[field.id]),
      await entryOf(deps, viewer, field, later[field.id]),
    ]
    // Only links differ that the viewer may not know of: an entry without links tells nothing.
    if (JSON.stringify(one) === JSON.stringify(other) || (hasNoLinks(field, one) && hasNoLinks(field, other))) continue
    fields.push({
      field_id: field.id,
      name: field.name,
      label: field.label,
      type: field.type,
      before: one,
      after: other,
    })
  }
  return fields
}

const hasNoLinks = ({ type }: Field, entry: ValueEntry | null): boolean =>
  type === 'art_link' && (entry?.links?.length ?? 0) === 0

/** GET /artifacts/{id}/diff: the fields that differ between two versions, as far as the viewer may read them. */
export const diffVersions =
  (deps: PastReadDependencies) =>
  async (viewer: Viewer, id: number, moments: { readonly from: Moment; readonly to: Moment | undefined }) => {
    const known = await readKnown(deps, viewer, id)
    const { artifact, history, context } = known
    const { tracker, rights } = context
    const from = seenVersionAt(known, moments.from)
    const to = moments.to ? seenVersionAt(known, moments.to) : versionAt(history, { changesetId: artifact.changesetId })
    const documentOf = (version: Changeset) => documentAt(artifact.document, after(history, version), tracker)
    const fields = await diffDocuments(deps, viewer, context, documentOf(from), documentOf(to))
    const [first, last] = from.id <= to.id ? [from.id, to.id] : [to.id, from.id]
    const comments = history.filter(
      one => one.id > first && one.id <= last && one.comment.body !== '' && canSeeComment(rights, one.comment.groupIds),
    ).length
    const shown = ({ id: changeset_id, submittedOn }: Changeset) => ({
      at: deps.isoDate(viewer, submittedOn),
      changeset_id,
    })
    return { from: shown(from), to: shown(to), fields, comments }
  }
