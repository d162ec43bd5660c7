// `npm run client:pack [-- FOLDER]`: the TypeScript client as an npm package that depends on nothing.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Writes `crocus-client-<version>.tgz` into `folder` and returns its path. */
export const packClient = async (folder: string): Promise<string> => {
  const stage = await mkdtemp(join(tmpdir(), 'crocus-client-'))
  try {
    await writeCode(stage)
    await writeTypes(join(stage, 'types'))
    await writeManifest(stage)
    for (const name of ['client/README.md', 'LICENSE']) await cp(join(ROOT, name), join(stage, name.split('/').at(-1)!))
    const { stdout } = await run('npm', ['pack', '--silent', '--offline', '--pack-destination', folder], { cwd: stage })
    return join(folder, stdout.trim())
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** One file with the libraries in it. */
const writeCode = async (stage: string): Promise<void> => {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      lib: { entry: join(ROOT, 'client/index.ts'), formats: ['es'], fileName: 'index' },
      outDir: stage,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
    },
  })
}

/** Types of the libraries beside ours, because nobody installs these libraries with the package. */
const LIBRARIES = ['openapi-fetch', 'openapi-typescript-helpers']

const writeTypes = async (folder: string): Promise<void> => {
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--rewriteRelativeImportExtensions']
  await writeFile(
    join(ROOT, 'node_modules/.client.tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: [join(ROOT, 'client')] }),
  )
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const project = ['-p', join(ROOT, 'node_modules/.client.tsconfig.json')]
  await run(process.execPath, [tsc, ...project, ...options, '--rootDir', join(ROOT, 'client'), '--outDir', folder])
  for (const library of LIBRARIES) await cp(await typesOf(library), join(folder, `${library}.d.ts`))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    await writeFile(path, withOwnLibraries(await readFile(path, 'utf8')))
  }
}

const typesOf = async (library: string): Promise<string> => {
  const folder = join(ROOT, 'node_modules', library, 'dist')
  const names = await readdir(folder)
  const name = ['index.d.mts', 'index.d.ts'].find(each => names.includes(each))
  if (name === undefined) throw new Error(`${library} has no types in dist/`)
  return join(folder, name)
}

const withOwnLibraries = (text: string): string =>
  text
    .replace(/(from |import\()(['"])\.\/([\w-]+)\.ts\2/g, '$1$2./$3.js$2')
    .replace(/(from |import\()(['"])(openapi-fetch|openapi-typescript-helpers)\2/g, '$1$2./$3.js$2')

const writeManifest = async (stage: string): Promise<void> => {
  const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>
  const manifest = {
    name: 'crocus-client',
    version,
    description: 'Client of the REST API of Crocus, with the types of all its routes.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './types/index.d.ts', default: './index.js' } },
  }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

if (import.meta.main) console.log(await packClient(process.argv[2] ?? process.cwd()))
