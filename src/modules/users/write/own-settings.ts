import { Invalid } from '../../../platform/errors.ts'
import { invalidate, type Db, type Tx } from '../../../platform/db/db.ts'
import { zoneNamed } from '../../settings/index.ts'
import {
  LANGUAGE_PREFERENCE,
  THEME_PREFERENCE,
  languageOf,
  themeOf,
  type Language,
  type Theme,
} from '../model/choices.ts'
import { findOwnSettings, removePreference, writePreference } from '../store/users.store.ts'

/** Settings that only the account itself may read. */
export interface OwnSettings {
  readonly hasPassword: boolean
  readonly language: Language | ''
  readonly theme: Theme
  /** IANA name; '' = the platform's zone. */
  readonly timezone: string
}

export const getOwnSettings =
  (db: Db) =>
  async (userId: number): Promise<OwnSettings> => {
    const { hasPassword, language, theme, timezone } = await findOwnSettings(db, userId)
    return { hasPassword, language: languageOf(language), theme: themeOf(theme), timezone: timezone ?? '' }
  }

/** The chosen zone; '' and undefined mean the platform's: null. */
export const parseTimezone = (text: string | undefined): string | null => {
  if (text === undefined || text === '') return null
  const zone = zoneNamed(text)
  if (zone === undefined)
    throw new Invalid(
      '`timezone` is to be the name of a time zone, such as Europe/Paris, or "" for that of the platform',
      { reason: 'parameter.range', parameter: 'timezone' },
    )
  return zone
}

/** Choices of an account for itself; a property that is left out stays. '' removes the language. */
export interface OwnChoices {
  readonly language?: Language | ''
  readonly theme?: Theme
}

/** Runs in the caller's transaction. */
export const changeOwnChoices = async (tx: Tx, userId: number, { language, theme }: OwnChoices): Promise<void> => {
  if (language === '') await removePreference(tx, userId, LANGUAGE_PREFERENCE)
  else if (language !== undefined) await writePreference(tx, userId, LANGUAGE_PREFERENCE, language)
  if (theme !== undefined) await writePreference(tx, userId, THEME_PREFERENCE, theme)
  await invalidate(tx, 'preference', userId)
  if (language !== undefined) await invalidate(tx, 'user', userId)
}
