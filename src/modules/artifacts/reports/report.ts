import type { CriterionRow, RendererDefinition, StoredReportView } from '../../trackers/index.ts'

export interface ReportRenderer {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly definition: RendererDefinition
}

/** A saved search with the tables that show it. */
export interface Report {
  readonly id: number
  readonly trackerId: number
  /** null = public. */
  readonly ownerId: number | null
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly isInExpertMode: boolean
  readonly expertQuery: string
  readonly criteria: readonly CriterionRow[]
  readonly renderers: readonly ReportRenderer[]
  /** null = the usual table. */
  readonly view: StoredReportView | null
}

/** The content of a report that a write sets. */
export interface ReportContent {
  readonly name: string
  readonly description: string
  readonly isPublic: boolean
  readonly isDefault: boolean
  /** null = criteria mode. */
  readonly expertQuery: string | null
  readonly criteria: readonly CriterionRow[]
  /** Fields of the table; null = the report has no table. */
  readonly columns: readonly number[]
  readonly view: StoredReportView | null
}
