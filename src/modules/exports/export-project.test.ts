import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/harness/app.ts'
import { scratchFolder } from '../../../test/harness/archives.ts'
import { expectDone, givenArtifact, givenProject } from '../../../test/harness/fixture.ts'
import { givenUpload } from '../../../test/harness/uploads.ts'
import { contentKey } from '../files/index.ts'
import { exportProject } from './export-project.ts'

it(
  'an archive is one state of the project, with the contents of that state, despite changes meanwhile',
  { timeout: 60_000 },
  async () => {
    const crocus = await testApp()
    const { app, admin } = crocus
    const bug = (await givenProject(crocus, 'optics')).tracker('bug')
    const upload = await givenUpload(crocus, { as: admin, fieldId: bug.field('attachments'), content: 'glass' })
    const attached = [{ field_id: bug.field('attachments'), value: [upload.id] }]
    const changed = await givenArtifact(crocus, bug, 'Before', { as: admin })
    const doomed = await givenArtifact(crocus, bug, 'Doomed', { as: admin, values: attached })

    let isOver = false
    const meanwhile = async (): Promise<void> => {
      if (isOver) return
      isOver = true
      const values = [{ field_id: bug.field('title'), value: 'After' }]
      expectDone(await crocus.request('PUT', `/api/artifacts/${changed}`, { as: admin, json: { values } }))
      expectDone(await crocus.request('DELETE', `/api/artifacts/${doomed}`, { as: admin }))
      expectDone(await crocus.request('DELETE', `/api/trash/${doomed}`, { as: admin }))
      await givenArtifact(crocus, bug, 'New', { as: admin })
    }
    const erase = async (): Promise<void> => app.modules.files.jobs.find(job => job.name === 'erase_contents')?.run({})
    const { contents, modules } = app
    const folder = path.join(await scratchFolder(), 'optics')
    const report = await exportProject({
      ...modules,
      db: crocus.db,
      clock: crocus.clock,
      dataFolder: crocus.config.dataFolder,
      // `getMany` runs after the first query.
      users: { getMany: async ids => (await meanwhile(), modules.users.getMany(ids)) },
      contents: { size: async key => (await erase(), contents.size(key)), read: key => contents.read(key) },
    })('optics', folder)

    expect(report.counts).toMatchObject({ artifacts: 2, changesets: 2, files: 1 })
    const document = await readFile(path.join(folder, 'project.xml'), 'utf8')
    expect(document).toContain('<value>Before</value>')
    expect(document).not.toMatch(/<value>(After|New)<\/value>/)
    expect(await readdir(path.join(folder, 'data'))).toEqual([`Artifact${upload.id}`])
    expect(await readFile(path.join(folder, 'data', `Artifact${upload.id}`), 'utf8')).toBe('glass')
    await erase()
    expect(await contents.size(contentKey(upload.id))).toBeUndefined()
  },
)
