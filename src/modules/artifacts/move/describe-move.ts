import type { Static } from 'typebox'
import { ok, type ApiResponse } from '../../../platform/http/routes/route.ts'
import type { Field } from '../../fields/index.ts'
import type { MoveOutcome } from './move-artifact.ts'
import type { MoveResponse } from './move.schema.ts'

export const MOVED: ApiResponse = ok({ dry_run: null })

/** The report of a dry run of a move. */
export const describeMove = ({
  migrated,
  notMigrated,
  partiallyMigrated,
  warnings,
}: MoveOutcome): Static<typeof MoveResponse> => ({
  dry_run: {
    fields: {
      fields_migrated: migrated.map(representField),
      fields_not_migrated: notMigrated.map(representField),
      fields_partially_migrated: partiallyMigrated.map(representField),
    },
    warnings: [...warnings],
  },
})

const representField = ({ id, label, name }: Field) => ({ field_id: id, label, name })
