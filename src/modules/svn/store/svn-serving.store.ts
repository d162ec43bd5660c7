import { statement, type Db } from '../../../platform/db/db.ts'
import type { ServedProject } from '../model/served-project.ts'

const servedProjects = statement<ServedProject>(
  'svn-served-projects',
  `select p.id, p.short_name as "shortName" from project p
  where exists (select from svn_repository r where r.project_id = p.id and r.deleted_at is null)`,
)

/** Projects that have repositories. */
export const listServedProjects = (db: Db): Promise<ServedProject[]> => db.query(servedProjects, [])

const referencedArtifact = statement<{ project_id: number }>(
  'svn-referenced-artifact',
  `select t.project_id from artifact a join tracker t on t.id = a.tracker_id join project p on p.id = t.project_id
  where a.id = $1 and t.deleted_at is null and ($2::text is null or lower(t.item_name) = $2)
    and ($3::text is null or p.id::text = $3 or lower(p.short_name) = lower($3))`,
)

/** Project of the artifact of that id, if it is in the tracker and project of those names, as far as they are given. */
export const projectOfArtifact = async (
  db: Db,
  id: number,
  itemName: string | null,
  project: string | null,
): Promise<number | undefined> => (await db.query(referencedArtifact, [id, itemName, project]))[0]?.project_id
