/** Control characters, and Unicode's line breaks. */
const BREAKING = /[\p{Cc}\u2028\u2029]/u

/**
 * A name is one line: it appears in mail headers, lists and logs, where a line break starts something else. Every name that people enter
 * (accounts, projects, trackers, the platform) is checked here; names in archives are cleaned by `oneLine`.
 */
export const isOneLine = (text: string): boolean => !BREAKING.test(text)

/** The text with a blank for each run of line breaks and control characters. */
export const oneLine = (text: string): string => text.replace(new RegExp(`(?:${BREAKING.source})+`, 'gu'), ' ').trim()

/** Ends a sentence that begins with the parameter of the name. */
export const NOT_ONE_LINE = 'has line breaks or control characters; a name is one line'
