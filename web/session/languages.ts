/** The languages of the pages; web/locales has a catalog of each folder for each language. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
