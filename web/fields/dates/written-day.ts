import { dayOfWords, isMonthFirst } from '../text-forms/date-words.ts'

/** A day as the locale writes it in numbers; `dayOfWords` reads it. */
export const writtenDay = (day: string, locale: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const written = isMonthFirst(locale) ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
  // Locales that begin with the year read the form of ISO.
  return dayOfWords(written, locale) === day ? written : day
}

/** `14:30` of `14:30`, `14h30`, `1430` or `9`; undefined: no time. */
export const timeOfWords = (text: string): string | undefined => {
  const [, hours, minutes = '0'] =
    /^(\d{1,2})\s*[:.hH]?\s*(\d{2})?$/.exec(text.trim()) ?? /^(\d{1,2})\s*[hH]?$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
