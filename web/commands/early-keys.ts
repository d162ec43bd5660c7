// Keys that people press before the code of their commands is there: they run as soon as a command takes them.

const KEPT_MS = 5_000
/** After the first commands are there, further ones follow within this time. */
const LATE_MS = 1_500

interface EarlyKey {
  readonly event: KeyboardEvent
  readonly at: number
}

let early: readonly EarlyKey[] = []
let isCollecting = false

const collect = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || isBusy(event)) return
  // The browser has its own meaning for this one.
  if ((event.ctrlKey || event.metaKey) && event.key === 'k') event.preventDefault()
  early = [...early, { event, at: Date.now() }]
}

/** Begins with the page. */
export const collectEarlyKeys = (): void => {
  isCollecting = true
  window.addEventListener('keydown', collect)
}

/** Gives the keys in their order to the commands of this moment; keys that no command takes wait for later commands. */
export const runEarlyKeys = (): void => {
  if (isCollecting) {
    isCollecting = false
    window.removeEventListener('keydown', collect)
    setTimeout(() => (early = []), LATE_MS)
  }
  const waiting = early.filter(({ at }) => Date.now() - at < KEPT_MS)
  early = []
  const left = waiting.filter(({ event }) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
    const again = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true })
    return window.dispatchEvent(again)
  })
  early = left
}

/** Somebody types, or a layer over the page has the keys. Editors in a shadow root are the first in the path of the event. */
export const isBusy = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .some(
      target =>
        target instanceof HTMLElement &&
        (isTypingIn(target) || target.matches('select, [role=dialog], [role=menu], [role=listbox]')),
    )

/** Whether keys make text there. An editor in a shadow root is its host for the page. */
export const isTypingIn = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('input:not([type=checkbox], [type=radio]), textarea') ||
    isTypingIn(element.shadowRoot?.activeElement ?? null))
