import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import { testApp, type TestApp } from './app.ts'
import { findInconsistencies, inconsistenciesIn } from './consistency.ts'
import { expectDone, givenArtifact, givenProject, type FixtureProject } from './fixture.ts'

let crocus: TestApp
let project: FixtureProject
let ids: { bug: number; other: number; gone: number }

beforeAll(async () => {
  crocus = await testApp()
  project = await givenProject(crocus, 'garden')
  const as = crocus.admin
  const bug = project.tracker('bug')
  ids = {
    gone: await givenArtifact(crocus, bug, 'To be deleted', { as }),
    other: await givenArtifact(crocus, project.tracker('story'), 'A story', { as }),
    bug: await givenArtifact(crocus, bug, 'Roots', { as }),
  }
  const fieldId = bug.field('attachments')
  const file = { name: 'empty.txt', file_size: 0, file_type: 'text/plain' }
  const declared = await crocus.request('POST', `/api/tracker_fields/${fieldId}/files`, { as, json: file })
  const edits = [
    [{ field_id: bug.field('title'), value: 'Roots & leaves' }],
    [{ field_id: bug.field('links'), links: [{ id: ids.gone }, { id: ids.other, type: '_is_child' }] }],
    [{ field_id: fieldId, value: [declared.json<{ id: number }>().id] }],
    [
      {
        field_id: bug.field('status'),
        bind_value_ids: [bug.fields.find(({ name }) => name === 'status')?.values?.[0]?.id],
      },
    ],
    [{ field_id: bug.field('title'), value: 'Roots' }],
  ]
  for (const values of edits)
    expectDone(await crocus.request('PUT', `/api/artifacts/${ids.bug}`, { as, json: { values } }))
  expect((await crocus.request('DELETE', `/api/artifacts/${ids.gone}`, { as })).status).toBe(200)
})

const find = () => findInconsistencies(crocus.db, { hasKeptDefinitions: true })

describe('the check of what is kept twice', () => {
  it('finds nothing after creations, edits, links, files and a deletion', async () => {
    expect(await find()).toEqual([])
  })

  it('finds each table that says something else than the others', async () => {
    const { bug, other } = ids
    const broken: readonly (readonly [statement: string, found: RegExp])[] = [
      [
        `delete from artifact_index where artifact_id = ${bug} and field_id > 0`,
        /^artifact \d+: search rows that are missing: /,
      ],
      [`insert into artifact_index values (-1, 7, ${bug})`, /search rows that should not be: \[-1,7\]/],
      [
        `update artifact_text set content = 'x' where artifact_id = ${bug} and is_title`,
        /searched texts that are missing/,
      ],
      [`update artifact_text set is_title = false where artifact_id = ${bug}`, /searched texts that should not be/],
      [`update artifact set title = 'x' where id = ${bug}`, /the title is "x", by its document "Roots"/],
      [`update artifact set granted_group_ids = '{3}' where id = ${bug}`, /the groups that may see it/],
      [`delete from artifact_link where source_id = ${bug}`, /links that are missing: \[\d+,\d+,"_is_child"\]/],
      [`update file set removed_at = now() where artifact_id = ${bug}`, /attached files that are missing/],
      [`update artifact set document = '{}' where id = ${bug}`, /its history does not end at what it holds/],
      [
        `update artifact set document = document || '{"4000000": 1}' where id = ${bug}`,
        /fields that its tracker has not: 4000000/,
      ],
      [
        `delete from changeset where id = (select changeset_id from artifact where id = ${bug})`,
        /^an artifact whose version is not its last changeset: \d+/,
      ],
      [
        `update changeset set delta = '{}' where id = (select min(id) + 1 from changeset where artifact_id = ${bug})`,
        /starts from another value/,
      ],
      [`update artifact set changeset_id = 1 where id = ${bug}`, /version is not its last changeset/],
      [`update artifact set updated_on = now() + '1 day' where id = ${bug}`, /says of its last edit/],
      [`update artifact set submitted_on = '2001-01-01' where id = ${bug}`, /says of its submission/],
      [`update artifact set project_id = 100 where id = ${bug}`, /another project than its tracker/],
      [`update tracker_counter set artifact_count = artifact_count + 1`, /counts other artifacts than it has/],
      [`delete from artifact where id = ${other}`, /a changeset without its artifact.*/],
      [
        `insert into event (kind, means, artifact_id, changeset_id) values ('artifact.updated', 'rest', ${bug}, 4000000)`,
        /an event of a changeset that never was/,
      ],
      [
        `insert into event (kind, means, artifact_id, changeset_id) select 'artifact.updated', 'rest', id, changeset_id from artifact`,
        /an edit by several events/,
      ],
    ]
    for (const [statement, found] of broken) {
      const faults = await inTransaction(crocus.db, async tx => {
        await sql.raw(statement).execute(tx)
        throw new Rollback(await inconsistenciesIn(tx, { hasKeptDefinitions: true }))
      }).catch((error: unknown) => (error instanceof Rollback ? error.faults : Promise.reject(error as Error)))
      expect(faults.join('\n'), statement).toMatch(new RegExp(found, 'm'))
    }
    expect(await find()).toEqual([])
  })
})

class Rollback extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super('undone')
    this.faults = faults
  }
}
