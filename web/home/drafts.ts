// Drafts of this browser by their keys: `comment:12`, `write:12`, `edit:12:3`, `new:3`, `new:3:copy:12:parent:14`, `settings:3`, with `#<tab>` behind.
import type { Draft } from '../drafts/database.ts'

export type DraftPlace =
  | { readonly kind: 'comment' | 'write' | 'edit'; readonly artifactId: number }
  | { readonly kind: 'settings'; readonly trackerId: number }
  | {
      readonly kind: 'new'
      readonly trackerId: number
      readonly search: { readonly copy?: number; readonly parent?: number }
    }

/** Undefined: a newer version of the pages wrote the draft. */
export const placeOfDraft = (key: string): DraftPlace | undefined => {
  const [kind, ...parts] = key.replace(/#.*/, '').split(':')
  const id = numberOf(parts[0])
  if (id === undefined) return undefined
  if (kind === 'comment' || kind === 'write' || kind === 'edit') return { kind, artifactId: id }
  if (kind === 'settings') return { kind, trackerId: id }
  if (kind !== 'new') return undefined
  const member = (name: string): number | undefined => {
    const at = parts.indexOf(name)
    return at < 0 ? undefined : numberOf(parts[at + 1])
  }
  const [copy, parent] = [member('copy'), member('parent')]
  return {
    kind,
    trackerId: id,
    search: { ...(copy !== undefined && { copy }), ...(parent !== undefined && { parent }) },
  }
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const MAX_WORDS = 160

/** The beginning of a draft: the text of a comment, or the title of a new artifact. */
export const wordsOfDraft = ({ value }: Draft): string => firstText(value).trim().slice(0, MAX_WORDS)

/** The beginning of a text, or of the first step of a test. */
const textOfField = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return ''
  if ('commonmark' in value) return firstText(value.commonmark)
  return 'value' in value ? firstText(value.value) : ''
}

/** The first text in a form of values, where the title stands first, in a comment, or in the value of a field. */
const firstText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(firstText).find(text => text !== '') ?? ''
  if (typeof value !== 'object' || value === null) return ''
  if ('values' in value) return firstText(value.values)
  if ('base' in value && 'value' in value) return textOfField(value.value)
  if ('body' in value) return firstText(value.body)
  if ('description' in value)
    return firstText('commonmark_description' in value ? value.commonmark_description : value.description)
  if ('type' in value && 'value' in value && value.type === 'string' && typeof value.value === 'string')
    return value.value
  return ''
}
