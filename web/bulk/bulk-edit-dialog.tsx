import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, IconButton } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { IconClose } from '../design/icons.tsx'
import { MarkdownEditor } from '../fields/markdown/markdown-editor.tsx'
import { viewOf } from '../fields/registry.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import './bulk.css'
import type { Mode } from './changed-ids.ts'
import { bulkFields, changesOf, holdsSeveral, type ChosenValue } from './chosen-values.ts'
import { RehearsedDialog } from './rehearsed-dialog.tsx'

export interface BulkEditDialogProps {
  readonly tracker: Tracker
  readonly ids: readonly number[]
  /** Only a comment is asked for. */
  readonly isComment: boolean
  /** The refused and the unreached artifacts stay chosen. */
  readonly onDone: (left: readonly number[]) => void
  readonly onClose: () => void
}

/** Changes fields of many artifacts, or comments on them: first it shows what would happen. */
export const BulkEditDialog = (props: BulkEditDialogProps) => {
  const { tracker, isComment, onDone, onClose } = props
  // Fewer artifacts are chosen when the work is done.
  const [ids] = useState(props.ids)
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly ChosenValue[]>([])
  const [comment, setComment] = useState('')
  const [error, setError] = useState<unknown>()
  const text = comment.trim()
  const isComplete = isComment ? text !== '' : chosen.length > 0
  return (
    <RehearsedDialog
      title={isComment ? t`Comment on ${ids.length} artifacts` : t`Change ${ids.length} artifacts`}
      tracker={tracker}
      count={ids.length}
      comment={text}
      isComment={isComment}
      onDone={onDone}
      onClose={onClose}
      form={(rehearse, isBusy) => (
        <Form
          isWide
          onSubmit={() => {
            if (!isComplete) return
            setError(undefined)
            void rehearse(signal => changesOf(ids, chosen, signal)).catch(setError)
          }}
          isPending={isBusy}
          error={error}
          submitLabel={t`See what would change`}
          secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
        >
          {!isComment && <Values tracker={tracker} chosen={chosen} onChosen={setChosen} />}
          <MarkdownEditor
            label={t`Comment`}
            placeholder={isComment ? t`Comment` : t`Comment, if you like`}
            text={comment}
            projectId={tracker.project.id}
            format="commonmark"
            onText={setComment}
          />
        </Form>
      )}
    />
  )
}

interface ValuesProps {
  readonly tracker: Tracker
  readonly chosen: readonly ChosenValue[]
  readonly onChosen: (chosen: readonly ChosenValue[]) => void
}

const Values = ({ tracker, chosen, onChosen }: ValuesProps) => {
  const { t } = useLingui()
  const free = bulkFields(tracker).filter(field => !chosen.some(each => each.field.field_id === field.field_id))
  const replace = (index: number, change: Partial<ChosenValue>) =>
    onChosen(chosen.map((each, at) => (at === index ? { ...each, ...change } : each)))
  const modes = [
    { value: 'set', label: t`set to` },
    { value: 'add', label: t`add` },
    { value: 'remove', label: t`remove` },
  ]
  return (
    <>
      {chosen.map((each, index) => {
        const { field, mode, value } = each
        const { Edit } = viewOf(field.type)
        return (
          <div key={field.field_id} className="bulk-value" role="group" aria-label={field.label}>
            <span className="field-label">{field.label}</span>
            {holdsSeveral(field) && (
              <Select
                label={t`What happens with the values`}
                isLabelHidden
                options={modes}
                value={mode}
                onChange={next => replace(index, { mode: next as Mode })}
              />
            )}
            <div className="bulk-value-edit">
              {Edit && (
                <Edit
                  field={field}
                  value={value}
                  scope={{ projectId: tracker.project.id, trackerId: tracker.id }}
                  onChange={next => replace(index, { value: next })}
                  onDone={() => undefined}
                  onCancel={() => undefined}
                  faults={[]}
                  place="form"
                />
              )}
            </div>
            <IconButton
              label={t`Do not change ${field.label}`}
              size="small"
              onPress={() => onChosen(chosen.filter(other => other !== each))}
            >
              <IconClose />
            </IconButton>
          </div>
        )
      })}
      {free.length > 0 && (
        <Select
          label={chosen.length === 0 ? t`Field to change` : t`Another field`}
          value=""
          options={[
            { value: '', label: t`Choose a field…` },
            ...free.map(field => ({ value: String(field.field_id), label: field.label })),
          ]}
          onChange={id => {
            const field = free.find(({ field_id }) => field_id === Number(id))
            if (field) onChosen([...chosen, { field, mode: 'set', value: undefined }])
          }}
        />
      )}
    </>
  )
}
