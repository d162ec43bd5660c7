// Writes the generated and committed files: `node tools/generate.ts [types] [schema] [openapi] [tql] [reasons] [--check]`. With --check
// nothing is written: differences from the committed files are listed and end with exit code 1.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { connectTo } from '../src/platform/db/migrate.ts'
import { dumpSchema } from './dump-schema.ts'
import { generateOpenApi } from './openapi.ts'
import { withScratchDatabase } from './scratch-database.ts'
import { generateReasons } from './reasons.ts'
import { generateTqlParser } from './tql-parser.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

/** A generated file: path from the root of the repository → its text. */
type Files = Map<string, string>

// As `src/platform/db/db.ts` reads them: int8 as a number, jsonb as unparsed text.
const TYPE_MAPPING = { int8: 'number', jsonb: 'string' }

const generateTypes = async (url: string): Promise<Files> => {
  const folder = await mkdtemp(join(tmpdir(), 'crocus-types-'))
  try {
    const file = join(folder, 'tables.ts')
    const cli = join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js')
    const options = [
      '--dialect=postgres',
      // The tables of the queue's package.
      '--exclude-pattern=graphile_worker.*',
      `--url=${url}`,
      `--out-file=${file}`,
      `--type-mapping=${JSON.stringify(TYPE_MAPPING)}`,
    ]
    await run(process.execPath, [cli, ...options], { cwd: ROOT })
    return new Map([['src/platform/db/tables.ts', await readFile(file, 'utf8')]])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const generateSchema = async (url: string): Promise<Files> => {
  const client = await connectTo(url)
  const text = await dumpSchema(client).finally(() => client.end())
  return new Map([['migrations/schema.sql', text]])
}

const generators = {
  types: generateTypes,
  schema: generateSchema,
  openapi: generateOpenApi,
  tql: generateTqlParser,
  reasons: generateReasons,
}
type Target = keyof typeof generators

const isTarget = (name: string): name is Target => Object.hasOwn(generators, name)

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !isTarget(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(generators).join(', ')}.`)
  process.exit(2)
}
const targets = positionals.length > 0 ? positionals.filter(isTarget) : (Object.keys(generators) as Target[])

const generated = await withScratchDatabase(async url => {
  const files: Files = new Map()
  for (const target of targets) for (const [path, text] of await generators[target](url)) files.set(path, text)
  return files
})

for (const [path, text] of generated) {
  const file = join(ROOT, path)
  const old = await readFile(file, 'utf8').catch(() => undefined)
  if (old === text) continue
  if (values.check) {
    console.error(`${path} is not what the sources give: run "npm run generate" and commit the result.`)
    process.exitCode = 1
    continue
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  console.log(`wrote ${path}`)
}
