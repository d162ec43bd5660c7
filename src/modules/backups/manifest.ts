import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Raised when a program that knows only the one before could not restore what is written. */
export const FORMAT = 1

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })

/** Where bytes of the file lie: `offset` is that of the header before them. */
const EntryLocation = Type.Object({ name: Type.String(), size: Count, sha256: Sha256, offset: Count })

/** What belongs to a backup, by its name; a line of the manifest. */
const Entry = Type.Object({
  ...EntryLocation.properties,
  /** Number of the file of `bases` that holds the bytes; without it they are in the same file. */
  base: Type.Optional(Count),
})
export type Entry = Static<typeof Entry>

const Table = Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Count })

const Sequence = Type.Object({ name: Type.String(), value: Count, isCalled: Type.Boolean() })

/** `backup.json`: what a backup is of, and where its manifest lies. */
const Summary = Type.Object({
  format: Type.Integer(),
  /** Of this backup, for those that build on it. */
  id: Type.String(),
  /** Version of the program. */
  crocus: Type.String(),
  /** The moment that the database is shown at. */
  takenAt: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Sha256 })),
  tables: Type.Array(Table),
  sequences: Type.Array(Sequence),
  repositories: Type.Array(Type.Object({ id: Count, folder: Type.String(), youngest: Count })),
  /** Other backups whose files hold a part of the entries. */
  bases: Type.Array(Type.Object({ id: Type.String(), file: Type.String() })),
  entries: Count,
  /** Of all entries, those in other files included. */
  bytes: Count,
  manifest: EntryLocation,
})
export type Summary = Static<typeof Summary>
export type TableInBackup = Static<typeof Table>
export type SequenceInBackup = Static<typeof Sequence>
export type MigrationInBackup = Summary['migrations'][number]

/** The last block of the file that is not empty: it tells where `backup.json` lies. */
const EndBlock = Type.Object({ format: Type.Integer(), summary: EntryLocation })
export type EndBlock = Static<typeof EndBlock>

const parser =
  <Schema extends TSchema>(schema: Schema) =>
  (text: string): Static<Schema> | undefined => {
    try {
      const value: unknown = JSON.parse(text)
      return Value.Check(schema, value) ? value : undefined
    } catch {
      return undefined
    }
  }

export const parseEntry = parser(Entry)
export const parseSummary = parser(Summary)
export const parseEnd = parser(EndBlock)
/** Of a program that may be newer than this one: only this is known of it. */
export const parseFormat = parser(Type.Object({ format: Type.Integer() }))

export const MANIFEST = 'manifest.jsonl.gz'
export const SUMMARY = 'backup.json'
export const END_FILE_NAME = 'end.json'

/** Names of entries, by what they hold. */
export const TABLES = 'tables/'
export const CONTENTS = 'files/'
export const REPOSITORIES = 'repositories/'
/** Folders of the data folder that are copied as they are. Archives of deleted artifacts are for the operator's group, too. */
export const FOLDERS = [
  { name: 'deleted', mode: 0o750, fileMode: 0o640 },
  { name: 'imported', mode: 0o700, fileMode: 0o600 },
] as const
