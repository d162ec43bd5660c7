/** What the pages speak, beside which there is a catalog of each folder in web/locales. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
