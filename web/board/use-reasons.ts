import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Artifact } from '../artifacts/artifact-queries.ts'
import { transitionsQuery } from '../artifacts/form/transition-queries.ts'
import { refusedStep, stepTo, type TransitionRule } from '../artifacts/form/workflow.ts'
import { newestOf } from '../artifacts/use-newest.ts'
import { useListOfWords, useStepWords } from '../artifacts/words.ts'
import type { Field } from '../fields/field-view.ts'
import { useAccount } from '../session/account.ts'
import type { ListedArtifact, Tracker } from '../trackers/tracker-queries.ts'
import { valueIdOf, type BoardColumn } from './board-columns.ts'

/** The verdict of the workflow on a card in a column. */
export interface Judgement {
  /** Why the card cannot go there; undefined: it can. */
  readonly reason: string | undefined
  /** The step will ask for more. */
  readonly note: string | undefined
}

/** A column to which a card may go, or the reason why not. */
export interface Target extends Judgement {
  readonly column: BoardColumn
}

export interface Reasons {
  readonly transitions: readonly TransitionRule[] | undefined
  readonly judge: (artifact: Artifact | ListedArtifact, column: Pick<BoardColumn, 'choice'>) => Judgement
}

const FREE: Judgement = { reason: undefined, note: undefined }

/** Judges moves by the workflow before they are sent. */
export const useReasons = (tracker: Tracker, field: Field): Reasons => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const account = useAccount()
  const wordsOf = useStepWords(tracker.label)
  const listOf = useListOfWords()
  const hasWorkflow = tracker.workflow?.is_used === '1'
  const transitions = useQuery({ ...transitionsQuery(tracker.id), enabled: hasWorkflow && Boolean(account) }).data
  const judge = useCallback(
    (artifact: Artifact | ListedArtifact, { choice }: Pick<BoardColumn, 'choice'>): Judgement => {
      const refuse = (reason: string): Judgement => ({ reason, note: undefined })
      if (!account) return refuse(t`Sign in to move cards`)
      if (!field.permissions.includes('update')) return refuse(t`You may not change ${field.label}`)
      if (!choice && field.required) return refuse(t`${field.label} needs a value`)
      if (choice?.isHidden === true) return refuse(t`${choice.label} is no longer in use`)
      const valueId = valueIdOf(choice)
      // A list tells the tracker by its name only; the rules stand in the whole one.
      const newest = newestOf(queries, artifact)
      const judged = 'fields' in newest.tracker ? newest : { ...newest, tracker }
      const refused = refusedStep(judged, field, valueId, transitions)
      if (refused) return refuse(wordsOf(refused, field))
      const step = stepTo(judged, field, valueId, transitions)
      if (step === undefined || step === 'none') return FREE
      const asked = tracker.fields
        .filter(({ field_id }) => step.not_empty_field_ids.includes(field_id))
        .map(({ label }) => label)
      const needs = step.is_comment_required ? [...asked, t`a comment`] : asked
      return needs.length === 0 ? FREE : { reason: undefined, note: t`Needs ${listOf(needs)}` }
    },
    [t, queries, account, field, tracker, transitions, wordsOf, listOf],
  )
  return { transitions, judge }
}
