import { parseArgs } from 'node:util'
import { number, wholeNumber } from '../tools/command-options.ts'
import { operationNames, type OperationName } from './operations.ts'

export interface Options {
  readonly artifacts: number
  /** Of one measurement. */
  readonly seconds: number
  readonly rounds: number
  readonly concurrency: readonly number[]
  readonly only: readonly OperationName[]
  /** Where the figures go as JSON. */
  readonly json: string | undefined
  /** Folder of a large tracker's data, kept for the next run. */
  readonly data: string | undefined
}

export const usage = `npm run bench -- [options]
npm run bench -- compare | pages | peer | overload | files | import | mails | past | planning | svn [options]: variants in turns, pages in a browser,
beside Redmine, more than it can, uploads, archives, mails, lists as of a time, moves in a backlog, repositories (--help)
  --artifacts N      artifacts to seed (20000); from 100000 on queries of a large tracker are measured instead
  --seconds S        length of one measurement (2)
  --rounds N         rounds; each measures everything once (3)
  --concurrency LIST connections, as in 1,8,32 (the default)
  --only LIST        of ${operationNames.join(', ')}
  --data FOLDER      keeps the data of a large tracker in this folder; a later run with as many artifacts finds them loaded
  --json FILE        writes every single measurement to a file, too`

/** Wrong options are an Error with one sentence. */
export const parseOptions = (args: readonly string[]): Options | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      artifacts: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      concurrency: { type: 'string', default: '1,8,32' },
      only: { type: 'string', default: operationNames.filter(name => name !== 'mixed').join(',') },
      json: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    artifacts: wholeNumber('--artifacts', values.artifacts, 100, 10_000_000),
    seconds: number('--seconds', values.seconds, 0.2, 600),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    concurrency: values.concurrency.split(',').map(text => wholeNumber('--concurrency', text, 1, 1_000)),
    only: values.only.split(',').map(text => oneOf('--only', text, operationNames)),
    json: values.json,
    data: values.data,
  }
}

/** One of the words that an option knows. */
export const oneOf = <Word extends string>(name: string, text: string, words: readonly Word[]): Word => {
  const word = words.find(known => known === text)
  if (word === undefined) throw new Error(`${name} takes ${words.join(', ')}, not "${text}".`)
  return word
}
