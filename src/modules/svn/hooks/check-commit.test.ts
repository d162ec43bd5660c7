import { expect, it } from 'vitest'
import type { Project } from '../../projects/index.ts'
import type { Repository } from '../model/repository.ts'
import type { SvnPrograms } from '../disk/svn-programs.ts'
import { checkCommit } from './check-commit.ts'
import { NO_REFERENCE } from './commit-message-rules.ts'

it('asks once for the author of a commit, however many references its message has', async () => {
  const asked: string[] = []
  const outputs: Readonly<Record<string, string>> = { log: 'art #1 art #2 art #3', author: 'ann' }
  const programs = {
    run: async (_program: string, [command = '']: readonly string[]) => {
      asked.push(command)
      return Buffer.from(outputs[command] ?? '')
    },
  } as unknown as SvnPrograms
  const committers: string[] = []
  const check = checkCommit({
    programs,
    settings: { get: () => false } as never,
    isReferenced: async (_project, _reference, committer) => {
      committers.push(await committer())
      return false
    },
  })
  const repository = { commitRules: { isReferenceMandatory: true } } as Repository
  // Without the folder of the transaction the programs answer.
  const transaction = { repositoryPath: '/nowhere', name: '1-1' }
  expect(await check(repository, {} as Project, transaction)).toBe(NO_REFERENCE)
  expect(committers).toEqual(['ann', 'ann', 'ann'])
  expect(asked).toEqual(['log', 'author'])
})
