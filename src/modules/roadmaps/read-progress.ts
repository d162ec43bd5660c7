import { canReadFieldById, type OutlinedLink, type VisibleArtifact } from '../artifacts/index.ts'
import type { Viewer } from '../users/index.ts'
import type { RoadmapReading } from './roadmaps-reader.ts'

/** From 0 to 1, or the reason why the figures of the artifact give none. */
export type Progress = number | string

/**
 * Progress of artifacts by the progress semantics of their trackers, by id, as far as the viewer reads the figures. `links`: all links from
 * these artifacts. An artifact without efforts or linked artifacts has no entry.
 */
export const readProgress = async (
  { artifacts }: RoadmapReading,
  viewer: Viewer,
  visible: readonly VisibleArtifact[],
  links: readonly OutlinedLink[],
): Promise<ReadonlyMap<number, Progress>> => {
  const linksFrom = Map.groupBy(links, ({ source }) => source.id)
  const progress = new Map<number, Progress>()
  const byEffort = new Map<number, EffortFields>()
  for (const { artifact, tracker } of visible) {
    const semantic = tracker.semantics.progress
    if (!semantic) continue
    if ('linkType' in semantic) {
      const counted = (linksFrom.get(artifact.id) ?? []).filter(({ type }) => type === semantic.linkType)
      const closed = counted.filter(({ target }) => !target.isOpen)
      if (counted.length > 0) progress.set(artifact.id, closed.length / counted.length)
      continue
    }
    const context = { tracker, rights: artifacts.rightsIn(viewer, tracker) }
    const isReadable = [semantic.totalEffortFieldId, semantic.remainingEffortFieldId].every(id =>
      canReadFieldById(context, id),
    )
    if (isReadable) byEffort.set(artifact.id, semantic)
  }
  if (byEffort.size === 0) return progress
  const texts = await artifacts.readArtifactTexts(viewer, [...byEffort.keys()])
  for (const [id, fields] of byEffort) {
    const values = valuesIn(texts.get(id))
    const found = progressOf(
      numberIn(values, fields.totalEffortFieldId),
      numberIn(values, fields.remainingEffortFieldId),
    )
    if (found !== undefined) progress.set(id, found)
  }
  return progress
}

interface EffortFields {
  readonly totalEffortFieldId: number
  readonly remainingEffortFieldId: number
}

/** Undefined if one of the efforts is missing. */
export const progressOf = (total: number | undefined, remaining: number | undefined): Progress | undefined => {
  if (total === undefined || remaining === undefined) return undefined
  if (total <= 0) return 'The total effort is not above 0'
  if (remaining < 0) return 'The remaining effort is below 0'
  if (remaining > total) return 'The remaining effort is above the total effort'
  return (total - remaining) / total
}

interface ValueJson {
  readonly field_id: number
  readonly value?: unknown
  readonly manual_value?: unknown
}

const valuesIn = (text: string | undefined): readonly ValueJson[] =>
  (text === undefined ? null : (JSON.parse(text) as { readonly values: readonly ValueJson[] | null }).values) ?? []

/** The number of a numeric or computed field. */
const numberIn = (values: readonly ValueJson[], fieldId: number): number | undefined => {
  const found = values.find(value => value.field_id === fieldId)
  const held = found?.value ?? found?.manual_value
  return typeof held === 'number' ? held : undefined
}
