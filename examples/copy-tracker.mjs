// Copies the artifacts of a tracker into a folder, one JSON file each, and follows their changes. With `--once` it ends when the copy is complete.
// Usage: CROCUS_URL=https://crocus.example.org CROCUS_KEY=… node copy-tracker.mjs 12 folder
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, openFeed } from 'crocus-client'

const [tracker, folder, once] = process.argv.slice(2)
const crocus = createClient({ server: process.env.CROCUS_URL, credentials: { accessKey: process.env.CROCUS_KEY } })
const fileOf = id => join(folder, `${id}.json`)

/** A file is replaced at once, so a reader never sees half of it. */
const write = async (path, text) => {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
const read = path => readFile(path, 'utf8').catch(() => undefined)

const store = {
  load: () => read(join(folder, 'place')),
  save: place => write(join(folder, 'place'), place),
  versionOf: async id => JSON.parse((await read(fileOf(id))) ?? '{}').changeset_id,
}

const copiedIds = async () => (await readdir(folder)).map(name => Number.parseInt(name)).filter(Number.isInteger)

const apply = async step => {
  if (step.kind === 'remove') return rm(fileOf(step.artifactId), { force: true })
  const artifacts = step.kind === 'put' ? [step.artifact] : step.artifacts
  for (const artifact of artifacts) await write(fileOf(artifact.id), JSON.stringify(artifact, null, 2))
  if (step.kind !== 'replace') return
  // This folder has one tracker, so every scope is the whole folder.
  const kept = new Set(artifacts.map(({ id }) => id))
  for (const id of await copiedIds())
    if (id > step.after && id <= (step.until ?? Infinity) && !kept.has(id)) await rm(fileOf(id))
}

await mkdir(folder, { recursive: true })
const options = { store, trackerIds: [Number(tracker)], ...(once && { wait: 0 }) }
for await (const { steps } of openFeed(crocus, options)) {
  for (const step of steps) await apply(step)
  if (steps.length > 0) console.log(`${steps.length} steps, ${(await copiedIds()).length} artifacts`)
}
