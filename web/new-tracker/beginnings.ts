// The contents that a new tracker can begin with.
import { isObject } from '../tracker-settings/model/differences.ts'

const FIELD = {
  description: '',
  is_required: false,
  is_used: true,
  has_notifications: false,
  permissions: { read: ['all_users'], submit: ['project_members'], update: ['project_members'] },
}

export interface EmptyWords {
  readonly details: string
  readonly title: string
  readonly status: string
  readonly open: string
  readonly closed: string
}

/** A definition with a title and a status, in the language of the person who makes the tracker. */
export const emptyDefinition = (words: EmptyWords): object => ({
  permissions: { full: ['all_users'] },
  form: [
    {
      type: 'fieldset',
      name: 'details',
      label: words.details,
      content: [
        { ...FIELD, type: 'string', name: 'title', label: words.title, is_required: true },
        {
          ...FIELD,
          type: 'sb',
          name: 'status',
          label: words.status,
          bind: { type: 'static', values: [{ label: words.open, is_default: true }, { label: words.closed }] },
        },
      ],
    },
  ],
  semantics: {
    title: 'title',
    status: { field: 'status', open_values: [words.open] },
    done: { closed_values: [words.closed] },
  },
})

/** The parts of a file that the form shows before it is sent. */
export interface TrackerFile {
  readonly name: string
  readonly body: { readonly definition: object } | { readonly xml: string }
  readonly label: string | undefined
  readonly itemName: string | undefined
  readonly colour: string | undefined
}

/** Reads a definition, or the XML of a tracker. Undefined: the text is neither. */
export const readTrackerFile = (name: string, text: string): TrackerFile | undefined => {
  if (/^\s*(<\?xml|<tracker\b)/.test(text)) {
    const parsed = new DOMParser().parseFromString(text, 'text/xml')
    const tracker = parsed.documentElement.nodeName === 'tracker' ? parsed.documentElement : undefined
    if (!tracker || parsed.querySelector('parsererror')) return undefined
    const textOf = (member: string) =>
      [...tracker.children].find(({ nodeName }) => nodeName === member)?.textContent.trim() || undefined
    return {
      name,
      body: { xml: text },
      label: textOf('name'),
      itemName: textOf('item_name'),
      colour: textOf('color'),
    }
  }
  // A definition may leave out sections; the server checks the rest.
  const definition = parseJson(text)
  if (!isObject(definition) || !(isObject(definition['general']) || Array.isArray(definition['form']))) return undefined
  const general = isObject(definition['general']) ? definition['general'] : {}
  const textOf = (member: string) => (typeof general[member] === 'string' ? general[member] : undefined)
  return {
    name,
    body: { definition },
    label: textOf('name'),
    itemName: textOf('item_name'),
    colour: textOf('color'),
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
