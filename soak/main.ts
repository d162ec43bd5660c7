// `npm run soak`: checks that acknowledged data survives every fault (docs/operations.md).
import { writeFile } from 'node:fs/promises'
import { parseOptions, usage, type SoakOptions } from './options.ts'
import { reportOf } from './report.ts'
import { runSoak } from './run.ts'

const say = (line: string): void => console.error(`soak: ${line}`)

const main = async (): Promise<number> => {
  let options: SoakOptions | 'help'
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    say((error as Error).message)
    return 2
  }
  if (options === 'help') {
    console.log(usage)
    return 0
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      say('the load ends now; checking')
      stop.abort()
    })
  const result = await runSoak(options, { say, stop: stop.signal })
  const report = reportOf(result)
  console.log(report)
  if (options.report !== undefined) await writeFile(options.report, report)
  if (result.findings.length === 0) return 0
  say(`${result.findings.length} findings with seed ${options.seed}; logs and data are in ${result.folder}`)
  return 1
}

// Exits explicitly: connections that were cut half way can keep Node from ending.
process.exit(await main())
