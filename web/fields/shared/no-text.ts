import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Field } from '../field-view.ts'

/** `fromText` of types whose values have no text form. */
export const noText = (_text: string, { label }: Field) => ({
  fault: i18n._(msg`${label} cannot be filled from a text`),
})
