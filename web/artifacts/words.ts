import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Field } from '../fields/field-view.ts'
import { formatLocale } from '../session/appearance.ts'
import type { RefusedStep } from './form/workflow.ts'

/** `A, B and C` in the language of the page. */
export const useListOfWords = (): ((words: readonly string[]) => string) => {
  const { i18n } = useLingui()
  const locale = formatLocale(i18n.locale)
  return words => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
}

interface Titled {
  readonly title: string | null
  readonly xref: string
}

/** The title of an artifact, or the reference of an artifact without one. */
export const titleOf = ({ title, xref }: Titled): string => (title === null || title === '' ? xref : title)

/** Title and reference, for the window of the browser. */
export const fullTitleOf = ({ title, xref }: Titled): string =>
  title === null || title === '' ? xref : `${title} · ${xref}`

export const nameOf = (user: { readonly real_name: string | null; readonly display_name: string }): string =>
  user.real_name ?? user.display_name

/** The sentence about a refused value of a list. */
export const useStepWords = (trackerLabel: string): ((refused: RefusedStep, field: Field) => string) => {
  const { t } = useLingui()
  const listOf = useListOfWords()
  return useCallback(
    (refused, field) => {
      switch (refused.kind) {
        case 'no step':
          return t`The workflow of ${trackerLabel} does not go from ${refused.from} to ${refused.to}`
        case 'groups':
          return refused.groups.length === 0
            ? t`You may not take this step`
            : t`Only ${listOf(refused.groups)} may do this`
        case 'dependency':
          return t`${field.label} depends on ${refused.source.label}`
      }
    },
    [t, trackerLabel, listOf],
  )
}
