import path from 'node:path'
import { describe, expect, it, beforeAll } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { scratchFolder } from '../harness/archives.ts'
import { formFaults } from '../harness/common-format.ts'
import { canonicalArchive, readDocument } from '../harness/exports.ts'
import { hasSamples, importSample, sampleNames } from '../harness/samples.ts'

describe.skipIf(!hasSamples)('sample archives of another platform, exported again', () => {
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    first = await testApp()
    second = await testApp()
  })

  it.each(sampleNames)('%s: another server imports it as the same project', async name => {
    const imported = await importSample(first, name)
    const folder = await scratchFolder()
    const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')]
    const report = await first.app.modules.exports.exportProject(String(imported.project?.id), one)
    expect(report.counts).toMatchObject({
      artifacts: imported.counts?.artifacts,
      changesets: imported.counts?.changesets,
    })

    for (const document of ['project.xml', 'users.xml'])
      expect(formFaults(await readDocument(one, document)), document).toEqual([])

    const again = await second.app.modules.imports.importProject(one, { automap: 'no-email,create:A' })
    expect(again.messages.filter(message => message.level === 'error')).toEqual([])
    await second.app.modules.exports.exportProject(String(again.project?.id), other)
    expect(report.warnings).toEqual([])
    expect(await canonicalArchive(other)).toEqual(await canonicalArchive(one))
  })
})
