import { createPageValue, usePageValue } from '../design/page-value.ts'

const PAUSE_MS = 1_000
const shown = createPageValue('')
let waiting: readonly string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells screen readers a sentence about something that changed elsewhere; at most one a second. */
export const announce = (sentence: string): void => {
  waiting = [...waiting, sentence]
  if (timer === undefined) next()
}

const next = (): void => {
  const [first, ...others] = waiting
  waiting = others
  shown.set(first ?? '')
  timer = first === undefined ? undefined : setTimeout(next, PAUSE_MS)
}

/** The one live region of the pages, for `announce`. */
export const Announcer = () => (
  <div className="visually-hidden" role="status" aria-live="polite">
    {usePageValue(shown)}
  </div>
)
