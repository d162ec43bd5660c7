// Finds the field that a column of a sheet means: by name and label, in any spelling.
import type { Field } from '../../fields/field-view.ts'
import type { Tracker } from '../../trackers/tracker-queries.ts'

/** `field:status`, or a meaning that is no field; '' = the column is left out. */
export type ColumnChoice = string

export const MEANINGS = ['external_id', 'submitted_by', 'submitted_on', 'comment', 'links'] as const
export type Meaning = (typeof MEANINGS)[number]

/** Types that an import cannot fill by a cell. */
const NOT_IMPORTED = new Set([
  'fieldset',
  'column',
  'linebreak',
  'separator',
  'staticrichtext',
  'file',
  'art_link',
  'cross',
  'burndown',
  'burnup',
  'ttmstepdef',
  'ttmstepexec',
  'Encrypted',
  'aid',
  'atid',
  'subby',
  'subon',
  'luby',
  'lud',
  'priority',
])

export const importedFields = (tracker: Tracker): readonly Field[] =>
  tracker.fields.filter(
    field => field.is_used && !NOT_IMPORTED.has(field.type) && field.permissions.some(right => right !== 'read'),
  )

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const ID_WORDS = new Set(['externalid', 'key', 'id', 'issuekey', 'number', 'cle', 'identifiant', 'numero'])

/** A guess for each column; a field or a meaning is guessed once. */
export const guessColumns = (columns: readonly string[], tracker: Tracker): ColumnChoice[] => {
  const fields = importedFields(tracker)
  const taken = new Set<ColumnChoice>()
  const title = fields.find(({ field_id }) => field_id === tracker.semantics.title?.field_id)
  return columns.map(column => {
    const word = plain(column)
    const field =
      fields.find(({ name }) => plain(name) === word) ??
      fields.find(({ label }) => plain(label) === word) ??
      (['title', 'titre', 'summary', 'resume', 'subject', 'sujet'].includes(word) ? title : undefined)
    const guess = field ? `field:${field.name}` : ID_WORDS.has(word) ? 'external_id' : ''
    if (guess === '' || taken.has(guess)) return ''
    taken.add(guess)
    return guess
  })
}
