/** A shortcut as people read it: `$mod+K` is "Ctrl K", `g p` is "G then P". */
export const keyText = (keys: string, then: string): string =>
  keys
    .split(' ')
    .map(press =>
      press
        .replace('$mod', isMac() ? '⌘' : 'Ctrl')
        .split('+')
        .map(part => (part.length === 1 ? part.toUpperCase() : part))
        .join(' '),
    )
    .join(` ${then} `)

/** For `aria-keyshortcuts`. */
export const ariaKeys = (keys: string): string => keys.replaceAll('$mod', isMac() ? 'Meta' : 'Control')

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Letters, digits and signs without a modifier: they act only outside of fields, and can be turned off. */
export const isSingleKey = (keys: string): boolean => !/(\$mod|Control|Meta|Alt)\+/.test(keys)
