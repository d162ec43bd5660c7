import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { Viewer } from '../../users/index.ts'
import type { checkSettings } from './check-settings.ts'
import { noSuchRepository, type RepositoryAccess } from './repository-access.ts'
import type { CheckedAccessFile, RepositoryDisk } from '../disk/repository-disk.ts'
import {
  addAccessFileVersion,
  lockRepository,
  findLockedRepository,
  listNotifications,
  replaceNotifications,
  settingsEtag,
  updateRules,
} from '../store/repositories.store.ts'
import type { Repository, RepositorySettings } from '../model/repository.ts'
import type { WrittenSettings } from '../model/svn.schema.ts'

export interface UpdateRepositoryDependencies {
  readonly db: Db
  readonly access: RepositoryAccess
  readonly disk: RepositoryDisk
  readonly check: ReturnType<typeof checkSettings>
}

/** Sets all settings at once and writes only the changed ones. They apply to the next commit. */
export const updateRepository =
  ({ db, access, disk, check }: UpdateRepositoryDependencies) =>
  async (viewer: Viewer, id: number, written: WrittenSettings, precondition: Precondition): Promise<void> => {
    const { project, repository: before } = await access.requireAdministered(viewer, id)
    requireSame(precondition, await settingsEtag(db.kysely, before))
    const wanted = await check(project, written)
    // A stored text was accepted when it was written, so svn checks new texts only.
    const isSame = wanted.accessFile.text === before.accessFile.text
    const accessFile =
      isSame && wanted.accessFile.hasDefaultPermissions === before.accessFile.hasDefaultPermissions
        ? undefined
        : await disk.checkAccessFile(project, wanted.accessFile)
    const settings = { ...wanted, accessFile: accessFile ? { ...wanted.accessFile, text: accessFile.text } : null }
    await inTransaction(db, async tx => {
      // The lock orders concurrent updates, so that the file on the disk is the last version.
      if (!(await lockRepository(tx, id))) throw noSuchRepository()
      const repository = await findLockedRepository(tx, id)
      requireSame(precondition, await settingsEtag(tx, repository))
      const changes = [
        ...(await changeRules(tx, repository, settings)),
        ...(await changeNotifications(tx, repository, settings)),
        ...(await changeAccessFile(tx, repository, settings, viewer)),
      ]
      if (changes.length === 0) return
      await appendEvents(
        tx,
        changes.map(({ kind, payload }) => ({
          kind,
          actorId: viewer.userId,
          means: viewer.means,
          projectId: project.id,
          payload: { repository_id: id, name: repository.name, ...payload },
        })),
      )
      if (accessFile && changes.some(({ kind }) => kind === ACCESS_FILE_CHANGED))
        await writeFile(disk, repository, accessFile)
    })
  }

interface SettingsChange {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Null: the access file stays. */
type ChangedSettings = Omit<RepositorySettings, 'accessFile'> & {
  readonly accessFile: RepositorySettings['accessFile'] | null
}

const ACCESS_FILE_CHANGED = 'svn.access_file_changed'

const changeRules = async (tx: Tx, before: Repository, after: ChangedSettings): Promise<SettingsChange[]> => {
  const changes: SettingsChange[] = []
  if (!isDeepStrictEqual(before.commitRules, after.commitRules))
    changes.push({
      kind: 'svn.commit_rules_changed',
      payload: {
        is_reference_mandatory: after.commitRules.isReferenceMandatory,
        is_commit_message_change_allowed: after.commitRules.isCommitMessageChangeAllowed,
      },
    })
  if (!isDeepStrictEqual(before.immutableTags, after.immutableTags))
    changes.push({ kind: 'svn.immutable_tags_changed', payload: { ...after.immutableTags } })
  if (changes.length > 0) await updateRules(tx, before.id, after)
  return changes
}

const changeNotifications = async (tx: Tx, before: Repository, after: ChangedSettings): Promise<SettingsChange[]> => {
  if (isDeepStrictEqual(await listNotifications(tx, before.id), after.notifications)) return []
  await replaceNotifications(tx, before.id, after.notifications)
  return [{ kind: 'svn.notifications_changed', payload: { paths: after.notifications.map(({ path }) => path) } }]
}

const changeAccessFile = async (
  tx: Tx,
  before: Repository,
  { accessFile }: ChangedSettings,
  viewer: Viewer,
): Promise<SettingsChange[]> => {
  if (!accessFile) return []
  const { text, hasDefaultPermissions, version } = before.accessFile
  if (text === accessFile.text && hasDefaultPermissions === accessFile.hasDefaultPermissions) return []
  await addAccessFileVersion(tx, before.id, { version: version + 1, ...accessFile, creatorId: viewer.userId })
  return [{ kind: ACCESS_FILE_CHANGED, payload: { version: version + 1 } }]
}

/** Writes the file last in the transaction: a failure changes nothing, and the next start repairs a crash before the commit. */
const writeFile = (disk: RepositoryDisk, { projectId, name }: Repository, accessFile: CheckedAccessFile) =>
  disk.writeAccessFile({ projectId, name }, accessFile)
