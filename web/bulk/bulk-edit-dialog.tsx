import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, IconButton } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { IconClose } from '../design/icons.tsx'
import { MarkdownEditor } from '../fields/markdown/markdown-editor.tsx'
import { viewOf } from '../fields/registry.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import './bulk.css'
import { rehearseChanges, writeChanges, type Rehearsal, type Written } from './bulk-write.ts'
import type { Mode } from './changed-ids.ts'
import { bulkFields, changesOf, holdsSeveral, type ChosenValue } from './chosen-values.ts'
import { RefusedList, WorkBar } from './outcome.tsx'
import { useBulkWork, useRefresh, useReport, type BulkWork } from './use-bulk.ts'

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
  const [rehearsal, setRehearsal] = useState<Rehearsal>()
  const [written, setWritten] = useState<Written>()
  const [error, setError] = useState<unknown>()
  const work = useBulkWork()
  const report = useReport(tracker)
  const refresh = useRefresh(tracker)
  const text = comment.trim()
  const isComplete = isComment ? text !== '' : chosen.length > 0

  const rehearse = async () => {
    setError(undefined)
    try {
      setRehearsal(
        await work.run(async progress =>
          rehearseChanges(await changesOf(ids, chosen, progress.signal), text, progress),
        ),
      )
    } catch (cause) {
      setError(cause)
    }
  }
  const write = async ({ planned }: Rehearsal) => {
    const result = await work.run(progress => writeChanges(planned, text, progress))
    await refresh(result.changed.map(({ id }) => id))
    if (result.changed.length > 0) report(result.changed)
    const left = [...result.refused.map(({ id }) => id), ...result.left]
    onDone(left)
    if (left.length === 0 && !result.error) onClose()
    else setWritten(result)
  }
  return (
    <Dialog
      title={isComment ? t`Comment on ${ids.length} artifacts` : t`Change ${ids.length} artifacts`}
      isOpen
      onClose={onClose}
      isKept={work.done !== undefined}
      size="wide"
    >
      {written ? (
        <Result written={written} onClose={onClose} />
      ) : rehearsal ? (
        <Preview
          rehearsal={rehearsal}
          work={work}
          isComment={isComment}
          onBack={() => setRehearsal(undefined)}
          onApply={() => void write(rehearsal)}
        />
      ) : (
        <Form
          isWide
          onSubmit={() => {
            if (isComplete) void rehearse()
          }}
          isPending={work.done !== undefined}
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
          {work.done !== undefined && <WorkBar done={work.done} total={ids.length} isStopping={false} />}
        </Form>
      )}
    </Dialog>
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

interface PreviewProps {
  readonly rehearsal: Rehearsal
  readonly work: BulkWork
  readonly isComment: boolean
  readonly onBack: () => void
  readonly onApply: () => void
}

/** Numbers of a rehearsed change, and the refusals, before it is applied. */
export const Preview = ({ rehearsal, work, isComment, onBack, onApply }: PreviewProps) => {
  const { planned, same, refused } = rehearsal
  const { done } = work
  return (
    <>
      <ul className="bulk-counts">
        <li>
          {isComment ? (
            <Plural value={planned.length} one="# artifact would get the comment" other="# artifacts would get it" />
          ) : (
            <Plural value={planned.length} one="# artifact would change" other="# artifacts would change" />
          )}
        </li>
        {same.length > 0 && (
          <li className="muted">
            <Plural value={same.length} one="# stays as it is" other="# stay as they are" />
          </li>
        )}
        {refused.length > 0 && (
          <li>
            <Plural value={refused.length} one="# is refused:" other="# are refused:" />
            <RefusedList refused={refused} />
          </li>
        )}
      </ul>
      {done !== undefined && (
        <WorkBar done={done} total={planned.length} isStopping={work.isStopping} onStop={work.stop} />
      )}
      <DialogActions>
        <Button onPress={onBack} isDisabled={done !== undefined}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant="primary"
          autoFocus
          isDisabled={planned.length === 0}
          isPending={done !== undefined}
          onPress={onApply}
        >
          <Trans>Apply to {planned.length}</Trans>
        </Button>
      </DialogActions>
    </>
  )
}

/** Shown when something was left: otherwise a message says that all is done. */
export const Result = ({ written, onClose }: { readonly written: Written; readonly onClose: () => void }) => {
  const { changed, refused, left, error } = written
  return (
    <>
      {error ? <FaultList error={error} /> : null}
      <Notice kind={changed.length > 0 ? 'success' : 'warning'}>
        <Plural value={changed.length} one="# artifact is done." other="# artifacts are done." />
      </Notice>
      {refused.length > 0 && (
        <>
          <p>
            <Plural value={refused.length} one="# was refused:" other="# were refused:" />
          </p>
          <RefusedList refused={refused} />
        </>
      )}
      {left.length > 0 && (
        <p>
          <Plural value={left.length} one="# was not reached." other="# were not reached." />
        </p>
      )}
      <p className="muted">
        <Trans>They stay chosen.</Trans>
      </p>
      <DialogActions>
        <Button variant="primary" autoFocus onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
