import { Type, type TSchema } from 'typebox'
import { defineFieldType, UNCHANGED, type FieldType } from '../field-type.ts'
import { plainDescription } from '../description-parts.ts'
import { withoutValue } from '../read-only.ts'
import { warnOfUnknown } from '../xml-properties.ts'

// Archives carry these flags; all charts are drawn in the same way here (import.md §5.2).
const SETTINGS = ['use_capacity', 'include_weekends', 'use_cache'] as const

/** A chart. The field stores nothing; `artifacts` calculates the chart (fields.md §3.15). */
export const chartFieldType = (type: 'burndown' | 'burnup', members: Record<string, TSchema>): FieldType<never> =>
  defineFieldType<never>({
    ...withoutValue,
    type,
    family: 'readOnly',
    output: Type.Object({ value: Type.Object(members, { description: 'The chart.' }) }),
    isByField: false,
    needs: ['charts'],

    parse: () => UNCHANGED,
    represent: (_value, field, context) => ({ value: context.chart(field) }),
    flat: () => undefined,
    describe: () => plainDescription(null, {}),

    importSettings: (properties, warn) => {
      warnOfUnknown(properties, SETTINGS, warn)
      return {}
    },
  })
