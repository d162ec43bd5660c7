/** Control characters, and what Unicode breaks lines by. */
const BREAKING = /[\p{Cc}\u2028\u2029]/u

/**
 * A name is one line: it stands in headers of mails, in lists and in logs, where a line break begins something else. Every name that
 * people give (accounts, projects, trackers, the platform) goes through this; what is in archives goes through `oneLine`.
 */
export const isOneLine = (text: string): boolean => !BREAKING.test(text)

/** The text with a blank for each run of line breaks and control characters. */
export const oneLine = (text: string): string => text.replace(new RegExp(`(?:${BREAKING.source})+`, 'gu'), ' ').trim()

/** Ends a sentence that begins with the name's place. */
export const NOT_ONE_LINE = 'has line breaks or control characters; a name is one line'
