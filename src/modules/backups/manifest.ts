import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Increased when an older program could not restore the written files. */
export const FORMAT = 1

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })

/** Position of bytes in the file: `offset` is the position of the header before them. */
const EntryLocation = Type.Object({ name: Type.String(), size: Count, sha256: Sha256, offset: Count })

/** A part of a backup, identified by its name; one line of the manifest. */
const Entry = Type.Object({
  ...EntryLocation.properties,
  /** Index in `bases` of the file with the bytes; absent if the bytes are in the same file. */
  base: Type.Optional(Count),
})
export type Entry = Static<typeof Entry>

const Table = Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Count })

const Sequence = Type.Object({ name: Type.String(), value: Count, isCalled: Type.Boolean() })

/** `backup.json`: describes the backup and gives the position of its manifest. */
const Summary = Type.Object({
  format: Type.Integer(),
  /** Id of this backup, by which later backups name their base. */
  id: Type.String(),
  /** Version of the program. */
  crocus: Type.String(),
  /** The moment of the database snapshot. */
  takenAt: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Sha256 })),
  tables: Type.Array(Table),
  sequences: Type.Array(Sequence),
  repositories: Type.Array(Type.Object({ id: Count, folder: Type.String(), youngest: Count })),
  /** Other backups whose files hold some of the entries. */
  bases: Type.Array(Type.Object({ id: Type.String(), file: Type.String() })),
  entries: Count,
  /** Size of all entries, including entries in other files. */
  bytes: Count,
  manifest: EntryLocation,
})
export type Summary = Static<typeof Summary>
export type TableInBackup = Static<typeof Table>
export type SequenceInBackup = Static<typeof Sequence>
export type MigrationInBackup = Summary['migrations'][number]

/** The last block of the file that is not empty; it gives the position of `backup.json`. */
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
/** For a file of a newer program, of which only this property is known. */
export const parseFormat = parser(Type.Object({ format: Type.Integer() }))

export const MANIFEST = 'manifest.jsonl.gz'
export const SUMMARY = 'backup.json'
export const END_FILE_NAME = 'end.json'

/** Prefixes of entry names, by the kind of content. */
export const TABLES = 'tables/'
export const CONTENTS = 'files/'
export const REPOSITORIES = 'repositories/'
/** Folders of the data folder that are copied as they are. The operator's group may also read archives of deleted artifacts. */
export const FOLDERS = [
  { name: 'deleted', mode: 0o750, fileMode: 0o640 },
  { name: 'imported', mode: 0o700, fileMode: 0o600 },
] as const
