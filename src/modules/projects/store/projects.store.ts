import { sql } from 'kysely'
import { parseJsonb, statement, type Db, type Queryable } from '../../../platform/db/db.ts'
import type { Membership, UserStatus } from '../../users/index.ts'
import type { Category } from '../model/categories.ts'
import type { Project, ProjectAccess, ProjectStatus } from '../model/project.ts'
import type { ReferencePattern } from '../model/reference-pattern.ts'
import type { Roster, RosterMember, RosterUser } from '../model/roster.ts'
import type { StaticUserGroup } from '../model/user-group.ts'

interface ProjectRow {
  id: number
  short_name: string
  label: string
  description: string
  icon: string
  access: ProjectAccess
  status: ProjectStatus
  is_template: boolean
  is_membership_synchronized: boolean
  uses_link_types: boolean
  banner: string | null
  owner_id: number | null
  disabled_link_types: string[]
  enabled_services: string[]
  reference_patterns: string
  field_values: string
}

const projectsByIds = statement<ProjectRow>(
  'projects-by-ids',
  `select p.id, p.short_name, p.label, p.description, p.icon, p.access, p.status, p.is_template,
     p.is_membership_synchronized, p.uses_link_types, p.banner, p.owner_id,
     array(select d.short_name from project_disabled_link_type d where d.project_id = p.id) disabled_link_types,
     array(select s.short_name from project_service s
           where s.project_id = p.id and s.is_enabled and not s.is_custom) enabled_services,
     (select coalesce(jsonb_agg(jsonb_build_object('keyword', r.keyword, 'description', r.description, 'link', r.link,
        'isEnabled', r.is_enabled) order by r.rank), '[]') from reference_pattern r where r.project_id = p.id) reference_patterns,
     (select coalesce(jsonb_agg(jsonb_build_array(v.field_id, v.value)), '[]') from project_field_value v
      where v.project_id = p.id) field_values
   from project p where p.id = any($1::bigint[])`,
)

const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  shortName: row.short_name,
  label: row.label,
  description: row.description,
  icon: row.icon,
  access: row.access,
  status: row.status,
  isTemplate: row.is_template,
  isMembershipSynchronized: row.is_membership_synchronized,
  usesLinkTypes: row.uses_link_types,
  banner: row.banner,
  ownerId: row.owner_id,
  disabledLinkTypes: new Set(row.disabled_link_types),
  enabledServices: new Set(row.enabled_services),
  referencePatterns: parseJsonb<ReferencePattern[]>(row.reference_patterns),
  fieldValues: new Map(parseJsonb<[number, string][]>(row.field_values)),
})

export const loadProjects = async (db: Pick<Db, 'query'>, ids: readonly number[]): Promise<Map<number, Project>> => {
  const rows = await db.query(projectsByIds, [ids])
  return new Map(rows.map(row => [row.id, toProject(row)]))
}

const projectIdByName = statement<{ id: number }>(
  'project-id-by-name',
  'select id from project where lower(short_name) = lower($1)',
)

export const findProjectId = async (db: Db, shortName: string): Promise<number | undefined> =>
  (await db.query(projectIdByName, [shortName]))[0]?.id

/** Groups and projects of an account, whatever the status of the projects. */
export interface Memberships {
  readonly memberships: ReadonlyMap<number, Membership>
  readonly staticGroupIds: ReadonlySet<number>
  /** Id of a static group → id of its project. */
  readonly projectOfGroup: ReadonlyMap<number, number>
}

const membershipsByUsers = statement<{ user_id: number; memberships: string; groups: string }>(
  'memberships-by-users',
  `select u.user_id,
     (select coalesce(jsonb_agg(jsonb_build_array(m.project_id, m.is_admin, m.is_wiki_admin, m.is_file_manager_admin,
        m.is_svn_admin) order by m.project_id), '[]') from project_member m where m.user_id = u.user_id) memberships,
     (select coalesce(jsonb_agg(jsonb_build_array(g.id, g.project_id) order by g.id), '[]')
      from user_group_member gm join user_group g on g.id = gm.user_group_id where gm.user_id = u.user_id) groups
   from unnest($1::bigint[]) as u(user_id)`,
)

export const loadMemberships = async (db: Db, userIds: readonly number[]): Promise<Map<number, Memberships>> => {
  const rows = await db.query(membershipsByUsers, [userIds])
  return new Map(
    rows.map(row => {
      const memberships = parseJsonb<[number, boolean, boolean, boolean, boolean][]>(row.memberships)
      const groups = parseJsonb<[number, number][]>(row.groups)
      return [
        row.user_id,
        {
          memberships: new Map(
            memberships.map(([projectId, isAdmin, isWikiAdmin, isFileManagerAdmin, isSvnAdmin]) => [
              projectId,
              { isAdmin, isWikiAdmin, isFileManagerAdmin, isSvnAdmin },
            ]),
          ),
          staticGroupIds: new Set(groups.map(([id]) => id)),
          projectOfGroup: new Map(groups),
        },
      ]
    }),
  )
}

interface RosterRow {
  project_id: number
  members: string
  groups: string
}

const rostersByProjects = statement<RosterRow>(
  'rosters-by-projects',
  `select p.id project_id,
     (select coalesce(jsonb_agg(jsonb_build_array(u.id, u.login, u.status, m.is_admin, m.is_wiki_admin,
        m.is_file_manager_admin, m.is_svn_admin) order by lower(u.login)), '[]')
      from project_member m join users u on u.id = m.user_id where m.project_id = p.id) members,
     (select coalesce(jsonb_agg(jsonb_build_array(g.id, g.name, g.description, g.deleted_at is not null,
        (select coalesce(jsonb_agg(jsonb_build_array(u.id, u.login, u.status) order by lower(u.login)), '[]')
         from user_group_member gm join users u on u.id = gm.user_id where gm.user_group_id = g.id)) order by g.id), '[]')
      from user_group g where g.project_id = p.id) groups
   from project p where p.id = any($1::bigint[])`,
)

type UserTuple = [userId: number, login: string, status: UserStatus]
type MemberTuple = [...UserTuple, isAdmin: boolean, isWikiAdmin: boolean, isFileAdmin: boolean, isSvnAdmin: boolean]
type GroupTuple = [id: number, name: string, description: string, isDeleted: boolean, users: UserTuple[]]

const toRosterUser = ([userId, login, status]: UserTuple): RosterUser => ({ userId, login, status })
const toRosterMember = ([
  userId,
  login,
  status,
  isAdmin,
  isWikiAdmin,
  isFileManagerAdmin,
  isSvnAdmin,
]: MemberTuple): RosterMember => ({
  userId,
  login,
  status,
  isAdmin,
  isWikiAdmin,
  isFileManagerAdmin,
  isSvnAdmin,
})

const toStaticGroup = (projectId: number, [id, name, description]: GroupTuple): StaticUserGroup => ({
  id,
  projectId,
  name,
  description,
})

export const loadRosters = async (
  db: Pick<Db, 'query'>,
  projectIds: readonly number[],
): Promise<Map<number, Roster>> => {
  const rows = await db.query(rostersByProjects, [projectIds])
  return new Map(
    rows.map(row => {
      const groups = parseJsonb<GroupTuple[]>(row.groups)
      const inUse = groups.filter(([, , , isDeleted]) => !isDeleted)
      return [
        row.project_id,
        {
          projectId: row.project_id,
          members: parseJsonb<MemberTuple[]>(row.members).map(toRosterMember),
          groups: inUse.map(group => toStaticGroup(row.project_id, group)),
          deletedGroups: groups
            .filter(group => !inUse.includes(group))
            .map(group => toStaticGroup(row.project_id, group)),
          usersOfGroup: new Map(inUse.map(([id, , , , users]) => [id, users.map(toRosterUser)])),
        },
      ]
    }),
  )
}

const projectOfGroup = statement<{ project_id: number }>(
  'project-of-user-group',
  'select project_id from user_group where id = $1 and deleted_at is null',
)

export const findProjectOfGroup = async (db: Db, groupId: number): Promise<number | undefined> =>
  (await db.query(projectOfGroup, [groupId]))[0]?.project_id

/** A type of artifact links (artifacts.md); '' (untyped) is not a type. */
export interface LinkType {
  readonly shortName: string
  readonly forwardLabel: string
  readonly reverseLabel: string
  /** Components set links of this type; users do not. */
  readonly isSystem: boolean
  /** The type is not offered for new links; links that have the type stay. */
  readonly isHidden: boolean
}

export const loadLinkTypes = async (db: Queryable): Promise<Map<string, LinkType>> => {
  const { rows } = await sql<{
    short_name: string
    forward_label: string
    reverse_label: string
    is_system: boolean
    is_hidden: boolean
  }>`
    select short_name, forward_label, reverse_label, is_system, is_hidden from link_type order by rank, short_name`.execute(
    db,
  )
  return new Map(
    rows.map(row => [
      row.short_name,
      {
        shortName: row.short_name,
        forwardLabel: row.forward_label,
        reverseLabel: row.reverse_label,
        isSystem: row.is_system,
        isHidden: row.is_hidden,
      },
    ]),
  )
}

/** A custom field of projects (projects.md §3.6). */
export interface ProjectField {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly rank: number
  readonly type: 'line' | 'text'
  readonly isRequired: boolean
}

interface ProjectFieldRow {
  id: number
  name: string
  description: string
  rank: number
  type: 'line' | 'text'
  is_required: boolean
}

/** In the order in which forms show them. */
export const loadProjectFields = async (db: Queryable): Promise<ProjectField[]> => {
  const { rows } = await sql<ProjectFieldRow>`
    select id, name, description, rank, type, is_required from project_field order by rank, id`.execute(db)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    description: row.description,
    rank: row.rank,
    type: row.type,
    isRequired: row.is_required,
  }))
}

/** Filter of a list of projects. */
export interface ProjectFilter {
  /** Null: all projects. Otherwise the public and unrestricted projects, and these. */
  readonly visibleIds: readonly number[] | null
  readonly shortName?: string
  readonly ids?: readonly number[]
  /** Only templates from which everybody who sees them may create projects. */
  readonly isTemplate?: boolean
  /** Each word must be part of the short name or the label. */
  readonly words?: readonly string[]
}

export interface ProjectPage {
  readonly ids: readonly number[]
  /** Number of projects on all pages. */
  readonly size: number
}

const activeProjects = statement<{ size: number; ids: string }>(
  'active-projects-page',
  `with candidate as (
     select p.id from project p
     where p.status = 'active' and p.id > 100
       and ($1::bigint[] is null or p.access in ('public', 'unrestricted') or p.id = any($1))
       and ($2::text is null or lower(p.short_name) = lower($2))
       and ($3::bigint[] is null or p.id = any($3))
       and lower(p.short_name || ' ' || p.label) like all($6::text[])
       and (p.is_template or not $7)
   )
   select (select count(*) from candidate) size,
     (select coalesce(jsonb_agg(page.id order by page.id), '[]')
      from (select id from candidate order by id limit $4 offset $5) page) ids`,
)
const projectsOfStatus = statement<{ size: number; ids: string }>(
  'projects-of-status-page',
  `select (select count(*) from project where status = $1) size,
     (select coalesce(jsonb_agg(page.id order by page.id), '[]')
      from (select id from project where status = $1 order by id limit $2 offset $3) page) ids`,
)

interface PageBounds {
  readonly limit: number
  readonly offset: number
}

const toPage = (rows: readonly { size: number; ids: string }[]): ProjectPage => ({
  size: rows[0]?.size ?? 0,
  ids: parseJsonb<number[]>(rows[0]?.ids ?? '[]'),
})

/** Active projects without the platform's own, by id; one query filters and counts. */
export const pageOfActiveProjects = async (db: Db, filter: ProjectFilter, page: PageBounds): Promise<ProjectPage> =>
  toPage(
    await db.query(activeProjects, [
      filter.visibleIds,
      filter.shortName ?? null,
      filter.ids ?? null,
      page.limit,
      page.offset,
      patternsOf(filter.words ?? []),
      filter.isTemplate ?? false,
    ]),
  )

const patternsOf = (words: readonly string[]): string[] =>
  words.map(word => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)

export const pageOfProjectsWithStatus = async (db: Db, status: ProjectStatus, page: PageBounds): Promise<ProjectPage> =>
  toPage(await db.query(projectsOfStatus, [status, page.limit, page.offset]))

export interface ProjectSummary {
  readonly id: number
  readonly createdAt: Date
  readonly membersCount: number
}

/** Projects of any status by id, except projects that wait for their archive; each word must be in the label or the short name. */
export const pageOfAllProjects = async (
  db: Queryable,
  filter: { readonly words: readonly string[]; readonly status: ProjectStatus | undefined },
  page: PageBounds,
): Promise<{ projects: ProjectSummary[]; size: number }> => {
  const patterns = patternsOf(filter.words)
  const found = sql`
    from project p
    where p.status <> 'archive' and (${filter.status ?? null}::text is null or p.status = ${filter.status ?? null})
      and lower(p.short_name || ' ' || p.label) like all(${patterns}::text[])`
  const { rows } = await sql<{ id: number; created_at: Date; members_count: number }>`
    select p.id, p.created_at, (select count(*) from project_member m where m.project_id = p.id) as members_count
    ${found} order by p.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ size: number }>`select count(*) as size ${found}`.execute(db)
  return {
    projects: rows.map(row => ({ id: row.id, createdAt: row.created_at, membersCount: row.members_count })),
    size: counted.rows[0]?.size ?? 0,
  }
}

/** The whole tree; platforms have some dozens of categories. */
export const listCategories = async (db: Queryable): Promise<Category[]> => {
  const { rows } = await sql<{
    id: number
    parent_id: number | null
    name: string
    nb_max_values: number
    is_mandatory: boolean
  }>`select id, parent_id, name, nb_max_values, is_mandatory from category order by id`.execute(db)
  return rows.map(row => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    maxValues: row.nb_max_values,
    isMandatory: row.is_mandatory,
  }))
}

/** All projects except projects that wait for their archive. */
export const listAllProjectIds = async (db: Queryable): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from project where status <> 'archive' order by id`.execute(db)
  return rows.map(row => row.id)
}

export interface ProjectLabel {
  readonly id: number
  readonly name: string
  readonly isOutline: boolean
  readonly color: string
}

/** Labels that contain the text, in any case, by id. */
export const pageOfLabels = async (
  db: Queryable,
  projectId: number,
  text: string,
  page: PageBounds,
): Promise<{ labels: ProjectLabel[]; size: number }> => {
  const { rows } = await sql<{ size: number; labels: string }>`
    with found as (
      select id, name, is_outline, color from project_label
      where project_id = ${projectId} and position(lower(${text}) in lower(name)) > 0
    )
    select (select count(*) from found) size,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'isOutline', is_outline, 'color', color)
         order by id), '[]')
       from (select * from found order by id limit ${page.limit} offset ${page.offset}) page) labels`.execute(db)
  return { size: rows[0]?.size ?? 0, labels: parseJsonb<ProjectLabel[]>(rows[0]?.labels ?? '[]') }
}

export const findLongDescription = async (db: Queryable, projectId: number): Promise<string> => {
  const row = await db
    .selectFrom('project')
    .select('long_description')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return row.long_description ?? ''
}
