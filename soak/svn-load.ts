// Commits and checkouts with the real Subversion client.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { svnClient } from '../test/harness/svn.ts'
import { recordFinding, type ExpectedState, type Outcome } from './expected-state.ts'
import type { Fixture } from './fixture.ts'
import type { Statistics } from './statistics.ts'

interface SvnLoadOptions {
  readonly svnUrl: string
  readonly fixture: Fixture
  readonly expected: ExpectedState
  readonly statistics: Statistics
  readonly folder: string
  /** Whether connections may be cut: the client then resends the unanswered request, and one transaction meets itself. */
  readonly isDisturbed: boolean
  readonly stop: AbortSignal
  readonly tokenOf: () => string
}

/** One file a commit, named by its token. */
export const commitUntil = async (load: SvnLoadOptions): Promise<void> => {
  const { fixture, expected, statistics, stop } = load
  const account = fixture.accounts[0]
  if (fixture.repository === undefined || !account) return
  const address = `${load.svnUrl}${fixture.repository}`
  const as = [account.login, account.password] as const
  const { run } = svnClient(join(load.folder, 'svn'))
  let copy = ''
  let copies = 0
  const timed = async (operation: string, args: readonly string[]) => {
    const begun = performance.now()
    const done = await run('svn', args, as)
    statistics.count(operation, done.code === 0 ? 'done' : 'failed', performance.now() - begun)
    return done
  }
  const checkOut = async (): Promise<boolean> => {
    if (copy !== '') await rm(copy, { recursive: true, force: true })
    copy = join(load.folder, 'svn', `copy-${++copies}`)
    await mkdir(join(load.folder, 'svn'), { recursive: true })
    return (await timed('svn checkout', ['checkout', '-q', address, copy])).code === 0
  }
  let isFresh = false
  while (!stop.aborted) {
    if (!isFresh && !(await checkOut())) {
      await sleep(500)
      continue
    }
    const token = load.tokenOf()
    await writeFile(join(copy, `${token}.txt`), `${token}\n`)
    await run('svn', ['add', '-q', join(copy, `${token}.txt`)], as)
    const message = `${token}: art #${fixture.hotIds[0]}`
    const { code, stdout, stderr } = await timed('svn commit', ['commit', '-m', message, copy])
    const revision = /Committed revision (\d+)\./.exec(stdout)?.[1]
    const outcome: Outcome = code === 0 && revision !== undefined ? 'done' : 'unknown'
    expected.commits.push({ token, outcome, revision: revision === undefined ? undefined : Number(revision) })
    if (code !== 0) statistics.count(`svn commit: ${/E\d{6}/.exec(stderr)?.[0] ?? 'no code'}`, 'done')
    if (!load.isDisturbed && /\b(E160024|E170004|out of date|conflict)\b/i.test(stderr))
      recordFinding(expected, `a commit by one caller alone met a conflict: ${stderr.slice(0, 300)}`)
    isFresh = outcome === 'done'
    await sleep(300)
  }
}
