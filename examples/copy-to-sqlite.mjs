// Copies the artifacts of a tracker and their links into an SQLite database, and follows their changes. With `--once` it ends when the copy is complete.
// Usage: CROCUS_URL=https://crocus.example.org CROCUS_KEY=… node copy-to-sqlite.mjs 12 copy.db
import { DatabaseSync } from 'node:sqlite'
import { createClient, openFeed } from 'crocus-client'

const [tracker, file, once] = process.argv.slice(2)
const crocus = createClient({ server: process.env.CROCUS_URL, credentials: { accessKey: process.env.CROCUS_KEY } })

const copy = new DatabaseSync(file)
copy.exec(`
  create table if not exists artifact (id integer primary key, changeset_id integer not null, updated_on text not null, form text not null);
  create table if not exists link (source integer, target integer, type text, field_id integer, primary key (source, target, type, field_id));
  -- A link counts while both of its ends are in the copy.
  create view if not exists counted_link as select * from link where source in (select id from artifact) and target in (select id from artifact);
  create table if not exists place (number integer primary key, text text not null)`)
const putArtifact = copy.prepare('replace into artifact values (?, ?, ?, ?)')
const putLink = copy.prepare('insert or ignore into link values (?, ?, ?, ?)')
const removeArtifact = copy.prepare('delete from artifact where id = ?')
const removeLinks = copy.prepare('delete from link where source = ?1 or target = ?1')
const idsBetween = copy.prepare('select id from artifact where id > ? and id <= ?')
const version = copy.prepare('select changeset_id from artifact where id = ?')
const putPlace = copy.prepare('replace into place values (1, ?)')
const place = copy.prepare('select text from place')

const store = {
  load: () => place.get()?.text,
  // A page keeps its place in its own transaction. An empty place means: begin anew.
  save: text => text === '' && putPlace.run(text),
  versionOf: id => version.get(id)?.changeset_id,
}

const remove = id => {
  removeArtifact.run(id)
  removeLinks.run(id)
}

const put = artifact => {
  const { id, changeset_id, updated_on, links, reverse_links, ...form } = artifact
  // The links of an artifact, in both directions, are all that it is an end of.
  removeLinks.run(id)
  for (const link of links) putLink.run(id, link.id, link.type, link.field_id)
  for (const link of reverse_links) putLink.run(link.id, id, link.type, link.field_id)
  putArtifact.run(id, changeset_id, updated_on, JSON.stringify(form))
}

const apply = step => {
  if (step.kind === 'remove') return remove(step.artifactId)
  if (step.kind === 'put') return put(step.artifact)
  // This database has one tracker, so every scope is all of it.
  for (const { id } of idsBetween.all(step.after, step.until ?? Number.MAX_SAFE_INTEGER)) remove(id)
  for (const artifact of step.artifacts) put(artifact)
}

const options = { store, trackerIds: [Number(tracker)], ...(once && { wait: 0 }) }
for await (const page of openFeed(crocus, options)) {
  copy.exec('begin')
  for (const step of page.steps) apply(step)
  putPlace.run(page.place)
  copy.exec('commit')
  if (page.steps.length > 0) console.log(`${page.steps.length} steps`)
}
copy.close()
