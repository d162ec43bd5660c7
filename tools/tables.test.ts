// The tables of docs/configuration.md and docs/commands.md name all that the code reads and offers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../test/harness/command.ts'
import { definitions, formatSetting, settingNames } from '../src/modules/settings/settings.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** First and second cell of each row below a heading. */
const rowsBelow = (markdown: string, heading: string): [string, string][] => {
  const section = markdown.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| (.+?) +\| (.+?) +\|/gm)]
    .slice(2)
    .map(([, first = '', second = '']) => [first, second])
}

const configuration = read('docs/configuration.md')

describe('docs/configuration.md', () => {
  it('has a row for each setting, with its default', () => {
    const rows = rowsBelow(configuration, 'Settings')
    expect(rows.map(([name]) => name)).toEqual(settingNames.map(name => `\`${name}\``))
    const isOfMachine = 'timezone'
    for (const [cell, fallback] of rows) {
      const name = settingNames.find(known => cell === `\`${known}\``)
      if (!name || name === isOfMachine) continue
      const text = formatSetting(name, definitions[name].default())
      expect(fallback, name).toBe(text === '' ? 'empty' : `\`${text}\``)
    }
  })

  it('or docs/operations.md names each environment variable', () => {
    const pages = configuration + read('docs/operations.md')
    const variables = [...read('src/platform/config.ts').matchAll(/\bread\(\s*'([A-Z][A-Z_\d]+)'/g)].flatMap(
      ([, name]) => name ?? [],
    )
    expect(variables.length).toBeGreaterThan(30)
    expect(variables.filter(name => !pages.includes(`\`${name}\``) && !pages.includes(`\`${name}=`))).toEqual([])
  })
})

const commandsIn = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await runCommand({}, [...args, '--help'])
  const list = /^Commands:\n((?: .*\n)+)/m.exec(stdout)?.[1] ?? ''
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].flatMap(([, name]) => (name && name !== 'help' ? name : []))
}

describe('docs/commands.md', () => {
  it('names each command', async () => {
    const page = read('docs/commands.md')
    const groups = await commandsIn()
    expect(groups.length).toBeGreaterThan(15)
    const missing: string[] = []
    for (const group of groups) {
      const cells = [...page.matchAll(/^\| (`crocus .+?) +\| /gm)].flatMap(([, cell]) =>
        cell && new RegExp(`^\`crocus ${group}\\b`).test(cell) ? cell : [],
      )
      if (cells.length === 0) missing.push(group)
      const words = new Set(cells.join(' ').match(/[a-z-]+/g))
      for (const name of await commandsIn(group)) if (!words.has(name)) missing.push(`${group} ${name}`)
    }
    expect(missing).toEqual([])
  })
})
