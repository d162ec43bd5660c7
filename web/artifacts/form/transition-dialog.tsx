import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Form } from '../../design/controls/form.tsx'
import { Dialog } from '../../design/feedback/dialog.tsx'
import type { FieldScope, FieldValue } from '../../fields/field-view.ts'
import { MarkdownEditor } from '../../fields/markdown/markdown-editor.tsx'
import { viewOf } from '../../fields/registry.ts'
import { useArtifact, type OpenTransition } from '../artifact-context.tsx'
import { valueOf } from '../writing/artifact-values.ts'
import type { Writer } from '../writing/artifact-writers.ts'

/** The step that the page of an artifact has begun. */
export const TransitionDialog = () => {
  const { openTransition, scope, writer, closeTransition } = useArtifact()
  return openTransition ? (
    <StepDialog {...openTransition} scope={scope} writer={writer} onClose={closeTransition} />
  ) : null
}

export interface StepDialogProps extends OpenTransition {
  readonly scope: FieldScope
  readonly writer: Writer
  /** After the write, too. */
  readonly onClose: (isSaved: boolean) => void
}

/** The fields that a step of the workflow demands, in one form and one write. */
export const StepDialog = ({ field, value, seen, demands, scope, writer, onClose }: StepDialogProps) => {
  const { t } = useLingui()
  const closeTransition = () => onClose(false)
  const [values, setValues] = useState<ReadonlyMap<number, FieldValue>>(new Map())
  const [comment, setComment] = useState('')
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const target = viewOf(field.type).toText(value, field)
  const isComplete =
    demands.fields.every(needed => !viewOf(needed.type).isEmpty(values.get(needed.field_id))) &&
    (!demands.isCommentRequired || comment.trim() !== '')
  const submit = async () => {
    setPending(true)
    const result = await writer.change([value, ...values.values()], {
      seen,
      isForm: true,
      ...(comment.trim() !== '' && { comment: { body: comment, format: 'commonmark' } }),
    })
    setPending(false)
    if (result.kind === 'refused') setError(result.error)
    else onClose(result.kind === 'saved')
  }
  return (
    <Dialog title={t`${field.label}: ${target}`} isOpen onClose={closeTransition}>
      <Form
        onSubmit={() => {
          if (isComplete) void submit()
        }}
        isPending={isPending}
        error={error}
        submitLabel={t`Save`}
        secondary={<Button onPress={closeTransition}>{t`Cancel`}</Button>}
      >
        <p className="muted">
          <Trans>This step of the workflow needs more.</Trans>
        </p>
        {demands.fields.map(needed => {
          const { Edit } = viewOf(needed.type)
          return (
            <div key={needed.field_id} className="form-field">
              <span className="field-label">{needed.label}</span>
              {Edit && (
                <Edit
                  field={{ ...needed, required: true }}
                  value={values.get(needed.field_id) ?? valueOf(seen.artifact, needed.field_id)}
                  scope={scope}
                  onChange={next => setValues(new Map(values).set(needed.field_id, next))}
                  onDone={() => undefined}
                  onCancel={() => undefined}
                  faults={[]}
                  place="form"
                />
              )}
            </div>
          )
        })}
        {demands.isCommentRequired && (
          <MarkdownEditor
            label={t`Comment`}
            placeholder={t`Comment`}
            text={comment}
            projectId={scope.projectId}
            format="commonmark"
            onText={setComment}
          />
        )}
      </Form>
    </Dialog>
  )
}
