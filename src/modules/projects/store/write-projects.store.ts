import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { Membership, UserStatus } from '../../users/index.ts'
import type { Project, ProjectAccess, ProjectStatus } from '../model/project.ts'
import type { StaticUserGroup } from '../model/user-group.ts'
import type { ProjectField } from './projects.store.ts'

export interface NewProjectRow {
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly longDescription: string | null
  readonly icon: string
  readonly access: ProjectAccess
  readonly status: ProjectStatus
  readonly isTemplate: boolean
  readonly templateId: number | null
  readonly isMembershipSynchronized: boolean
  readonly usesLinkTypes: boolean
  readonly banner: string | null
  readonly ownerId: number | null
}

/** Returns undefined if the short name is taken: nothing is written and the transaction continues. */
export const insertProject = async (tx: Tx, project: NewProjectRow): Promise<number | undefined> => {
  // Checks the name before the sequence gives an id: refused projects leave no gap in the ids (import.md §11).
  const { rows } = await sql<{ id: number }>`
    insert into project (short_name, label, description, long_description, icon, access, status, is_template, template_id,
      is_membership_synchronized, uses_link_types, banner, owner_id)
    select ${project.shortName}, ${project.label}, ${project.description}, ${project.longDescription}, ${project.icon},
      ${project.access}, ${project.status}, ${project.isTemplate}, ${project.templateId}::bigint,
      ${project.isMembershipSynchronized}, ${project.usesLinkTypes}, ${project.banner}, ${project.ownerId}::bigint
    where not exists (select 1 from project where lower(short_name) = lower(${project.shortName}))
    on conflict (lower(short_name)) do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * Lets one transaction at a time write members, groups or status of a project. The returned state stays true until the transaction ends.
 */
export const lockProject = async (tx: Tx, id: number): Promise<LockedProject | undefined> => {
  const { rows } = await sql<LockedProject>`
    select label, description, access, status, is_template as "isTemplate",
      is_membership_synchronized as "isMembershipSynchronized", owner_id as "ownerId"
    from project where id = ${id} for update`.execute(tx)
  return rows[0]
}

type LockedProject = Pick<
  Project,
  'label' | 'description' | 'access' | 'status' | 'isTemplate' | 'isMembershipSynchronized' | 'ownerId'
>

export interface ProjectChanges {
  readonly label?: string
  readonly description?: string
  readonly access?: ProjectAccess
  readonly status?: ProjectStatus
  readonly isTemplate?: boolean
  readonly isMembershipSynchronized?: boolean
  readonly usesLinkTypes?: boolean
  readonly banner?: string | null
  readonly headerBackground?: string | null
  readonly ownerId?: number | null
}

const columns: Record<keyof ProjectChanges, string> = {
  label: 'label',
  description: 'description',
  access: 'access',
  status: 'status',
  isTemplate: 'is_template',
  isMembershipSynchronized: 'is_membership_synchronized',
  usesLinkTypes: 'uses_link_types',
  banner: 'banner',
  headerBackground: 'header_background',
  ownerId: 'owner_id',
}

export const updateProjectRow = async (tx: Tx, id: number, changes: ProjectChanges): Promise<void> => {
  const entries = Object.entries(changes) as [keyof ProjectChanges, unknown][]
  if (entries.length === 0) return
  const assignments = entries.map(([key, value]) => sql`${sql.ref(columns[key])} = ${value}`)
  await sql`update project set ${sql.join(assignments)} where id = ${id}`.execute(tx)
}

/** Returns false if no such project is in this state. Deletes all rows that belong to the project, too. */
export const deleteArchivedProject = async (tx: Tx, id: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from project where id = ${id} and status = 'archive'`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes a project of any status with all rows that belong to it. Projects that were copied from it stay. */
export const deleteProjectRow = async (tx: Tx, id: number): Promise<void> => {
  await sql`update project set template_id = null where template_id = ${id}`.execute(tx)
  await sql`delete from project where id = ${id}`.execute(tx)
}

/** Adds accounts; accounts that are members already get the true flags in addition. Returns the accounts that were not members. */
export const insertMembers = async (
  tx: Tx,
  projectId: number,
  userIds: readonly number[],
  flags: Partial<Membership> = {},
): Promise<number[]> => {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ user_id: number; is_new: boolean }>`
    insert into project_member as m (project_id, user_id, is_admin, is_wiki_admin, is_file_manager_admin, is_svn_admin)
    select ${projectId}, u.id, ${flags.isAdmin ?? false}, ${flags.isWikiAdmin ?? false},
      ${flags.isFileManagerAdmin ?? false}, ${flags.isSvnAdmin ?? false}
    from unnest(${userIds}::bigint[]) as u(id)
    on conflict (project_id, user_id) do update set
      is_admin = m.is_admin or excluded.is_admin,
      is_wiki_admin = m.is_wiki_admin or excluded.is_wiki_admin,
      is_file_manager_admin = m.is_file_manager_admin or excluded.is_file_manager_admin,
      is_svn_admin = m.is_svn_admin or excluded.is_svn_admin
    returning user_id, xmax = 0 is_new`.execute(tx)
  return rows.filter(row => row.is_new).map(row => row.user_id)
}

export const listMemberIds = async (tx: Tx, projectId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from project_member where project_id = ${projectId}`.execute(tx)
  return rows.map(row => row.user_id)
}

/** Removes the accounts from the project and from all its static groups. */
export const deleteMembers = async (tx: Tx, projectId: number, userIds: readonly number[]): Promise<void> => {
  if (userIds.length === 0) return
  await sql`
    with gone as (delete from project_member where project_id = ${projectId} and user_id = any(${userIds}::bigint[]))
    delete from user_group_member gm using user_group g
    where g.id = gm.user_group_id and g.project_id = ${projectId} and gm.user_id = any(${userIds}::bigint[])`.execute(
    tx,
  )
}

export const clearAdministrators = async (tx: Tx, projectId: number, userIds: readonly number[]): Promise<void> => {
  if (userIds.length === 0) return
  await sql`
    update project_member set is_admin = false
    where project_id = ${projectId} and user_id = any(${userIds}::bigint[])`.execute(tx)
}

export interface MemberRow {
  readonly userId: number
  readonly isAdmin: boolean
}

export const listMemberRows = async (tx: Tx, projectId: number): Promise<MemberRow[]> => {
  const { rows } = await sql<{ user_id: number; is_admin: boolean }>`
    select user_id, is_admin from project_member where project_id = ${projectId}`.execute(tx)
  return rows.map(row => ({ userId: row.user_id, isAdmin: row.is_admin }))
}

/** Undefined if the project has a group of that name. */
export const insertUserGroup = async (
  tx: Tx,
  projectId: number,
  name: string,
  description: string,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into user_group (project_id, name, description)
    select ${projectId}, ${name}, ${description}
    where not exists (
      select 1 from user_group where project_id = ${projectId} and lower(name) = lower(${name}) and deleted_at is null)
    on conflict (project_id, lower(name)) where deleted_at is null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Reads and locks the group until the transaction ends; undefined if the group was deleted. */
export const lockUserGroup = async (tx: Tx, id: number): Promise<StaticUserGroup | undefined> => {
  const { rows } = await sql<{ project_id: number; name: string; description: string }>`
    select project_id, name, description from user_group where id = ${id} and deleted_at is null for update`.execute(tx)
  const row = rows[0]
  return row && { id, projectId: row.project_id, name: row.name, description: row.description }
}

/** Whether another group of the project has the name. */
export const isGroupNameTaken = async (tx: Tx, group: StaticUserGroup, name: string): Promise<boolean> => {
  const { rows } = await sql`
    select from user_group
    where project_id = ${group.projectId} and lower(name) = lower(${name}) and id <> ${group.id} and deleted_at is null`.execute(
    tx,
  )
  return rows.length > 0
}

export const updateUserGroup = async (
  tx: Tx,
  id: number,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<void> => {
  await sql`update user_group set name = ${name}, description = ${description} where id = ${id}`.execute(tx)
}

/** Removes all members and frees the name. */
export const markGroupDeleted = async (tx: Tx, id: number): Promise<void> => {
  await sql`delete from user_group_member where user_group_id = ${id}`.execute(tx)
  await sql`update user_group set deleted_at = now() where id = ${id}`.execute(tx)
}

export const listGroupUserIds = async (tx: Tx, groupId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_group_member where user_group_id = ${groupId}`.execute(tx)
  return rows.map(row => row.user_id)
}

export const insertGroupMembers = async (tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> => {
  if (userIds.length === 0) return
  await sql`
    insert into user_group_member (user_group_id, user_id)
    select ${groupId}, u.id from unnest(${userIds}::bigint[]) as u(id)
    on conflict do nothing`.execute(tx)
}

export const deleteGroupMembers = async (tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> => {
  if (userIds.length === 0) return
  await sql`
    delete from user_group_member where user_group_id = ${groupId} and user_id = any(${userIds}::bigint[])`.execute(tx)
}

/** The accounts in any static group of the project. */
export const listAllGroupUserIds = async (tx: Tx, projectId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select distinct gm.user_id from user_group_member gm join user_group g on g.id = gm.user_group_id
    where g.project_id = ${projectId} order by gm.user_id`.execute(tx)
  return rows.map(row => row.user_id)
}

/** Reads the statuses in the transaction, so that accounts created by it count. */
export const listStatuses = async (tx: Tx, userIds: readonly number[]): Promise<Map<number, UserStatus>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; status: UserStatus }>`
    select id, status from users where id = any(${userIds}::bigint[])`.execute(tx)
  return new Map(rows.map(row => [row.id, row.status]))
}

/**
 * Copies the static groups with their accounts, without restricted accounts if the copy accepts none. Returns template's id → copy's id.
 */
export const copyUserGroups = async (
  tx: Tx,
  fromProjectId: number,
  toProjectId: number,
  takesRestricted: boolean,
): Promise<Map<number, number>> => {
  // The database gives ids in the order of the template's groups, and both lists are read in that order, so the pairs match.
  const { rows } = await sql<{ old_id: number; new_id: number }>`
    with made as (
      insert into user_group (project_id, name, description)
      select ${toProjectId}, name, description from user_group
      where project_id = ${fromProjectId} and deleted_at is null order by id
      returning id, name
    )
    select g.id old_id, made.id new_id from user_group g join made on made.name = g.name
    where g.project_id = ${fromProjectId} and g.deleted_at is null order by g.id`.execute(tx)
  if (rows.length === 0) return new Map()
  await sql`
    insert into user_group_member (user_group_id, user_id)
    select pair.new_id, gm.user_id
    from unnest(${rows.map(row => row.old_id)}::bigint[], ${rows.map(row => row.new_id)}::bigint[]) as pair(old_id, new_id)
    join user_group_member gm on gm.user_group_id = pair.old_id
    join users u on u.id = gm.user_id
    where ${takesRestricted} or u.status <> 'R'`.execute(tx)
  return new Map(rows.map(row => [row.old_id, row.new_id]))
}

export const copyLabels = async (tx: Tx, fromProjectId: number, toProjectId: number): Promise<void> => {
  await sql`
    insert into project_label (project_id, name, is_outline, color)
    select ${toProjectId}, name, is_outline, color from project_label where project_id = ${fromProjectId} order by id`.execute(
    tx,
  )
}

export const copyDisabledLinkTypes = async (tx: Tx, fromProjectId: number, toProjectId: number): Promise<void> => {
  await sql`
    insert into project_disabled_link_type (project_id, short_name)
    select ${toProjectId}, short_name from project_disabled_link_type where project_id = ${fromProjectId}`.execute(tx)
}

export const insertDisabledLinkTypes = async (tx: Tx, projectId: number, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  await sql`
    insert into project_disabled_link_type (project_id, short_name)
    select ${projectId}, name from unnest(${names}::text[]) as n(name)
    on conflict do nothing`.execute(tx)
}

export const insertFieldValues = async (
  tx: Tx,
  projectId: number,
  values: readonly { readonly fieldId: number; readonly value: string }[],
): Promise<void> => {
  if (values.length === 0) return
  await sql`
    insert into project_field_value (project_id, field_id, value)
    select ${projectId}, v.field_id, v.value
    from unnest(${values.map(v => v.fieldId)}::bigint[], ${values.map(v => v.value)}::text[]) as v(field_id, value)
    on conflict (project_id, field_id) do update set value = excluded.value`.execute(tx)
}

export const insertCategories = async (
  tx: Tx,
  projectId: number,
  values: readonly { readonly categoryId: number; readonly valueId: number }[],
): Promise<void> => {
  if (values.length === 0) return
  await sql`
    insert into project_category (project_id, category_id, value_id)
    select ${projectId}, v.category_id, v.value_id
    from unnest(${values.map(v => v.categoryId)}::bigint[], ${values.map(v => v.valueId)}::bigint[])
      as v(category_id, value_id)
    on conflict do nothing`.execute(tx)
}

export const insertDeferredSection = async (
  tx: Tx,
  projectId: number,
  section: string,
  content: unknown,
): Promise<void> => {
  await sql`
    insert into kept_section (project_id, section, content)
    values (${projectId}, ${section}, ${JSON.stringify(content)}::jsonb)`.execute(tx)
}

/** Undefined if a field of that name exists. */
export const insertProjectField = async (tx: Tx, field: Omit<ProjectField, 'id'>): Promise<number | undefined> => {
  // Checks the name before the sequence gives an id: ids follow the order of creation without gaps.
  const { rows } = await sql<{ id: number }>`
    insert into project_field (name, description, rank, type, is_required)
    select ${field.name}, ${field.description}, ${field.rank}, ${field.type}, ${field.isRequired}
    where not exists (select 1 from project_field where lower(name) = lower(${field.name}))
    on conflict (lower(name)) do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}
