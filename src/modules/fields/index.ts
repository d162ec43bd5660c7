// The public interface of this module: other modules import only this file.
export {
  calculateBurndown,
  loadEffortHistories,
  representBurndown,
  type Burndown,
  type EffortHistory,
  type EffortState,
} from './charts/compute-burndown.ts'
export {
  burnupDays,
  calculateBurnup,
  representBurnup,
  UNCONFIGURED_BURNUP,
  type BurnupDays,
  type CountedArtifact,
  type Timeline,
} from './charts/compute-burnup.ts'
export { burndownMembers } from './types/burndown.ts'
export { burnupMembers } from './types/burnup.ts'
export { endDayOf, hasDays, openingDaysUntil, type Timeframe } from './charts/period.ts'
export { momentOf, readDate, rollOverDay } from './date-text.ts'
export { computedSums, type Addend, type LoadNodes, type SumNode, type SumRequest } from './charts/computed-sum.ts'
export * from './condition.ts'
export * from './field-query.ts'
export { savedListCriterion } from './queries/list-query.ts'
export type * from './field.ts'
export * from './field-type.ts'
export { canReadField, canSubmitField, canUpdateField, fieldRights } from './fields.permissions.ts'
export { pseudoField, pseudoFields, type PseudoField } from './index-rows.ts'
export {
  fieldType,
  fieldTypeNames,
  fieldTypes,
  fieldValue,
  isFieldTypeName,
  settingsWithDefaults,
  valueEntry,
  valueEntryForms,
} from './registry.ts'
export { groupOfSource, isUserSource } from './user-sources.ts'
export {
  extractReferences,
  plainText,
  renderText,
  sanitizeHtml,
  type LinkReference,
  type TextReference,
} from './rich-text.ts'
