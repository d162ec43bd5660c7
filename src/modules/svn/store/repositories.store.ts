import { sql } from 'kysely'
import { stateEtag } from '../../../platform/http/headers/conditional.ts'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Notification, Repository, RepositorySettings } from '../model/repository.ts'

interface RepositoryRow {
  readonly id: number
  readonly project_id: number
  readonly name: string
  readonly is_reference_mandatory: boolean
  readonly is_commit_message_change_allowed: boolean
  readonly immutable_paths: string[]
  readonly immutable_whitelist: string[]
  readonly access_file_version: number
  readonly access_file: string
  readonly has_default_permissions: boolean
  readonly last_revision: number
  readonly imported_revision: number
  readonly has_current_mentions: boolean
  readonly is_deletion_requested: boolean
}

const COLUMNS = `r.id, r.project_id, r.name, r.is_reference_mandatory, r.is_commit_message_change_allowed, r.immutable_paths,
  r.immutable_whitelist, r.access_file_version, v.content as access_file, v.has_default_permissions, r.last_revision, r.imported_revision, r.has_current_mentions,
  r.deletion_requested_at is not null as is_deletion_requested`
const TABLES = `svn_repository r
  join svn_access_file_version v on v.repository_id = r.id and v.version = r.access_file_version`

const byId = statement<RepositoryRow>(
  'svn-repository',
  `select ${COLUMNS} from ${TABLES} where r.id = $1 and r.deleted_at is null`,
)
const byName = statement<RepositoryRow>(
  'svn-repository-by-name',
  `select ${COLUMNS} from ${TABLES} join project p on p.id = r.project_id
  where lower(p.short_name) = lower($1) and lower(r.name) = lower($2) and r.name = $2 and r.deleted_at is null`,
)
const ofProject = statement<RepositoryRow>(
  'svn-repositories-of-project',
  `select ${COLUMNS} from ${TABLES} where r.project_id = $1 and r.deleted_at is null order by lower(r.name)`,
)

const all = statement<RepositoryRow>(
  'svn-repositories',
  `select ${COLUMNS} from ${TABLES} where r.deleted_at is null order by r.project_id, lower(r.name)`,
)

/** Until the transaction ends, no other transaction brings in a repository with a foreign UUID. */
export const lockUuids = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('svn repository uuids', 0))`.execute(tx)
}

const repositoryOf = (row: RepositoryRow): Repository => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  commitRules: {
    isReferenceMandatory: row.is_reference_mandatory,
    isCommitMessageChangeAllowed: row.is_commit_message_change_allowed,
  },
  immutableTags: { paths: row.immutable_paths, whitelist: row.immutable_whitelist },
  accessFile: {
    version: row.access_file_version,
    text: row.access_file,
    hasDefaultPermissions: row.has_default_permissions,
  },
  lastRevision: row.last_revision,
  importedRevision: row.imported_revision,
  hasCurrentMentions: row.has_current_mentions,
  isDeletionRequested: row.is_deletion_requested,
})

/** Undefined also for deleted repositories. */
export const findRepository = async (db: Db, id: number): Promise<Repository | undefined> => {
  const [row] = await db.query(byId, [id])
  return row && repositoryOf(row)
}

/** Finds a repository by the names in its address: ignores the case of the project's short name only. */
export const findRepositoryByName = async (
  db: Db,
  projectShortName: string,
  name: string,
): Promise<Repository | undefined> => {
  const [row] = await db.query(byName, [projectShortName, name])
  return row && repositoryOf(row)
}

/** Ordered by project, then by name. */
export const listRepositories = async (db: Db): Promise<Repository[]> => (await db.query(all, [])).map(repositoryOf)

/** Ordered by name. */
export const listRepositoriesOfProject = async (db: Pick<Db, 'query'>, projectId: number): Promise<Repository[]> =>
  (await db.query(ofProject, [projectId])).map(repositoryOf)

/** The current access files, as the project wrote them; includes deleted repositories, because they can be restored. */
export const listAccessTexts = async (
  db: Queryable,
  projectId: number,
): Promise<{ readonly repository: string; readonly text: string }[]> => {
  const { rows } = await sql<{ repository: string; text: string }>`
    select r.name as repository, v.content as text from ${sql.raw(TABLES)}
    where r.project_id = ${projectId} order by lower(r.name)`.execute(db)
  return rows
}

/** Includes names that deleted repositories keep reserved. */
export const listRepositoryNames = async (db: Queryable, projectId: number): Promise<string[]> => {
  const rows = await db.selectFrom('svn_repository').select('name').where('project_id', '=', projectId).execute()
  return rows.map(row => row.name)
}

/** Like `findRepository`, in a transaction that holds the row (`lockRepository`). */
export const findLockedRepository = async (tx: Tx, id: number): Promise<Repository> => {
  const { rows } =
    await sql<RepositoryRow>`select ${sql.raw(COLUMNS)} from ${sql.raw(TABLES)} where r.id = ${id}`.execute(tx)
  return repositoryOf(rows[0] as RepositoryRow)
}

/** `Etag` of the settings; told to administrators of the repositories. The access file has a number for each of its versions. */
export const settingsEtag = async (db: Queryable, repository: Repository): Promise<string> => {
  const { id, commitRules, immutableTags, accessFile } = repository
  return stateEtag([commitRules, immutableTags, accessFile.version, await listNotifications(db, id)])
}

/** In their given order. */
export const listNotifications = async (db: Queryable, repositoryId: number): Promise<Notification[]> => {
  const rows = await db
    .selectFrom('svn_notification')
    .select(['path', 'user_group_ids', 'user_ids', 'emails'])
    .where('repository_id', '=', repositoryId)
    .orderBy('rank')
    .execute()
  return rows.map(row => ({
    path: row.path,
    userGroupIds: row.user_group_ids,
    userIds: row.user_ids,
    emails: row.emails,
  }))
}

/** Whether the row exists. Locks it until the transaction ends, so that changes of settings run one after another. */
export const lockRepository = async (tx: Tx, id: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('svn_repository')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The id of the new repository; undefined if the project has, or had, one of that name. */
export const insertRepository = async (
  tx: Tx,
  input: {
    readonly projectId: number
    readonly name: string
    readonly settings: RepositorySettings
    readonly creatorId: number
    /** The newest revision of the initial contents. */
    readonly youngest: number
    /** Whether messages of the initial contents name artifacts of this platform. */
    readonly hasCurrentMentions?: boolean
  },
): Promise<number | undefined> => {
  const { projectId, name, settings, creatorId, youngest, hasCurrentMentions = false } = input
  const { commitRules, immutableTags, accessFile } = settings
  const { rows } = await sql<{ id: number }>`
    insert into svn_repository (project_id, name, is_reference_mandatory, is_commit_message_change_allowed, immutable_paths,
      immutable_whitelist, created_by, imported_revision, has_current_mentions)
    values (${projectId}, ${name}, ${commitRules.isReferenceMandatory}, ${commitRules.isCommitMessageChangeAllowed},
      ${[...immutableTags.paths]}::text[], ${[...immutableTags.whitelist]}::text[], ${creatorId}, ${youngest},
      ${hasCurrentMentions})
    on conflict do nothing
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  await insertAccessFileVersion(tx, id, { version: 1, ...accessFile, creatorId })
  await insertNotifications(tx, id, settings.notifications)
  return id
}

export const updateRules = async (
  tx: Tx,
  id: number,
  { commitRules, immutableTags }: Pick<RepositorySettings, 'commitRules' | 'immutableTags'>,
): Promise<void> => {
  await sql`
    update svn_repository set is_reference_mandatory = ${commitRules.isReferenceMandatory},
      is_commit_message_change_allowed = ${commitRules.isCommitMessageChangeAllowed},
      immutable_paths = ${[...immutableTags.paths]}::text[], immutable_whitelist = ${[...immutableTags.whitelist]}::text[]
    where id = ${id}`.execute(tx)
}

interface NewAccessFileVersion {
  readonly version: number
  readonly text: string
  readonly hasDefaultPermissions: boolean
  readonly creatorId: number
}

const insertAccessFileVersion = async (tx: Tx, repositoryId: number, file: NewAccessFileVersion): Promise<void> => {
  await tx
    .insertInto('svn_access_file_version')
    .values({
      repository_id: repositoryId,
      version: file.version,
      content: file.text,
      has_default_permissions: file.hasDefaultPermissions,
      created_by: file.creatorId,
    })
    .execute()
}

/** Stores the version and makes it the current one. */
export const addAccessFileVersion = async (tx: Tx, repositoryId: number, file: NewAccessFileVersion): Promise<void> => {
  await insertAccessFileVersion(tx, repositoryId, file)
  await tx
    .updateTable('svn_repository')
    .set({ access_file_version: file.version })
    .where('id', '=', repositoryId)
    .execute()
}

export const replaceNotifications = async (
  tx: Tx,
  repositoryId: number,
  notifications: readonly Notification[],
): Promise<void> => {
  await tx.deleteFrom('svn_notification').where('repository_id', '=', repositoryId).execute()
  await insertNotifications(tx, repositoryId, notifications)
}

const insertNotifications = async (
  tx: Tx,
  repositoryId: number,
  notifications: readonly Notification[],
): Promise<void> => {
  if (notifications.length === 0) return
  await tx
    .insertInto('svn_notification')
    .values(
      notifications.map((notification, rank) => ({
        repository_id: repositoryId,
        rank,
        path: notification.path,
        user_group_ids: [...notification.userGroupIds],
        user_ids: [...notification.userIds],
        emails: [...notification.emails],
      })),
    )
    .execute()
}

/** A version of an access file, for the history of the repository. */
export interface AccessFileVersion {
  readonly version: number
  readonly text: string
  readonly hasDefaultPermissions: boolean
  readonly createdBy: number
  readonly createdAt: Date
}

/** The newest first. */
export const listAccessFileVersions = async (
  db: Queryable,
  repositoryId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly versions: AccessFileVersion[]; readonly size: number }> => {
  const rows = await db
    .selectFrom('svn_access_file_version')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .orderBy('version', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { size } = await db
    .selectFrom('svn_access_file_version')
    .select(({ fn }) => fn.countAll<number>().as('size'))
    .where('repository_id', '=', repositoryId)
    .executeTakeFirstOrThrow()
  return {
    versions: rows.map(row => ({
      version: row.version,
      text: row.content,
      hasDefaultPermissions: row.has_default_permissions,
      createdBy: row.created_by,
      createdAt: row.created_at,
    })),
    size,
  }
}
