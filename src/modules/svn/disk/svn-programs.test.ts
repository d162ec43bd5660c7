import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../../../test/harness/process.ts'
import { isSvnMissing } from '../../../../test/harness/svn.ts'
import { svnPrograms } from './svn-programs.ts'

describe.skipIf(isSvnMissing)('the programs of Subversion', () => {
  it('do not hold up a server that stops', async () => {
    const root = await testFolder()
    const programs = svnPrograms([root], () => Promise.resolve(undefined))
    const repository = join(root, 'endless')
    await programs.run('svnadmin', ['create', repository])
    // A dump that never arrives.
    const loading = programs.run('svnadmin', ['load', repository], { input: new PassThrough() })
    const stopped = expect(loading).rejects.toThrow('being stopped')
    await new Promise(resolve => setTimeout(resolve, 200))
    programs.close()
    await stopped
    await expect(programs.run('svnlook', ['youngest', repository])).rejects.toThrow('being stopped')
  })
})
