import { createHistoryReader } from './store/artifact-reader.store.ts'
import { createDeletionArchiver } from './delete/archive-deleted.ts'
import { createArtifact } from './write/create-artifact.ts'
import { deleteArtifact } from './delete/delete-artifact.ts'
import { changeRightsOf } from './explain/change-rights.ts'
import { createRehearsals } from './rehearse/rehearse.ts'
import { listChangesets } from './history/list-changesets.ts'
import { listLinkedArtifacts, listLinkNatures } from './read/list-links.ts'
import { getArtifact, getArtifactsById, listArtifacts } from './read/read-artifacts.ts'
import { updateArtifact } from './write/update-artifact.ts'
import type { ArtifactVersion } from './model/artifact.ts'
import type { ArtifactParts } from './artifacts.parts.ts'

/** The operations on artifacts for the routes and for other modules, each with its dependencies. */
export const createArtifactOperations = (parts: ArtifactParts) => {
  const { db, settings, trackers, access, versions, serializerOf, responseCache } = parts
  const { reading, listing, writing, updating, readArtifact } = parts
  return {
    get: getArtifact({ ...reading, readArtifact }, serializerOf, responseCache),
    getById: getArtifactsById(listing, serializerOf, responseCache),
    list: listArtifacts(
      { ...listing, versions, changeRightsOf: changeRightsOf({ settings, access, viewerOf: parts.viewerOf }) },
      serializerOf,
      responseCache,
    ),
    create: createArtifact(writing),
    update: updateArtifact(updating),
    rehearse: rehearsalsOf(parts),
    delete: deleteArtifact({
      ...writing,
      versions,
      deletionArchiver: createDeletionArchiver({
        ...parts,
        folder: parts.archiveFolder,
        requireFolder: parts.requireArchiveFolder,
      }),
    }),
    listChangesets: listChangesets(
      { ...listing, readHistory: createHistoryReader(db.reads) },
      serializerOf,
      responseCache,
    ),
    listLinkNatures: listLinkNatures(reading),
    listLinkedArtifacts: listLinkedArtifacts(listing, serializerOf),
    versionOf: (version: ArtifactVersion) => versions(version.changesetId, version.modifiedAt),
    publicUrl: () => settings.publicUrl(),
    representTracker: trackers.representReference,
  }
}

export type ArtifactOperations = ReturnType<typeof createArtifactOperations>

const rehearsalsOf = (parts: ArtifactParts) => {
  const { writing, updating, commenting, describing, reading, serializerOf, versions, triggerPlanning, effects } = parts
  return createRehearsals({
    creating: writing,
    updating,
    deleting: { ...writing, versions },
    commenting,
    describing: {
      ...describing,
      reading,
      serializerOf,
      versions,
      planning: triggerPlanning,
      countMails: change => effects.mails(change),
      countWebhooks: change => effects.webhooks(change),
    },
  })
}
