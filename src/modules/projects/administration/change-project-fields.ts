import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Actor } from '../../users/index.ts'
import { noSuchProject } from '../model/projects.permissions.ts'
import { loadProjectFields, type ProjectField } from '../store/projects.store.ts'
import { insertFieldValues, insertProjectField, lockProject } from '../store/write-projects.store.ts'
import { actorOf } from '../store/write-projects.ts'

/** projects.md §3.6: adds a custom field, which every project then has. Returns its id. */
export const createProjectField =
  (db: Db) =>
  (actor: Actor, field: Omit<ProjectField, 'id'>): Promise<number> =>
    inTransaction(db, async tx => {
      const name = field.name.trim()
      if (name === '') throw new Invalid('A project field needs a name.', { reason: 'parameter.required' })
      const id = await insertProjectField(tx, { ...field, name })
      if (id === undefined) throw new Invalid(`There is a project field named ${name} already.`, { reason: 'conflict' })
      await appendEvents(tx, [{ kind: 'project_field.created', ...actorOf(actor), payload: { field_id: id, name } }])
      await invalidate(tx, 'project_field', id)
      return id
    })

/** Sets the value of a custom field in one project; "" removes the value. */
export const setProjectFieldValue =
  (db: Db) =>
  (actor: Actor, projectId: number, fieldId: number, value: string): Promise<void> =>
    inTransaction(db, async tx => {
      const field = (await loadProjectFields(tx)).find(candidate => candidate.id === fieldId)
      if (!field) throw new NotFound(`There is no project field ${fieldId}.`)
      if (!(await lockProject(tx, projectId))) throw noSuchProject()
      if (field.isRequired && value.trim() === '')
        throw new Invalid(`The project field ${field.name} is mandatory.`, { reason: 'parameter.required' })
      await insertFieldValues(tx, projectId, [{ fieldId, value }])
      await appendEvents(tx, [
        { kind: 'project.field_changed', ...actorOf(actor), projectId, payload: { field_id: fieldId, value } },
      ])
      await invalidate(tx, 'project', projectId)
    })
