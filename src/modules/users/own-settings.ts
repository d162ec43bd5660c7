import { announceChange, type Db, type Tx } from '../../platform/db/db.ts'
import { LANGUAGE_PREFERENCE, THEME_PREFERENCE, languageOf, themeOf, type Language, type Theme } from './choices.ts'
import { readOwnSettings, removePreference, writePreference } from './users.store.ts'

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

/** What an account chooses for itself; what is left out stays. '' = no language any more. */
export interface OwnChoices {
  readonly language?: Language | ''
  readonly theme?: Theme
}

/** In the caller's transaction. */
export const changeOwnChoices = async (tx: Tx, userId: number, { language, theme }: OwnChoices): Promise<void> => {
  if (language === '') await removePreference(tx, userId, LANGUAGE_PREFERENCE)
  else if (language !== undefined) await writePreference(tx, userId, LANGUAGE_PREFERENCE, language)
  if (theme !== undefined) await writePreference(tx, userId, THEME_PREFERENCE, theme)
  await announceChange(tx, 'preference', userId)
  if (language !== undefined) await announceChange(tx, 'user', userId)
}
