import { Type, type TSchema } from 'typebox'
import { defineFieldType, UNCHANGED, type FieldType } from '../field-type.ts'
import { plainDescription } from '../description-parts.ts'
import { withoutValue } from '../read-only.ts'
import { warnOfUnknown } from '../xml-properties.ts'

// Flags that archives carry; charts here are always drawn in one way (import.md §5.2).
const SETTINGS = ['use_capacity', 'include_weekends', 'use_cache'] as const

/** A chart: nothing is stored, `artifacts` calculates it (fields.md §3.15). */
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
