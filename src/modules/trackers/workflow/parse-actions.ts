import { decode, type Origin } from '../../../platform/http/request/decode.ts'
import { sentActionSchemas, type SentAction } from './workflow.schema.ts'

const { sentForms, typeOnly, fieldTypeOnly } = sentActionSchemas

/** Decodes the entries of `post_actions`, each by the schema of its kind; throws an Invalid with the first fault. */
export const parseActions = (entries: readonly unknown[], origin: Origin): SentAction[] =>
  entries.map((entry, index): SentAction => {
    const name = `post_actions[${index}]`
    const { type } = decode(typeOnly, entry, origin, name)
    const form = type === 'set_field_value' ? decode(fieldTypeOnly, entry, origin, name).field_type : type
    return decode(sentForms[form], entry, origin, name)
  })
