// Plans of the statements that queries run: what `explain analyze` says of each.
import pg from 'pg'
import type { App } from '../src/app.ts'
import { randomFrom } from '../tools/random.ts'
import type { Seed } from './operations.ts'

export interface PlanOfQuery {
  readonly title: string
  readonly statements: readonly { readonly sql: string; readonly plan: string }[]
}

interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Planned without its values. */
  readonly isPrepared: boolean
}

const EXPLAIN = 'explain (analyze, costs off, timing off, buffers off)'

const explain = async (client: pg.Client, { text, values, isPrepared }: RecordedStatement): Promise<string> => {
  const run = (explained: string, given: unknown[] = []) =>
    client.query<{ 'QUERY PLAN': string }>(`${EXPLAIN} ${explained}`, given)
  if (!isPrepared) return textOf(await run(text, [...values]))
  // Values that are given to `explain` are planned with.
  await client.query(`set plan_cache_mode = force_generic_plan; prepare explained as ${text}`)
  const literals = values.map(value => client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)))
  const plan = textOf(await run(`execute explained (${literals.join(', ')})`))
  await client.query('deallocate explained; reset plan_cache_mode')
  return plan
}

const textOf = ({ rows }: { readonly rows: readonly { 'QUERY PLAN': string }[] }): string =>
  rows.map(row => row['QUERY PLAN']).join('\n')

/** Statements that are of interest: those that look for artifacts. */
const isSearch = (text: string): boolean =>
  /artifact|changeset/.test(text) && !/^select artifact_count|granted_group_ids, a\.rank/.test(text)

/** Runs each query once and explains what it asked of the database. */
export const explainQueries = async (
  app: App,
  databaseUrl: string,
  data: Seed,
  queries: readonly { readonly title: string; readonly path: (seed: Seed, random: () => number) => string }[],
): Promise<PlanOfQuery[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const plans: PlanOfQuery[] = []
    for (const { title, path } of queries) {
      const random = randomFrom(9)
      // Once to warm up what is kept in memory.
      await run(app, data, path(data, random))
      const statements = []
      for (const ran of await statementsOf(() => run(app, data, path(data, random))))
        statements.push({ sql: ran.text, plan: await explain(client, ran) })
      plans.push({ title, statements })
    }
    return plans
  } finally {
    await client.end()
  }
}

const run = async (app: App, data: Seed, url: string): Promise<void> => {
  const answer = await app.fastify.inject({ method: 'GET', url, headers: { 'x-auth-accesskey': data.accessKey } })
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
}

// Connections keep the function that they were opened with, so the recorder is there before any is opened.
let recorded: RecordedStatement[] | undefined
const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
const { query } = prototype
prototype.query = function (this: unknown, ...args: unknown[]) {
  const [first, second] = args as [string | { name?: string; text?: string; values?: unknown[] }, unknown]
  const text = typeof first === 'string' ? first : first.text
  if (recorded && text !== undefined && isSearch(text)) {
    const values = Array.isArray(second) ? (second as unknown[]) : typeof first === 'string' ? [] : (first.values ?? [])
    recorded.push({ text, values, isPrepared: typeof first !== 'string' && first.name !== undefined })
  }
  return query.apply(this, args)
}

/** Statements that `work` sends to the database, recorded at the driver. */
const statementsOf = async (work: () => Promise<void>): Promise<RecordedStatement[]> => {
  const ran: RecordedStatement[] = (recorded = [])
  await work().finally(() => (recorded = undefined))
  return ran
}
