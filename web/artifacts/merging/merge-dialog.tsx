import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Radio, RadioGroup } from '../../design/controls/checkbox.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'
import type { FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useArtifact } from '../artifact-context.tsx'
import { nameOf, useListOfWords } from '../words.ts'
import type { Conflict, ConflictField } from '../writing/write-queue.ts'
import { mergeTexts, textOf, type Block, type Choice } from './merge-texts.ts'
import { mergeValues } from './merge-values.ts'
import './merge-dialog.css'

/** Opens when somebody else changed the same field meanwhile: the person chooses what stands. */
export const MergeDialog = () => {
  const { state } = useArtifact()
  return state.conflict ? <ConflictDialog conflict={state.conflict} /> : null
}

type Text = FieldValue & { readonly value?: unknown; readonly commonmark?: string }

/** Texts are merged by lines; undefined: the value is no text. */
const sourceOf = (value: FieldValue | undefined): string | undefined => {
  const { commonmark, value: plain, type } = (value ?? {}) as Partial<Text>
  if (type !== 'text' && type !== 'string') return undefined
  return commonmark ?? (typeof plain === 'string' ? plain : '')
}

const withSource = (value: FieldValue, text: string): FieldValue => {
  const { commonmark } = value as Text
  return (commonmark === undefined ? { ...value, value: text } : { ...value, commonmark: text }) as FieldValue
}

const ConflictDialog = ({ conflict }: { readonly conflict: Conflict }) => {
  const { t } = useLingui()
  const listOf = useListOfWords()
  const { tracker, writer, artifact } = useArtifact()
  const [results, setResults] = useState<ReadonlyMap<number, FieldValue>>(new Map())
  const who = nameOf(conflict.theirs.artifact.last_update_by_user)
  const isComplete = conflict.fields.every(({ fieldId }) => results.has(fieldId))
  const taken = conflict.taken.flatMap(id => tracker.fields.find(field => field.field_id === id)?.label ?? [])
  return (
    <Dialog
      title={t`${who} changed ${artifact.xref} meanwhile`}
      isOpen
      onClose={() => writer.leaveConflict('keep')}
      isAlert
    >
      <p>
        <Trans>You both changed the same. Choose what stands.</Trans>
      </p>
      {taken.length > 0 && (
        <p className="muted">
          <Trans>Taken over without a question: {listOf(taken)}</Trans>
        </p>
      )}
      <div className="merge-fields">
        {conflict.fields.map(field => (
          <MergeField
            key={field.fieldId}
            conflict={field}
            who={who}
            onResult={result =>
              setResults(previous => {
                const next = new Map(previous)
                if (result) next.set(field.fieldId, result)
                else next.delete(field.fieldId)
                return next
              })
            }
          />
        ))}
      </div>
      <DialogActions>
        <Button onPress={() => writer.leaveConflict('keep')}>{t`Cancel, and keep mine as a draft`}</Button>
        <Button variant="primary" isDisabled={!isComplete} onPress={() => writer.resolve([...results.values()])}>
          {t`Save`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface MergeFieldProps {
  readonly conflict: ConflictField
  readonly who: string
  readonly onResult: (result: FieldValue | undefined) => void
}

const MergeField = (props: MergeFieldProps) => {
  const { conflict } = props
  const { tracker } = useArtifact()
  const field = tracker.fields.find(each => each.field_id === conflict.fieldId)
  if (!field) return null
  return (
    <section className="merge-field" aria-label={field.label}>
      <h3>{field.label}</h3>
      {sourceOf(conflict.mine) === undefined ? <ChooseValue {...props} /> : <ChooseBlocks {...props} />}
    </section>
  )
}

/** Theirs, mine, or both where the type holds several. */
const ChooseValue = ({ conflict, who, onResult }: MergeFieldProps) => {
  const { t } = useLingui()
  const { tracker, scope } = useArtifact()
  const { base, theirs, mine } = conflict
  const field = tracker.fields.find(each => each.field_id === conflict.fieldId)
  const [chosen, setChosen] = useState<string>()
  if (!field) return null
  const view = viewOf(field.type)
  const both = mergeValues(base, theirs, mine)
  const empty = { ...mine, ...emptied(mine) }
  const choose = (choice: string) => {
    setChosen(choice)
    onResult(choice === 'mine' ? mine : choice === 'both' ? both : (theirs ?? empty))
  }
  return (
    <RadioGroup label={t`What stands`} {...(chosen !== undefined && { value: chosen })} onChange={choose}>
      <Radio
        value="theirs"
        label={
          <>
            <Trans>{who}’s:</Trans> <view.Read field={field} value={theirs} scope={scope} />
          </>
        }
      />
      <Radio
        value="mine"
        label={
          <>
            <Trans>Mine:</Trans> <view.Read field={field} value={mine} scope={scope} />
          </>
        }
      />
      {both && (
        <Radio
          value="both"
          label={
            <>
              <Trans>Both:</Trans> <view.Read field={field} value={both} scope={scope} />
            </>
          }
        />
      )}
    </RadioGroup>
  )
}

/** Members of a value that the others emptied. */
const emptied = (value: FieldValue): object => {
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member)) members[name] = []
    else if (name === 'value' || name === 'manual_value') members[name] = null
  }
  return members
}

/** A text in blocks: those that both changed are asked one by one. */
const ChooseBlocks = ({ conflict, who, onResult }: MergeFieldProps) => {
  const { t } = useLingui()
  const { base, theirs, mine } = conflict
  const [blocks] = useState<readonly Block[]>(() =>
    mergeTexts(sourceOf(base) ?? '', sourceOf(theirs) ?? '', sourceOf(mine) ?? ''),
  )
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>(() => blocks.map(() => undefined))
  const isDecided = textOf(blocks, choices)
  // A text without a block in common needs no choice: the merged text is offered as it is.
  const hasConflict = blocks.some(block => block.kind === 'conflict')
  const [isAccepted, setAccepted] = useState(false)
  const choose = (index: number, choice: Choice) => {
    const next = choices.map((each, i) => (i === index ? choice : each))
    setChoices(next)
    const text = textOf(blocks, next)
    onResult(text === undefined ? undefined : withSource(mine, text))
  }
  return (
    <div className="merge-blocks">
      {blocks.map((block, index) =>
        block.kind === 'conflict' ? (
          <div key={index} className="merge-conflict">
            <div className="merge-sides">
              <p dir="auto" aria-label={t`${who}’s text`}>
                {block.theirs}
              </p>
              <p dir="auto" aria-label={t`My text`}>
                {block.mine}
              </p>
            </div>
            <div role="group" aria-label={t`What stands`} className="merge-choice">
              {(['theirs', 'mine', 'both'] as const).map(choice => (
                <Button
                  key={choice}
                  size="small"
                  variant={choices[index] === choice ? 'primary' : 'secondary'}
                  aria-pressed={choices[index] === choice}
                  onPress={() => choose(index, choice)}
                >
                  {choice === 'theirs' ? who : choice === 'mine' ? t`Mine` : t`Both`}
                </Button>
              ))}
            </div>
          </div>
        ) : (
          <p key={index} dir="auto" className={`merge-block merge-block-${block.kind}`}>
            {block.text}
          </p>
        ),
      )}
      {!hasConflict && (
        <Button
          size="small"
          variant={isAccepted ? 'primary' : 'secondary'}
          aria-pressed={isAccepted}
          onPress={() => {
            setAccepted(true)
            if (isDecided !== undefined) onResult(withSource(mine, isDecided))
          }}
        >
          {t`Take the merged text`}
        </Button>
      )}
    </div>
  )
}
