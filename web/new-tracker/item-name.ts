import { slugOf } from '../tracker-settings/model/form-edits.ts'

const MAX_SUGGESTION = 30

/** A short name for the artifacts of a tracker: “Wartungsaufträge” → `wartungsauftrage`. */
export const itemNameOf = (label: string): string => slugOf(label).slice(0, MAX_SUGGESTION).replace(/_+$/, '')
