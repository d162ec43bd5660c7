import { includesText } from '../design/includes-text.ts'

/** Whether the artifact meets a filter: words of its title, or `#12`. */
export const isShown = ({ id, label }: { readonly id: number; readonly label: string }, filter: string): boolean =>
  filter === '' || filter === `#${id}` || includesText(label, filter)
