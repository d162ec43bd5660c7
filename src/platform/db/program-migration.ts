import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the program's own migrations are. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

export const MIGRATION_FILE = /^(\d{4})_[a-z0-9_-]+\.sql$/

/** Number of the newest migration that the program knows. */
export const PROGRAM_MIGRATION: number = Math.max(
  0,
  ...readdirSync(MIGRATIONS_FOLDER).map(name => Number(MIGRATION_FILE.exec(name)?.[1] ?? 0)),
)
