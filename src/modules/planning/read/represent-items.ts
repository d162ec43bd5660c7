import { representProjectReference } from '../../projects/index.ts'
import { canSubmitArtifact, type Tracker } from '../../trackers/index.ts'
import type { VisibleArtifact } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'
import { numberOf, valueOf, type ArtifactJson, type ValueJson } from '../model/artifact-json.ts'
import type { BacklogItemRepresentation } from '../model/planning.schema.ts'
import { CHILD, firstParentsOf, readJson, type PlanningReading } from './planning-reader.ts'

/** Artifacts that can be planned, in the order of the ids (agile.md §3.3). */
export const representItems = async (
  reading: PlanningReading,
  viewer: Viewer,
  ids: readonly number[],
): Promise<BacklogItemRepresentation[]> => {
  if (ids.length === 0) return []
  const { artifacts } = reading
  const visible = await artifacts.findVisible(viewer, ids)
  const json = await readJson(reading, viewer, ids)
  const parents = await parentsOf(reading, viewer, ids)
  const children = await artifacts.outlines.linksFrom(viewer, ids, { types: [CHILD] })
  const withChildren = new Set(children.map(({ source }) => source.id))
  return Promise.all(
    visible.map(async item => {
      const { id } = item.artifact
      return {
        ...(await representItem(reading, viewer, item, json.get(id) ?? { id, values: [] })),
        parent: parents.get(id) ?? null,
        has_children: withChildren.has(id),
      }
    }),
  )
}

const representItem = async (
  { artifacts, trackers }: PlanningReading,
  viewer: Viewer,
  item: VisibleArtifact,
  json: ArtifactJson,
): Promise<Omit<BacklogItemRepresentation, 'parent' | 'has_children'>> => {
  const { artifact, tracker, project } = item
  const { semantics } = tracker
  const { title, status, color, isOpen } = artifacts.summaryOf(viewer, item)
  const inner = await childTrackers(trackers, tracker.id, project.id)
  return {
    id: artifact.id,
    label: title ?? '',
    type: tracker.name,
    short_type: tracker.itemName,
    status: isOpen ? 'Open' : 'Closed',
    full_status: { value: status, color },
    color: tracker.color,
    background_color_name: backgroundOf(tracker, json),
    initial_effort: numberOf(valueOf(json, semantics.initialEffort?.fieldId)),
    remaining_effort: numberOf(valueOf(json, tracker.fieldByName.get('remaining_effort')?.id)),
    artifact: {
      id: artifact.id,
      uri: `artifacts/${artifact.id}`,
      tracker: trackers.representReference(tracker, project),
    },
    project: representProjectReference(project),
    accept: {
      trackers: inner
        .filter(child => canSubmitArtifact(viewer, child))
        .map(child => trackers.representReference(child, project)),
    },
    card_fields: cardValuesOf(tracker, json),
  }
}

/** Name of the colour of a card; "" without one. */
export const backgroundOf = ({ semantics: { cardFields } }: Tracker, json: ArtifactJson): string => {
  const color = valueOf(json, cardFields?.backgroundColorFieldId ?? undefined)?.values?.[0]?.tlp_color
  return typeof color === 'string' ? color : ''
}

/** Values of the card fields that the reader of the JSON may read. */
export const cardValuesOf = ({ semantics: { cardFields } }: Tracker, json: ArtifactJson): ValueJson[] =>
  (cardFields?.fieldIds ?? []).flatMap(fieldId => valueOf(json, fieldId) ?? [])

const childTrackers = async (trackers: PlanningReading['trackers'], trackerId: number, projectId: number) =>
  (await trackers.listOfProject(projectId)).filter(({ parentId }) => parentId === trackerId)

const parentsOf = async (
  reading: PlanningReading,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BacklogItemRepresentation['parent']>> => {
  const { artifacts, trackers } = reading
  const first = await firstParentsOf(reading, viewer, ids)
  const found = await artifacts.findVisible(viewer, [...new Set([...first.values()].map(parent => parent.id))])
  const byId = new Map(found.map(parent => [parent.artifact.id, parent]))
  return new Map(
    [...first].map(([id, { id: parentId }]) => {
      const parent = byId.get(parentId)
      if (!parent) return [id, null]
      const reference = trackers.representReference(parent.tracker, parent.project)
      return [
        id,
        {
          id: parentId,
          label: artifacts.summaryOf(viewer, parent).title ?? '',
          uri: 'route-not-yet-implemented',
          tracker: { ...reference, project: { ...reference.project, background: null } },
        },
      ]
    }),
  )
}
