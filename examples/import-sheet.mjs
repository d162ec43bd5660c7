// Imports a sheet into a tracker: rehearses it, tells the refused cells, and imports the rest. The same sheet again changes nothing.
// Usage: CROCUS_URL=https://crocus.example.org CROCUS_KEY=… node import-sheet.mjs 12 tasks.csv Key [--dry-run]
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { createClient, importArtifacts } from 'crocus-client'

const [tracker, file, keyColumn, dryRun] = process.argv.slice(2)
const crocus = createClient({ server: process.env.CROCUS_URL, credentials: { accessKey: process.env.CROCUS_KEY } })

const { data, error } = await crocus.GET('/trackers/{id}', { params: { path: { id: Number(tracker) } } })
if (data === undefined) throw new Error(error.error.message)

const sheet = await openAsBlob(file)
const [head] = (await sheet.slice(0, 65_536).text()).replace(/^\ufeff/, '').split(/\r?\n/, 1)
// Columns with the name or the label of a field fill that field; the key column holds the ids by which a later import finds the artifacts again.
const columns = head.split(',').flatMap(column => {
  if (column === keyColumn) return [{ column, as: 'external_id' }]
  const field = data.fields.find(({ name, label }) => [name, label].includes(column))
  return field ? [{ column, field: field.name }] : []
})
const given = { source: 'sheet', format: 'csv', tracker_id: data.id, columns, unknown_people: 'none' }

const run = async isDryRun => {
  const done = await importArtifacts(crocus, data.project.id, sheet, given, {
    name: basename(file),
    isDryRun,
    pollMs: 200,
  })
  for (const { line, column, text } of done.messages) console.log(`line ${line}, ${column}: ${text}`)
  return done
}

const rehearsed = await run(true)
if (rehearsed.status !== 'done') throw new Error('The sheet cannot be imported.')
console.log(`${rehearsed.total - rehearsed.refused} of ${rehearsed.total} lines can be imported`)
if (dryRun !== '--dry-run') {
  const { created, updated, unchanged } = await run(false)
  console.log(`${created} new, ${updated} changed, ${unchanged} unchanged`)
}
