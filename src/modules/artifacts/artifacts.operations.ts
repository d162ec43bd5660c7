import { createHistoryReader } from './store/artifact-reader.store.ts'
import { createArtifact } from './write/create-artifact.ts'
import { deleteArtifact } from './delete/delete-artifact.ts'
import { changeRightsOf } from './explain/change-rights.ts'
import { createRehearsals } from './rehearse/rehearse.ts'
import { listChangesets } from './history/list-changesets.ts'
import { listLinkedArtifacts, listLinkNatures } from './read/list-links.ts'
import { idsOfQuery, withExternalIds } from './read/external-ids.ts'
import { getArtifact, getArtifactsById, listArtifacts, type ReadDependencies } from './read/read-artifacts.ts'
import { readDate } from '../fields/index.ts'
import type { Viewer } from '../users/index.ts'
import { diffTracker } from './past/diff-tracker.ts'
import { listPast } from './past/list-past.ts'
import type { PastDependencies } from './past/past-artifact.ts'
import { diffVersions, getPast, getPastById } from './past/read-past.ts'
import { createTimeReader, type TimeReader } from './past/rewind.ts'
import { updateArtifact } from './write/update-artifact.ts'
import type { ArtifactVersion } from './model/artifact.ts'
import type { ArtifactParts } from './artifacts.parts.ts'

/** The operations on artifacts for the routes and for other modules, each with its dependencies. */
export const createArtifactOperations = (parts: ArtifactParts) => {
  const { db, versions, serializerOf, responseCache } = parts
  const { reading, listing, writing, updating, readArtifact } = parts
  return {
    get: getArtifact({ ...reading, readArtifact }, serializerOf, responseCache),
    idsOf: idsOfQuery(reading),
    withExternalIds: withExternalIds(reading),
    getById: getArtifactsById(listing, serializerOf, responseCache),
    list: listArtifacts(rowDependencies(parts), serializerOf, responseCache),
    create: createArtifact(writing),
    update: updateArtifact(updating),
    rehearse: rehearsalsOf(parts),
    delete: deleteArtifact({ ...parts.deleting, deletionArchiver: parts.deletionArchiver }),
    listChangesets: listChangesets(
      { ...listing, readHistory: createHistoryReader(db.reads) },
      serializerOf,
      responseCache,
    ),
    listLinkNatures: listLinkNatures(reading),
    listLinkedArtifacts: listLinkedArtifacts(listing, serializerOf),
    versionOf: (version: ArtifactVersion) => versions(version.changesetId, version.modifiedAt),
    answers: parts.answers,
    ...pastOperations(parts),
  }
}

export type ArtifactOperations = ReturnType<typeof createArtifactOperations>

/** Dependencies of the lists of a tracker. */
const rowDependencies = ({ listing, versions, settings, access, viewerOf, snapshotPages }: ArtifactParts) => ({
  ...listing,
  versions,
  snapshotPages,
  changeRightsOf: changeRightsOf({ settings, access, viewerOf }),
})

/** Dependencies of artifacts as they were. */
export const pastDependencies = <Reading extends ReadDependencies>(
  { settings, describing, serializerOf }: ArtifactParts,
  reading: Reading,
): Reading & PastDependencies => ({
  ...reading,
  findArtifacts: describing.findArtifacts,
  serializerOf,
  isoDate: (viewer: Viewer, at: Date): string => settings.datesIn(viewer.timezone).isoDate(at),
})

const pastOperations = (parts: ArtifactParts) => {
  const { db, reading, listing } = parts
  const past = { ...pastDependencies(parts, reading), readHistory: createHistoryReader(db) }
  return {
    getPast: getPast(past),
    getPastById: getPastById(pastDependencies(parts, listing)),
    listPast: listPast(pastDependencies(parts, rowDependencies(parts))),
    diff: diffVersions(past),
    diffTracker: diffTracker({ ...pastDependencies(parts, listing), sights: parts.sights }),
    times: timesOf(parts),
    now: () => parts.clock.now(),
  }
}

/** Reads times in the past, in the zone of the platform where they have none. */
export const timesOf = ({ settings, clock }: ArtifactParts): TimeReader =>
  createTimeReader(
    text => readDate(text, settings.get('timezone'))?.toJSDate(),
    () => clock.now(),
  )

const rehearsalsOf = ({ writing, updating, commenting, deleting, rehearsing }: ArtifactParts) =>
  createRehearsals({ creating: writing, updating, deleting, commenting, describing: rehearsing })
