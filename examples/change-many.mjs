// Changes one field of all artifacts that a TQL query finds, in batches that are done as a whole or not at all.
// Usage: CROCUS_URL=https://crocus.example.org CROCUS_KEY=… node change-many.mjs 12 'status = "New"' status Closed [--dry-run]
import { createClient, listAll } from 'crocus-client'

const BATCH = 500
const [tracker, query, name, value, dryRun] = process.argv.slice(2)
const crocus = createClient({ server: process.env.CROCUS_URL, credentials: { accessKey: process.env.CROCUS_KEY } })
const path = { id: Number(tracker) }

const bodyOf = ({ data, error }) => {
  if (data === undefined) throw new Error(error.error.message)
  return data
}

/** The entry of `PUT`: a list takes the id of the value that has this label. */
const entryFor = (fields, name, value) => {
  const field = fields.find(each => each.name === name)
  if (!field) throw new Error(`The tracker has no field ${name}.`)
  if (!field.values) return { field_id: field.field_id, value }
  const choice = field.values.find(({ label }) => label === value)
  if (!choice) throw new Error(`${name} has no value ${value}.`)
  return { field_id: field.field_id, bind_value_ids: [choice.id] }
}

const { fields } = bodyOf(await crocus.GET('/trackers/{id}', { params: { path } }))
const entry = entryFor(fields, name, value)

// All ids first: a change may take an artifact out of the result of the query.
const ids = []
for await (const { id } of listAll(crocus, '/trackers/{id}/artifacts', {
  path,
  query: { tql: query, limit: BATCH },
}))
  ids.push(id)

for (let begin = 0; begin < ids.length; begin += BATCH) {
  const operations = ids
    .slice(begin, begin + BATCH)
    .map(id => ({ method: 'PUT', path: `/artifacts/${id}`, body: { values: [entry] } }))
  // The client adds an Idempotency-Key, so a batch that is sent again after a lost connection is done once.
  const { data, error } = await crocus.POST('/batch', {
    params: { query: { dry_run: dryRun === '--dry-run' } },
    body: { operations, atomic: true },
  })
  if (data) {
    console.log(`${operations.length} artifacts ${dryRun ? 'would be' : 'are'} changed`)
    continue
  }
  for (const position of error.error.details.failed ?? [])
    console.error(`${operations[position].path}: ${error.results[position].error.message}`)
  console.error(`nothing of this batch is changed: ${error.error.message}`)
  process.exit(1)
}
