import type { Reason } from '../../../platform/reasons.ts'

/** The treatment of people who have no account here. */
export type UnknownPeople = 'refuse' | 'none' | 'invite'

/** Meaning of a column of a sheet that is no field. */
export const COLUMN_MEANINGS = ['external_id', 'submitted_by', 'submitted_on', 'comment', 'links', 'ignore'] as const
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number]

export interface ImportColumn {
  /** Name in the first line of a sheet. */
  readonly column?: string
  readonly as?: ColumnMeaning
  /** Short name of a field. */
  readonly field?: string
  /** Text of the source → text here. */
  readonly values?: Readonly<Record<string, string>>
  /** Type of the links of a column with links. */
  readonly type?: string
}

/** The request of an import, as it is stored. */
export interface ImportOptions {
  readonly source: string
  readonly format: 'ndjson' | 'csv'
  readonly columns: readonly ImportColumn[]
  /** Name of a person in the source → id or login here. */
  readonly people: Readonly<Record<string, number | string>>
  readonly unknownPeople: UnknownPeople
  readonly originalDates: boolean
  readonly notify: boolean
}

export const IMPORT_STATUSES = ['waiting', 'checking', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

export interface ImportCounts {
  readonly done: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
}

export const NO_COUNTS: ImportCounts = { done: 0, created: 0, updated: 0, unchanged: 0, refused: 0 }

/** The first line of a sheet. */
export interface SheetHead {
  readonly separator: string
  readonly cells: readonly string[]
}

export interface Import extends ImportCounts {
  readonly id: number
  readonly projectId: number
  readonly trackerId: number | null
  readonly submittedBy: number
  readonly options: ImportOptions
  readonly isDryRun: boolean
  readonly undoOf: number | null
  /** null: the content is erased. */
  readonly fileId: number | null
  readonly fileName: string
  readonly fileSize: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly finishedAt: Date | null
  readonly status: ImportStatus
  readonly isStopping: boolean
  readonly head: SheetHead | null
  readonly byteOffset: number
  readonly linesDone: number
  /** null: artifacts are being written. */
  readonly linkOffset: number | null
  readonly linkLines: number
  readonly hasLinks: boolean
  readonly total: number
  readonly moreMessages: number
  readonly invited: readonly string[]
}

/** Something to know about a line. An error keeps the line from being written. */
export interface ImportMessage {
  /** From 1, the first line of a sheet included; null: about the whole. */
  readonly line: number | null
  readonly column: string | null
  readonly level: 'error' | 'warning'
  readonly reason: Reason | null
  readonly text: string
}

/** Messages that are kept of one import. */
export const MAX_MESSAGES = 1_000
/** Largest content, in bytes. */
export const MAX_BYTES = 1024 ** 3
/** Largest line, in bytes; of an artifact with all its changes. */
export const MAX_LINE_BYTES = 4 * 1024 ** 2
/** Largest number of changes of one artifact. */
export const MAX_ENTRIES = 1_000
/** Imports of a project that are not finished. */
export const MAX_OPEN = 5
/** Days in which an import can be undone. */
export const UNDO_DAYS = 30
