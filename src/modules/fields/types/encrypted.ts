import { Type } from 'typebox'
import { VerbatimText } from '../../../platform/http/schemas/schema.ts'
import { plainDescription } from '../description-parts.ts'
import { UNCHANGED, defineFieldType } from '../field-type.ts'
import { wrongForm } from '../parsing.ts'
import { noSettings } from '../read-only.ts'

/**
 * A text encrypted with the public key of the tracker. No tracker has a key, so the field stores nothing (§3.14): a secret text must not be
 * stored readable.
 */
export const encrypted = defineFieldType<string>({
  type: 'Encrypted',
  family: 'external',
  settings: noSettings,
  input: Type.Object({ value: VerbatimText('The text. It is stored only when the tracker has a public key.') }),
  output: Type.Object({ value: Type.String({ description: 'The encrypted text, base64.' }) }),
  isByField: false,
  parse: (entry, field) => (typeof entry.value === 'string' ? UNCHANGED : wrongForm(field, '{"value": "text"}')),
  defaultValue: () => undefined,
  // No user can fill this field, so it cannot be required.
  isEmpty: () => false,
  same: (before, after) => (before ?? '') === (after ?? ''),
  index: () => [],
  searchText: () => undefined,
  plainText: () => '',
  represent: value => (value === undefined ? null : { value }),
  flat: () => undefined,
  describe: () => plainDescription(null, {}),
  importSettings: () => ({}),
  exportSettings: () => ({}),
})
