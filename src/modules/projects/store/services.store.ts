import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { NewCustomService, ProjectService } from '../model/services.ts'

interface ServiceRow {
  id: number
  project_id: number
  short_name: string
  label: string
  url: string
  icon: string
  is_enabled: boolean
  is_custom: boolean
}

const COLUMNS = 'id, project_id, short_name, label, url, icon, is_enabled, is_custom'

const toService = (row: ServiceRow): ProjectService => ({
  id: row.id,
  projectId: row.project_id,
  shortName: row.short_name,
  label: row.label,
  url: row.url,
  icon: row.icon,
  isEnabled: row.is_enabled,
  isCustom: row.is_custom,
})

const servicesOfProject = statement<ServiceRow>(
  'services-of-project',
  `select ${COLUMNS} from project_service where project_id = $1 order by is_custom, rank, id`,
)

/** In the order of projects.md §3.7: services of the catalogue, then custom services. */
export const listServices = async (db: Db, projectId: number): Promise<ProjectService[]> =>
  (await db.query(servicesOfProject, [projectId])).map(toService)

const serviceById = statement<ServiceRow>('service-by-id', `select ${COLUMNS} from project_service where id = $1`)

export const findService = async (db: Db, id: number): Promise<ProjectService | undefined> =>
  (await db.query(serviceById, [id])).map(toService)[0]

export const writeServiceState = async (tx: Tx, id: number, isEnabled: boolean): Promise<void> => {
  await sql`update project_service set is_enabled = ${isEnabled} where id = ${id}`.execute(tx)
}

export interface ServiceState {
  readonly shortName: string
  readonly label: string
  readonly icon: string
  readonly rank: number
  readonly isEnabled: boolean
}

/** Inserts services of the catalogue, or updates the state of existing ones. */
export const upsertCatalogueServices = async (
  tx: Tx,
  projectId: number,
  states: readonly ServiceState[],
): Promise<void> => {
  await sql`
    insert into project_service (project_id, short_name, label, icon, rank, is_enabled)
    select ${projectId}, s.short_name, s.label, s.icon, s.rank, s.is_enabled
    from unnest(
      ${states.map(state => state.shortName)}::text[], ${states.map(state => state.label)}::text[],
      ${states.map(state => state.icon)}::text[], ${states.map(state => state.rank)}::int[],
      ${states.map(state => state.isEnabled)}::boolean[]
    ) as s(short_name, label, icon, rank, is_enabled)
    order by s.rank
    on conflict (project_id, short_name) where not is_custom do update set is_enabled = excluded.is_enabled`.execute(tx)
}

/** The state of every service of the catalogue in a project. */
export const listServiceStates = async (tx: Tx, projectId: number): Promise<Map<string, boolean>> => {
  const { rows } = await sql<{ short_name: string; is_enabled: boolean }>`
    select short_name, is_enabled from project_service where project_id = ${projectId} and not is_custom`.execute(tx)
  return new Map(rows.map(row => [row.short_name, row.is_enabled]))
}

/** Custom services follow the services of the catalogue, in the order in which they were added. */
const CUSTOM_RANK = 1000

export const insertCustomServices = async (
  tx: Tx,
  projectId: number,
  services: readonly NewCustomService[],
): Promise<void> => {
  if (services.length === 0) return
  await sql`
    insert into project_service
      (project_id, short_name, is_custom, rank, label, description, url, is_enabled, opens_in_new_tab)
    select ${projectId}, '', true, ${CUSTOM_RANK}, s.label, s.description, s.url, s.is_enabled, s.opens_in_new_tab
    from unnest(
      ${services.map(service => service.label)}::text[], ${services.map(service => service.description)}::text[],
      ${services.map(service => service.url)}::text[], ${services.map(service => service.isEnabled)}::boolean[],
      ${services.map(service => service.opensInNewTab)}::boolean[]
    ) with ordinality as s(label, description, url, is_enabled, opens_in_new_tab, position)
    order by s.position`.execute(tx)
}

export const copyCustomServices = async (tx: Tx, fromProjectId: number, toProjectId: number): Promise<void> => {
  await sql`
    insert into project_service
      (project_id, short_name, is_custom, rank, label, description, url, icon, is_enabled, opens_in_new_tab)
    select ${toProjectId}, '', true, rank, label, description, url, icon, is_enabled, opens_in_new_tab
    from project_service where project_id = ${fromProjectId} and is_custom order by rank, id`.execute(tx)
}

/** As the project wrote them, in its order. */
export const listCustomServices = async (db: Queryable, projectId: number): Promise<NewCustomService[]> => {
  const rows = await db
    .selectFrom('project_service')
    .select(['label', 'description', 'url', 'is_enabled', 'opens_in_new_tab'])
    .where('project_id', '=', projectId)
    .where('is_custom', '=', true)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    label: row.label,
    description: row.description,
    url: row.url,
    isEnabled: row.is_enabled,
    opensInNewTab: row.opens_in_new_tab,
  }))
}
