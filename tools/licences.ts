// The licences of all packages in the lock file: what may be used, and what may not. `npm run licences:check`
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface LockedPackage {
  /** SPDX expression; undefined: the package names none. */
  readonly license?: string
  /** Used to build and test, not by the server. */
  readonly dev?: boolean
}

/** Licences whose terms an Apache-2.0 product keeps by naming them. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Of libraries that stay files of their own: sharp loads libvips. */
const ALLOWED_AS_FILES: ReadonlySet<string> = new Set(['LGPL-3.0-or-later'])
/** Of tools, which are not handed on. */
const ALLOWED_FOR_TOOLS: ReadonlySet<string> = new Set(['CC-BY-4.0', 'MPL-2.0'])

/** Packages that name no licence in the lock file, and the licence that their own files name. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'node_modules/busboy': 'MIT',
  'node_modules/combine-errors': 'MIT',
  'node_modules/humanize-number': 'MIT',
  'node_modules/streamsearch': 'MIT',
}

/** A line about each package that may not be used. `packages` are those of package-lock.json by path. */
export const licenceFaults = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, { license = READ_BY_HAND[path], dev = false }]) => {
      if (license === undefined) return [`${path} names no licence`]
      const isAllowed = (name: string): boolean =>
        ALLOWED.has(name) ||
        (dev && ALLOWED_FOR_TOOLS.has(name)) ||
        (path.startsWith('node_modules/@img/') && ALLOWED_AS_FILES.has(name))
      return isExpressionAllowed(license, isAllowed) ? [] : [`${path} has the licence ${license}`]
    })

/** `A OR B` needs one of them, `A AND B` both; AND binds closer, as in SPDX. */
const isExpressionAllowed = (expression: string, isAllowed: (name: string) => boolean): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some(part => part.split(' AND ').every(isAllowed))

const main = async (): Promise<void> => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const faults = licenceFaults(lock.packages)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.main) await main()
