import { expect } from 'vitest'
import type { Random } from '../../fuzz/random.ts'
import type { TestApp } from '../../harness/app.ts'
import {
  fieldId,
  fieldValue,
  isReadable,
  linksTo,
  put,
  textAbout,
  upload,
  WORDS,
  type FieldName,
  type FixtureArtifact,
  type FixtureTracker,
  type RightsWorld,
} from './world.ts'

/** A change that the administrator makes and that the viewer may learn nothing of. */
export interface HiddenChange {
  readonly name: string
  /** The visible artifact that gets a changeset, which its readers see, if only as an empty one. */
  readonly editedId?: number
  /** The visible tracker whose definition gets another version. */
  readonly editedTrackerId?: number
  apply(): Promise<void>
}

type DraftChange = (crocus: TestApp, random: Random, world: RightsWorld) => HiddenChange | undefined

const pickOne = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items.length === 0 ? undefined : random.pick(items)

const hiddenArtifacts = ({ artifacts }: RightsWorld): FixtureArtifact[] =>
  artifacts.filter(({ isVisible }) => !isVisible)
const visibleArtifacts = ({ artifacts }: RightsWorld): FixtureArtifact[] =>
  artifacts.filter(({ isVisible }) => isVisible)

const NUMBERS: readonly FieldName[] = ['effort', 'duration', 'remaining_effort', 'capacity']
/** Also true as long as the definition is not in the cache. */
const isSum = (crocus: TestApp, tracker: FixtureTracker, name: FieldName): boolean =>
  NUMBERS.includes(name) &&
  crocus.app.modules.trackers.peek(tracker.id)?.fieldById.get(fieldId(tracker, name))?.type !== 'int'
const WRITABLE: readonly FieldName[] = ['title', 'note', 'state', 'who', 'start', ...NUMBERS]

/** Another value of a field that is no link. */
const newValue = (
  random: Random,
  { trackers, artifacts }: RightsWorld,
  tracker: FixtureTracker,
  name: FieldName,
  assignedIds: readonly number[] = [],
) => {
  switch (name) {
    case 'title':
      return fieldValue(tracker, name, { value: `${random.pick(WORDS)} ${random.serial()}` })
    case 'note':
      return fieldValue(tracker, name, { value: textAbout(random, trackers, artifacts) })
    case 'state':
      return fieldValue(tracker, name, { bind_value_ids: [random.pick(tracker.stateIds)] })
    case 'start':
      return fieldValue(tracker, name, { value: `2026-02-2${random.below(9)}` })
    case 'effort':
    case 'duration':
    case 'remaining_effort':
    case 'capacity':
      return fieldValue(tracker, name, { value: 1 + random.below(20) })
    default:
      return fieldValue(tracker, name, {
        bind_value_ids: [...assignedIds, ...(random.chance(0.5) ? [ADMINISTRATOR_ID] : [])],
      })
  }
}
const ADMINISTRATOR_ID = 101

const valueOfHiddenArtifact: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(random, hiddenArtifacts(world))
  if (!artifact) return undefined
  const { id, tracker, assignedIds } = artifact
  const names = WRITABLE.filter(name => !isSum(crocus, tracker, name))
  const values = [newValue(random, world, tracker, random.pick(names), assignedIds)]
  return {
    name: `values of hidden artifact ${id}: ${JSON.stringify(values)}`,
    apply: () => put(crocus, id, { values }),
  }
}

const valueOfHiddenField: DraftChange = (crocus, random, world) => {
  const candidates = visibleArtifacts(world).flatMap(artifact =>
    WRITABLE.filter(
      name => name !== 'note' && !isReadable(artifact.tracker, name) && !isSum(crocus, artifact.tracker, name),
    ).map(name => ({ artifact, name })),
  )
  const picked = pickOne(random, candidates)
  if (!picked) return undefined
  const { id, tracker, assignedIds } = picked.artifact
  const values = [newValue(random, world, tracker, picked.name, assignedIds)]
  return {
    name: `hidden field ${picked.name} of artifact ${id}: ${JSON.stringify(values)}`,
    editedId: id,
    apply: () => put(crocus, id, { values }),
  }
}

const linksOfHiddenArtifact: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(random, hiddenArtifacts(world))
  if (!artifact) return undefined
  const { id, tracker } = artifact
  const links = linksTo(
    random,
    world.artifacts.filter(other => other.id !== id),
  )
  const values = [fieldValue(tracker, 'links', { links })]
  return { name: `links of hidden artifact ${id}: ${JSON.stringify(links)}`, apply: () => put(crocus, id, { values }) }
}

const linksInHiddenField: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(
    random,
    visibleArtifacts(world).filter(({ tracker }) => !isReadable(tracker, 'links')),
  )
  if (!artifact) return undefined
  const { id, tracker } = artifact
  const links = linksTo(
    random,
    world.artifacts.filter(other => other.id !== id),
  )
  const values = [fieldValue(tracker, 'links', { links })]
  return {
    name: `links in the hidden field of artifact ${id}: ${JSON.stringify(links)}`,
    editedId: id,
    apply: () => put(crocus, id, { values }),
  }
}

/** Those of the links of a visible artifact that lead to hidden ones: others of them, or of other types. */
const linksToHiddenArtifacts: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(random, visibleArtifacts(world))
  if (!artifact) return undefined
  const { id, tracker } = artifact
  const hidden = hiddenArtifacts(world)
  const hiddenIds = new Set(hidden.map(other => other.id))
  const added = linksTo(random, hidden)
  return {
    name: `links from artifact ${id} to hidden ones: ${JSON.stringify(added)}`,
    editedId: id,
    apply: async () => {
      const kept = (await readLinks(crocus, artifact)).filter(link => !hiddenIds.has(link.id))
      const links = random.chance(0.5) ? [...kept, ...added] : [...added, ...kept]
      await put(crocus, id, { values: [fieldValue(tracker, 'links', { links })] })
    },
  }
}

const readLinks = async (
  crocus: TestApp,
  { id, tracker }: FixtureArtifact,
): Promise<{ id: number; type: string }[]> => {
  const answer = await crocus.request('GET', `/api/artifacts/${id}`, { as: crocus.admin })
  const links = answer
    .json<{ values: { field_id: number; links?: { id: number; type: string | null }[] }[] }>()
    .values.find(value => value.field_id === fieldId(tracker, 'links'))?.links
  return (links ?? []).map(link => ({ id: link.id, type: link.type ?? '' }))
}

const rightsToHiddenArtifact: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(
    random,
    hiddenArtifacts(world).filter(({ tracker }) => !tracker.isVisible),
  )
  if (!artifact) return undefined
  const { id, tracker } = artifact
  const groups = random.pick([[], [3], [4], [3, 4]])
  const value = groups.length === 0 ? null : { granted_groups: groups.map(group => `${tracker.project.id}_${group}`) }
  return {
    name: `rights to hidden artifact ${id}: ${groups.join()}`,
    apply: () => put(crocus, id, { values: [fieldValue(tracker, 'access', { value })] }),
  }
}

const commentOnHiddenArtifact: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(random, hiddenArtifacts(world))
  if (!artifact) return undefined
  const { content, format } = textAbout(random, world.trackers, world.artifacts)
  return {
    name: `comment on hidden artifact ${artifact.id}: ${content}`,
    apply: () => put(crocus, artifact.id, { values: [], comment: { body: `${content} ${random.serial()}`, format } }),
  }
}

const privateComment: DraftChange = (crocus, random, world) => {
  const artifact = pickOne(
    random,
    world.artifacts.filter(({ privateChangesetId }) => privateChangesetId !== undefined),
  )
  if (!artifact) return undefined
  const { content, format } = textAbout(random, world.trackers, world.artifacts)
  return {
    name: `private comment of artifact ${artifact.id}: ${content}`,
    apply: async () => {
      const path = `/api/artifacts/${artifact.id}/changesets/${artifact.privateChangesetId}/comment`
      const json = { body: `${content} ${random.serial()}`, format }
      const changed = await crocus.request('PATCH', path, { as: crocus.admin, json })
      expect([changed.status, changed.status === 200 ? '' : changed.text]).toEqual([200, ''])
    },
  }
}

const nameOfHiddenTracker: DraftChange = (crocus, random, world) => {
  const tracker = pickOne(
    random,
    world.trackers.filter(({ isVisible, project }) => !isVisible && !project.isVisible),
  )
  if (!tracker) return undefined
  // The names that texts use already, too: a word that names nothing becomes one, and back.
  const itemName = tracker.itemName.endsWith('_') ? tracker.itemName.slice(0, -1) : `${tracker.itemName}_`
  return {
    name: `item name of hidden tracker ${tracker.id}: ${itemName}`,
    apply: async () => {
      const json = { name: `Renamed ${itemName}`, item_name: itemName, description: random.serial() }
      const changed = await crocus.request('PUT', `/api/trackers/${tracker.id}/general`, { as: crocus.admin, json })
      expect([changed.status, changed.status === 200 ? '' : changed.text]).toEqual([200, ''])
      tracker.itemName = itemName
    },
  }
}

const labelOfHiddenField: DraftChange = (crocus, random, world) => {
  const candidates = world.trackers.flatMap(tracker =>
    [...tracker.fields.values()]
      .filter(field => !tracker.isVisible || !field.isReadable)
      .map(field => ({ tracker, field })),
  )
  const picked = pickOne(random, candidates)
  if (!picked) return undefined
  const { tracker, field } = picked
  const json = { label: `Label ${random.serial()}`, description: random.pick(WORDS) }
  return {
    name: `label of hidden field ${field.name} of tracker ${tracker.id}`,
    ...(tracker.isVisible && { editedTrackerId: tracker.id }),
    apply: async () => {
      const changed = await crocus.request('PATCH', `/api/tracker_fields/${field.id}`, { as: crocus.admin, json })
      expect([changed.status, changed.status === 200 ? '' : changed.text]).toEqual([200, ''])
    },
  }
}

const newHiddenArtifact: DraftChange = (crocus, random, world) => {
  const tracker = pickOne(
    random,
    world.trackers.filter(({ isVisible }) => !isVisible),
  )
  if (!tracker) return undefined
  const links = linksTo(random, world.artifacts)
  const values = [
    newValue(random, world, tracker, 'title'),
    newValue(random, world, tracker, 'note'),
    fieldValue(tracker, 'links', { links }),
  ]
  return {
    name: `new artifact in hidden tracker ${tracker.id}: ${JSON.stringify(values)}`,
    apply: async () => {
      const json = { tracker: { id: tracker.id }, values }
      const created = await crocus.request('POST', '/api/artifacts', { as: crocus.admin, json })
      expect([created.status, created.status === 201 ? '' : created.text]).toEqual([201, ''])
    },
  }
}

const fileOf =
  (what: string, candidates: (world: RightsWorld) => readonly FixtureArtifact[]): DraftChange =>
  (crocus, random, world) => {
    const artifact = pickOne(random, candidates(world))
    if (!artifact) return undefined
    const { id, tracker, isVisible } = artifact
    return {
      name: `${what} ${id}`,
      ...(isVisible && { editedId: id }),
      apply: async () =>
        put(crocus, id, { values: [fieldValue(tracker, 'file', { value: [await upload(crocus, random)] })] }),
    }
  }

const fileOfHiddenArtifact = fileOf('file of hidden artifact', hiddenArtifacts)
const fileInHiddenField = fileOf('file in a hidden field of artifact', world =>
  visibleArtifacts(world).filter(({ tracker }) => !isReadable(tracker, 'file')),
)

/** A report of the administrator's own. */
const newPersonalReport: DraftChange = (crocus, random, world) => {
  const tracker = random.pick(world.trackers)
  const json = {
    tracker: { id: tracker.id },
    label: `Own ${random.serial()}`,
    expert_query: random.pick(['WITH CHILDREN', "title = 'x'"]),
  }
  return {
    name: `new personal report of tracker ${tracker.id}`,
    apply: async () => {
      const created = await crocus.request('POST', '/api/tracker_reports', { as: crocus.admin, json })
      expect([created.status, created.status === 201 ? '' : created.text]).toEqual([201, ''])
    },
  }
}

const DRAFTS: readonly (readonly [DraftChange, number])[] = [
  [valueOfHiddenArtifact, 3],
  [valueOfHiddenField, 3],
  [linksOfHiddenArtifact, 3],
  [linksInHiddenField, 3],
  [linksToHiddenArtifacts, 3],
  [rightsToHiddenArtifact, 1],
  [commentOnHiddenArtifact, 1],
  [privateComment, 1],
  [nameOfHiddenTracker, 2],
  [fileOfHiddenArtifact, 1],
  [fileInHiddenField, 1],
  [labelOfHiddenField, 1],
  [newHiddenArtifact, 1],
  [newPersonalReport, 1],
]

/** A hidden change that this world can have. */
export const draftHiddenChange = (crocus: TestApp, random: Random, world: RightsWorld): HiddenChange => {
  for (;;) {
    const change = random.weighted(DRAFTS)(crocus, random, world)
    if (change) return change
  }
}
