import type { Db } from '../../platform/db/db.ts'
import { languageOf, themeOf, type Language, type Theme } from './choices.ts'
import { readOwnSettings } from './users.store.ts'

/** What only the account itself gets to know. */
export interface OwnSettings {
  readonly hasPassword: boolean
  readonly language: Language | ''
  readonly theme: Theme
}

export const getOwnSettings =
  (db: Db) =>
  async (userId: number): Promise<OwnSettings> => {
    const { hasPassword, language, theme } = await readOwnSettings(db, userId)
    return { hasPassword, language: languageOf(language), theme: themeOf(theme) }
  }
