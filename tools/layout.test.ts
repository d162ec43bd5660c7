import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Maximum files of a folder that a reader takes in at a glance; a larger folder needs subfolders (docs/ARCHITECTURE.md). */
const MOST_FILES = 25

const isProductCode = (name: string): boolean => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name)

/** Folders below `folder`, itself included, with their number of product files. */
const foldersOf = (folder: string): { folder: string; files: number }[] => {
  const entries = readdirSync(folder, { withFileTypes: true })
  return [
    {
      folder: relative(ROOT, folder),
      files: entries.filter(entry => entry.isFile() && isProductCode(entry.name)).length,
    },
    ...entries
      .filter(entry => entry.isDirectory() && entry.name !== 'dist')
      .flatMap(entry => foldersOf(join(folder, entry.name))),
  ]
}

describe('the layout of the sources', () => {
  it.each(['src', 'web'])('has no folder of %s with more files than a reader takes in', name => {
    const large = foldersOf(join(ROOT, name)).filter(({ files }) => files > MOST_FILES)
    expect(large).toEqual([])
  })
})
