// Takes pictures of the pages of a new server with the sample project: those of the documentation, or with `--all FOLDER` all of them.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium, signIn } from './chromium.ts'

/** Ids that addresses of pages contain. */
interface Sample {
  readonly project: string
  readonly story: number
  readonly bug: number
  readonly sprint: number
  /** undefined: Subversion is not installed. */
  readonly repository: number | undefined
}

interface Picture {
  readonly name: string
  /** undefined: the sample project has no such page. */
  readonly address: (sample: Sample) => string | undefined
  /** The documentation shows the picture: `docs/pictures` holds it in these forms. */
  readonly documented?: readonly `${Width}-${Scheme}`[]
}

type Width = (typeof widths)[number]
type Scheme = (typeof schemes)[number]

const widths = [1440, 390] as const
const schemes = ['light', 'dark'] as const

/** The pages that get pictures. */
const pictures: readonly Picture[] = [
  { name: 'home', address: () => '/' },
  { name: 'inbox', address: () => '/?tab=inbox' },
  { name: 'projects', address: () => '/projects' },
  { name: 'project', address: ({ project }) => `/projects/${project}`, documented: ['1440-light', '1440-dark'] },
  { name: 'members', address: ({ project }) => `/projects/${project}/members` },
  {
    name: 'tracker-table',
    address: ({ project }) => `/projects/${project}/trackers/bug`,
    documented: ['1440-light', '1440-dark'],
  },
  {
    name: 'tracker-panel',
    address: ({ project, bug }) => `/projects/${project}/trackers/bug?open=${bug}`,
  },
  {
    name: 'board',
    address: ({ project }) => `/projects/${project}/trackers/bug?view=board&columns=severity,assigned_to,due_date`,
    documented: ['1440-light', '1440-dark'],
  },
  ...['planning', 'kanban', 'roadmaps'].map(name => ({
    name,
    address: ({ project }: Sample) => `/projects/${project}/${name}`,
  })),
  { name: 'milestone', address: ({ project, sprint }) => `/projects/${project}/milestones/${sprint}` },
  { name: 'search', address: () => '/search?q=ticket' },
  ...['', '/lists', '/workflow', '/permissions', '/definition'].map(part => ({
    name: `settings${part.replace('/', '-')}`,
    address: ({ project }: Sample) => `/projects/${project}/trackers/bug/settings${part}`,
  })),
  { name: 'trash', address: ({ project }) => `/projects/${project}/trackers/bug/settings/trash` },
  { name: 'webhooks', address: ({ project }) => `/projects/${project}/administration/webhooks` },
  { name: 'project-audit', address: ({ project }) => `/projects/${project}/administration/audit` },
  { name: 'new-artifact', address: ({ project }) => `/projects/${project}/trackers/bug/new` },
  { name: 'artifact', address: ({ story }) => `/artifacts/${story}`, documented: ['1440-light', '1440-dark'] },
  { name: 'artifact-history', address: ({ story }) => `/artifacts/${story}?tab=history` },
  { name: 'artifact-with-picture', address: ({ bug }) => `/artifacts/${bug}` },
  { name: 'repositories', address: ({ project }) => `/projects/${project}/svn` },
  {
    name: 'repository',
    address: ({ project, repository }) =>
      repository === undefined ? undefined : `/projects/${project}/svn/${repository}`,
  },
  { name: 'administration', address: () => '/administration' },
  { name: 'accounts', address: () => '/administration/users' },
  { name: 'site-webhooks', address: () => '/administration/webhooks' },
  { name: 'audit', address: () => '/administration/audit' },
  { name: 'help-contents', address: () => '/help' },
  { name: 'help', address: () => '/help/tables' },
]

const ROOT = path.join(import.meta.dirname, '..')
const PICTURES = path.join(ROOT, 'docs', 'pictures')
const PASSWORD = randomUUID()
const START_WAIT_MS = 120_000
/** The sample project is complete when a job has read the commits of its repository. */
const COMMITS_WAIT_MS = 60_000
/** Parts that load late, and pictures. */
const SETTLE_MS = 700
/** A page of the documentation loads quickly. */
const MAX_BYTES = 150 * 1024

const main = async (): Promise<void> => {
  const folder = folderOf(process.argv.slice(2))
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'crocus-screenshots-'))
  const server = spawn(process.execPath, [path.join(ROOT, 'src', 'main.ts')], {
    env: serverEnvironment(dataFolder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let browser: Browser | undefined
  try {
    const origin = await listening(server)
    const sample = await makeSample(origin, folder !== undefined)
    browser = await launchChromium(dataFolder)
    await takeAll(browser, origin, sample, folder)
  } finally {
    await browser?.close()
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'close')
    }
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** undefined = only the pictures of the documentation. */
const folderOf = (args: readonly string[]): string | undefined => {
  if (args.length === 0) return undefined
  const [option, folder] = args
  if (option !== '--all' || folder === undefined || args.length > 2)
    throw new Error('usage: npm run screenshots [-- --all FOLDER]')
  return path.resolve(folder)
}

const serverEnvironment = (dataFolder: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CROCUS_|DATABASE_URL$|PORT$|HOST$)/.test(name)),
  ),
  CROCUS_DATA: dataFolder,
  CROCUS_ADMIN_PASSWORD: PASSWORD,
  CROCUS_LOG_LEVEL: 'warn',
  CROCUS_WORKERS: '1',
  PORT: '0',
})

const listening = async (server: ChildProcess): Promise<string> => {
  let output = ''
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const end = Date.now() + START_WAIT_MS
  while (Date.now() < end && server.exitCode === null) {
    const address = /listens on (http\S+)/.exec(output)?.[1]
    if (address !== undefined) return new URL(address).origin
    await sleep(100)
  }
  throw new Error(`the server did not start:\n${output}`)
}

/** Calls the API as an account. */
type Call = <T>(method: string, address: string, body?: object) => Promise<T>

const callAs =
  (origin: string, login: string): Call =>
  async <T>(method: string, address: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/api${address}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

/** `isAll`: pages of the documentation show the sample project alone. */
const makeSample = async (origin: string, isAll: boolean): Promise<Sample> => {
  const call = callAs(origin, 'admin')
  const project = await call<{ id: number; shortname: string; has_repository: boolean }>('POST', '/site/sample_project')
  const trackers = await call<{ id: number; item_name: string }[]>('GET', `/projects/${project.id}/trackers`)
  const artifactOf = async (item: string, title: string): Promise<number> => {
    const tracker = trackers.find(({ item_name }) => item_name === item)?.id ?? 0
    const artifacts = await call<{ id: number; title: string | null }[]>(
      'GET',
      `/trackers/${tracker}/artifacts?limit=100&values=all`,
    )
    const found = artifacts.find(artifact => artifact.title === title)
    if (!found) throw new Error(`the sample project has no ${item} "${title}"`)
    return found.id
  }
  const repository = project.has_repository ? await repositoryWithCommits(project.id, call) : undefined
  const sample = {
    project: project.shortname,
    repository,
    story: await artifactOf('story', 'See how full the next vehicle is'),
    bug: await artifactOf('bug', 'Plates are not blurred in portrait pictures'),
    sprint: await artifactOf('sprint', 'Sprint 17'),
  }
  if (isAll)
    await addNews(origin, project.id, sample, await artifactOf('bug', 'Ticket is valid for one minute too short'))
  return sample
}

/** A colleague who writes to the administrator, a deleted artifact, and a webhook: for the pages that would be empty without them. */
const addNews = async (origin: string, project: number, { story, bug }: Sample, deleted: number): Promise<void> => {
  const call = callAs(origin, 'admin')
  await call('POST', '/site/users', {
    username: 'ines',
    real_name: 'Inês Duarte',
    email: 'ines@example.org',
    password: PASSWORD,
  })
  await call('POST', `/user_groups/${project}_3/members`, { username: 'ines' })
  const asInes = callAs(origin, 'ines')
  for (const [artifact, body] of [
    [story, '@admin The operator wants to see this on Friday. Can you show it?'],
    [bug, 'Reproduced on two phones, @admin: only with portrait pictures.'],
  ] as const)
    await asInes('PUT', `/artifacts/${artifact}`, { values: [], comment: { body, format: 'commonmark' } })
  await call('DELETE', `/artifacts/${deleted}`)
  await call('POST', '/webhooks', { project_id: project, url: 'https://ci.example.org/hooks/waymark' })
}

/** Id of the repository, after the job has read its commits. */
const repositoryWithCommits = async (project: number, call: Call): Promise<number | undefined> => {
  const found = await call<{ repositories: readonly { id: number }[] }>('GET', `/projects/${project}/svn`)
  const id = found.repositories[0]?.id
  const end = Date.now() + COMMITS_WAIT_MS
  while (Date.now() < end) {
    const revisions = await call<readonly unknown[]>('GET', `/svn/${id}/revisions`)
    if (revisions.length > 0) return id
    await sleep(1000)
  }
  throw new Error('the commits of the sample project were not read')
}

const takeAll = async (browser: Browser, origin: string, sample: Sample, folder: string | undefined): Promise<void> => {
  await mkdir(folder ?? PICTURES, { recursive: true })
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, ['admin', PASSWORD])
  for (const width of widths)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: width > 500 ? 900 : 844 })
      for (const picture of pictures) {
        const form = `${width}-${colorScheme}` as const
        if (folder === undefined && picture.documented?.includes(form) !== true) continue
        const file = path.join(folder ?? PICTURES, `${picture.name}-${form}.webp`)
        const address = picture.address(sample)
        if (address === undefined) continue
        await take(page, address, file)
        console.log(`wrote ${path.relative(ROOT, file)} (${Math.ceil((await stat(file)).size / 1024)} kB)`)
      }
    }
}

const take = async (page: Page, address: string, file: string): Promise<void> => {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // The stream of changes keeps the network busy: the page is there when nothing in it is on its way.
  await page.locator('main [aria-busy="true"], main .bone').first().waitFor({ state: 'detached' })
  await sleep(SETTLE_MS)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 90, effort: 6 })
    .toBuffer()
  if (picture.length > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES / 1024} kB`)
  await writeFile(file, picture)
}

await main()
