import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type KeyboardEvent } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useArtifact } from '../artifact-context.tsx'
import { TextDiff } from '../activity/text-diff.tsx'
import { nameOf, useListOfWords } from '../words.ts'
import type { Conflict, ConflictField } from '../writing/write-queue.ts'
import { mergeTexts, textOf, type Choice } from './merge-texts.ts'
import { canHoldBoth, mergeValues } from './merge-values.ts'
import { SideHead, type SideHeadProps } from './side-head.tsx'
import './merge-dialog.css'

interface RowProps {
  readonly field: Field
  readonly conflict: ConflictField
  /** Undefined: something is still to be chosen. */
  readonly onResult: (value: FieldValue | undefined) => void
}

/** Both changed the same fields: the person decides, and nothing is chosen in advance. */
export const MergeDialog = () => {
  const { conflict } = useArtifact().state
  // Another version of the others is another question.
  return conflict && <ConflictDialog key={conflict.theirs.etag} conflict={conflict} />
}

const ConflictDialog = ({ conflict }: { readonly conflict: Conflict }) => {
  const { t } = useLingui()
  const listOf = useListOfWords()
  const { tracker, writer } = useArtifact()
  const [results, setResults] = useState<ReadonlyMap<number, FieldValue | undefined>>(new Map())
  const { xref, last_update_by_user: editor } = conflict.theirs.artifact
  const author = { name: nameOf(editor), id: editor.id }
  const who = author.name
  const taken = listOf(conflict.taken.flatMap(id => tracker.fields.find(field => field.field_id === id)?.label ?? []))
  const resultOf = (each: ConflictField): FieldValue | undefined => {
    const chosen = results.get(each.fieldId)
    return chosen ?? (isText(each.mine) && !results.has(each.fieldId) ? joinedOf(each) : undefined)
  }
  const chosen = conflict.fields.map(resultOf)
  const isReady = chosen.every(value => value !== undefined)
  const leave = (how: 'keep' | 'edit' | 'discard') => {
    writer.leaveConflict(how)
  }
  const save = () => {
    writer.resolve(chosen.filter(value => value !== undefined))
  }
  return (
    <Dialog
      title={t`${who} changed the same fields while you were writing`}
      isOpen
      onClose={() => leave('keep')}
      size="wide"
    >
      <p className="merge-about">
        {xref} · <Trans>Nothing of yours is sent yet.</Trans>
      </p>
      {taken !== '' && (
        <Notice>
          <Trans>
            Changed by {who} alone and taken over: {taken}.
          </Trans>
        </Notice>
      )}
      {conflict.fields.map(each => {
        const field = tracker.fields.find(({ field_id }) => field_id === each.fieldId)
        if (!field) return null
        const onResult = (value: FieldValue | undefined) => {
          const next = new Map(results)
          next.set(each.fieldId, value)
          setResults(next)
        }
        return isText(each.mine) ? (
          <TextRow key={each.fieldId} field={field} conflict={each} author={author} onResult={onResult} />
        ) : (
          <ValueRow key={each.fieldId} field={field} conflict={each} onResult={onResult} />
        )
      })}
      <DialogActions>
        <span className="merge-discard">
          <Button variant="quiet" onPress={() => leave('discard')}>
            <Trans>Discard mine</Trans>
          </Button>
        </span>
        <Button onPress={() => leave('edit')}>
          <Trans>Back to writing</Trans>
        </Button>
        <Button variant="primary" isDisabled={!isReady} onPress={save}>
          <Trans>Save the result</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface TextMembers {
  readonly value?: string
  readonly commonmark?: string
}

const isText = (value: FieldValue): boolean => value.type === 'text'
const sourceOf = (value: FieldValue | undefined): string => {
  const { value: text = '', commonmark } = (value ?? {}) as unknown as TextMembers
  return commonmark ?? text
}
const withSource = (value: FieldValue, source: string): FieldValue =>
  ({ ...value, ...('commonmark' in value ? { commonmark: source } : { value: source }) }) as FieldValue

const blocksOf = ({ base, theirs, mine }: ConflictField) => mergeTexts(sourceOf(base), sourceOf(theirs), sourceOf(mine))

const joinedOf = (conflict: ConflictField): FieldValue | undefined => {
  const text = textOf(blocksOf(conflict), [])
  return text === undefined ? undefined : withSource(conflict.mine, text)
}

const CHOICES = ['theirs', 'mine', 'both'] as const

const useChoiceWords = (): Readonly<Record<Choice, string>> => {
  const { t } = useLingui()
  return { theirs: t`Theirs`, mine: t`Mine`, both: t`Both` }
}

const TextRow = ({ field, conflict, author, onResult }: RowProps & Pick<SideHeadProps, 'author'>) => {
  const { t } = useLingui()
  const id = useId()
  const blocks = blocksOf(conflict)
  const places = blocks.filter(block => block.kind === 'conflict')
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>(places.map(() => undefined))
  const [edited, setEdited] = useState<string>()
  const result = edited ?? textOf(blocks, choices)
  const put = (text: string | undefined) => onResult(text === undefined ? undefined : withSource(conflict.mine, text))
  const [base, theirs, mine] = [conflict.base, conflict.theirs, conflict.mine].map(sourceOf)
  const use = (text = '') => {
    setEdited(text)
    put(text)
  }
  return (
    <section className="merge-field" aria-labelledby={`${id}-label`}>
      <h3 id={`${id}-label`}>{field.label}</h3>
      <div className="merge-sides">
        <div>
          <SideHead side="theirs" author={author} tools={<Use onUse={() => use(theirs)} />} />
          <TextDiff className="merge-text" before={base ?? ''} after={theirs ?? ''} />
        </div>
        <div>
          <SideHead side="mine" author={author} tools={<Use onUse={() => use(mine)} />} />
          <TextDiff className="merge-text" before={base ?? ''} after={mine ?? ''} />
        </div>
        <div>
          <div className="merge-side-head">
            <label htmlFor={id}>
              <Trans>Result</Trans>
            </label>
            <span className="meta">
              <Trans>can be edited</Trans>
            </span>
          </div>
          <textarea
            id={id}
            className="merge-text merge-result"
            dir="auto"
            rows={8}
            readOnly={result === undefined}
            value={result ?? ''}
            placeholder={t`Choose for each place that both changed`}
            onChange={event => use(event.target.value)}
          />
        </div>
      </div>
      {edited === undefined &&
        places.map((place, index) => (
          <div key={index} className="merge-place">
            <p className="merge-label">
              <Trans>Place {index + 1}: both changed it</Trans>
            </p>
            <ChoiceGroup
              label={t`Place ${index + 1}`}
              chosen={choices[index]}
              options={CHOICES.map(choice => ({
                choice,
                text: choice === 'both' ? '' : place[choice] === '' ? t`removed` : place[choice],
              }))}
              onChoose={choice => {
                const next = choices.map((each, at) => (at === index ? choice : each))
                setChoices(next)
                put(textOf(blocks, next))
              }}
            />
          </div>
        ))}
    </section>
  )
}

/** Takes the whole text of a side. */
const Use = ({ onUse }: { readonly onUse: () => void }) => (
  <button type="button" className="merge-use" onClick={onUse}>
    <Trans>Use</Trans>
  </button>
)

const ValueRow = ({ field, conflict, onResult }: RowProps) => {
  const view = viewOf(field.type)
  const [chosen, setChosen] = useState<Choice>()
  const text = (value: FieldValue | undefined): string => view.toText(value, field) || '–'
  const valueFor = (choice: Choice): FieldValue | undefined =>
    choice === 'mine'
      ? conflict.mine
      : choice === 'theirs'
        ? (conflict.theirs ?? emptied(conflict.mine))
        : mergeValues(conflict.base, conflict.theirs, conflict.mine)
  const choices = CHOICES.filter(choice => choice !== 'both' || canHoldBoth(field.type))
  return (
    <section className="merge-field">
      <h3>
        {field.label}{' '}
        <span className="meta">
          <Trans>was {text(conflict.base)}</Trans>
        </span>
      </h3>
      <ChoiceGroup
        label={field.label}
        chosen={chosen}
        options={choices.map(choice => ({ choice, text: text(valueFor(choice)) }))}
        onChoose={choice => {
          setChosen(choice)
          onResult(valueFor(choice))
        }}
      />
    </section>
  )
}

/** Nobody had set a value: theirs is the empty one of the same type. */
const emptied = (value: FieldValue): FieldValue =>
  Object.fromEntries(
    Object.entries(value).map(([member, content]) =>
      member === 'value'
        ? [member, typeof content === 'string' ? '' : null]
        : [member, Array.isArray(content) ? [] : content],
    ),
  ) as unknown as FieldValue

interface ChoiceGroupProps {
  readonly label: string
  readonly chosen: Choice | undefined
  readonly options: readonly { readonly choice: Choice; readonly text: string }[]
  readonly onChoose: (choice: Choice) => void
}

const KEYS: Readonly<Record<string, Choice>> = { t: 'theirs', m: 'mine', b: 'both' }

/** Radios, with the keys T, M and B. */
const ChoiceGroup = ({ label, chosen, options, onChoose }: ChoiceGroupProps) => {
  const words = useChoiceWords()
  const name = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = KEYS[event.key.toLowerCase()]
    if (choice && options.some(option => option.choice === choice)) onChoose(choice)
  }
  return (
    <fieldset className="merge-choices" onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ choice, text }) => (
        <label key={choice} className="merge-choice">
          <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span>{words[choice]}</span>
          <bdi className="merge-choice-text">{text}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
