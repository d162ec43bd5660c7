// The parser of the query language, from its grammar.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import peggy from 'peggy'

const FOLDER = 'src/modules/artifacts/queries'

export const generateTqlParser = async (): Promise<Map<string, string>> => {
  const grammar = await readFile(join(import.meta.dirname, '..', FOLDER, 'tql.peggy'), 'utf8')
  const source = peggy.generate(grammar, { output: 'source', format: 'es' })
  return new Map([[`${FOLDER}/tql-parser.js`, source]])
}
