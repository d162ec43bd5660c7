// The door of this module: what others may use.
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
export {
  escapeHtml,
  extractReferences,
  plainText,
  renderText,
  sanitizeHtml,
  type LinkReference,
  type TextReference,
} from './rich-text.ts'
