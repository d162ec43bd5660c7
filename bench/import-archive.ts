// `npm run bench -- import`: how much memory and time the import of a large project takes (docs/benchmark.md).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { temporaryFolder, type OpenResource } from './installation.ts'

interface ImportOptions {
  readonly artifacts: number
  /** Where the archive is made, or lies already. */
  readonly archive: string | undefined
}

export const importUsage = 'npm run bench -- import [--artifacts 20000] [--archive <folder>]'

export const parseImportOptions = (args: readonly string[]): ImportOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: { artifacts: { type: 'string', default: '20000' }, archive: { type: 'string' } },
  })
  const artifacts = Number(values.artifacts)
  if (!Number.isInteger(artifacts) || artifacts < 1) throw new Error(importUsage)
  return { artifacts, archive: values.archive }
}

const PEOPLE = 50
/** Changesets of an artifact beside its creation. */
const CHANGES = 8
const PARAGRAPH =
  'The lamp of the lighthouse flickers when the wind turns north, and the keeper climbs all the stairs to see why. '

const author = (number: number): string => `<submitted_by format="username">keeper${number % PEOPLE}</submitted_by>`
/** A second for each changeset. */
const BEGINNING = Date.UTC(2020, 0, 1)
const date = (second: number): string =>
  `<submitted_on format="ISO8601">${new Date(BEGINNING + 1000 * second).toISOString().slice(0, 19)}+00:00</submitted_on>`

const artifactXml = (number: number): string => {
  const text = (length: number): string => PARAGRAPH.repeat(length)
  const second = number * (CHANGES + 1)
  const changesets = [
    `<changeset id="CHANGESET_${second}">${author(number)}${date(second)}<comments/>
 <field_change field_name="title" type="string"><value><![CDATA[Lamp ${number} flickers]]></value></field_change>
 <field_change field_name="details" type="text"><value format="text"><![CDATA[${text(12)} art #${number}]]></value></field_change>
 <field_change field_name="state" type="list" bind="static"><value format="id">1</value></field_change>
 <field_change field_name="links" type="art_link">${number > 1 ? `<value nature="_is_child">${number - 1}</value>` : '<value/>'}</field_change>
</changeset>`,
  ]
  for (let change = 1; change <= CHANGES; change++)
    changesets.push(`<changeset id="CHANGESET_${second + change}">${author(number + change)}${date(second + change)}
 <comments><comment>${author(number + change)}${date(second + change)}<body format="text"><![CDATA[${text(3)}]]></body></comment></comments>
 <field_change field_name="state" type="list" bind="static"><value format="id">${1 + (change % 2)}</value></field_change>
 <field_change field_name="details" type="text"><value format="text"><![CDATA[${change} ${text(3)}]]></value></field_change>
</changeset>`)
  return `<artifact id="${number}" tracker_id="1">\n${changesets.join('\n')}\n</artifact>\n`
}

const field = (key: string, type: string, name: string, rank: number, inside = ''): string =>
  `<formElement ID="${key}" type="${type}" rank="${rank}"><name>${name}</name><label>${name}</label>${inside}</formElement>`

const right = (key: string): string =>
  ['READ', 'SUBMIT', 'UPDATE']
    .map(
      what =>
        `<permission scope="field" REF="${key}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_${what}"/>`,
    )
    .join('')

function* projectXml(artifacts: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="lighthouse" full-name="Lighthouse" description="Large" access="public">
<long-description/><services/><trackers use-natures="true"><tracker id="T1" parent_id="0"><name>Lamps</name><item_name>lamp</item_name>
<description/><color>inca_silver</color><cannedResponses/><formElements>
${field('F1', 'string', 'title', 1)}${field('F2', 'text', 'details', 2)}
${field('F3', 'sb', 'state', 3, '<bind type="static"><items><item ID="V1" label="Open"/><item ID="V2" label="Closed"/></items></bind>')}
${field('F4', 'art_link', 'links', 4)}
</formElements><semantics><semantic type="title"><field REF="F1"/></semantic></semantics>
<permissions><permission scope="tracker" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_ACCESS_FULL"/>${['F1', 'F2', 'F3', 'F4'].map(right).join('')}</permissions>
<artifacts>
`
  for (let number = 1; number <= artifacts; number++) yield artifactXml(number)
  yield '</artifacts></tracker></trackers></project>\n'
}

const makeArchive = async (folder: string, artifacts: number): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const users = Array.from(
    { length: PEOPLE },
    (_, index) =>
      `<user><id>${200 + index}</id><username>keeper${index}</username><realname>Keeper ${index}</realname><email>keeper${index}@example.org</email><ldapid/></user>`,
  )
  await writeFile(
    join(folder, 'users.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<users>${users.join('')}</users>\n`,
  )
  await pipeline(projectXml(artifacts), createWriteStream(join(folder, 'project.xml')))
}

/** The most memory that a process ever had, in kB. */
const highWater = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
}

export const benchImport = async (
  options: ImportOptions,
  opened: OpenResource,
  say: (line: string) => void,
): Promise<void> => {
  const folder = await temporaryFolder(opened)
  const archive = options.archive === undefined ? join(folder, 'archive') : resolve(options.archive)
  const document = join(archive, 'project.xml')
  if (!(await stat(document).catch(() => undefined))) {
    say(`writing ${options.artifacts} artifacts to ${archive}`)
    await makeArchive(archive, options.artifacts)
  }
  const bytes = (await stat(document)).size
  const started = Date.now()
  // The shell of bin/crocus becomes the process that is measured.
  const child = spawn('bin/crocus', ['import-project', archive, '--automap', 'no-email,create:A'], {
    env: { ...process.env, CROCUS_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  let most = 0
  const ended = once(child, 'exit') as Promise<[number | null]>
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, await highWater(child.pid ?? 0))
    await Promise.race([ended, pause(200)])
  }
  const [status] = await ended
  if (status !== 0) throw new Error(`the import failed: ${told}`)
  const seconds = (Date.now() - started) / 1000
  console.log(
    `${(bytes / 1e6).toFixed(0)} MB of XML imported in ${seconds.toFixed(1)} s, at most ${(most / 1024).toFixed(0)} MiB of memory`,
  )
}
