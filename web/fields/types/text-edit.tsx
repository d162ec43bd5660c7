import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import type { EditProps } from '../field-view.ts'
import { Faults } from '../shared/editor.tsx'
import { MarkdownEditor } from '../markdown/markdown-editor.tsx'
import type { TextValue } from '../shared/values.ts'

/** Markdown by its source; HTML and plain text as they are, until the person turns them into Markdown. */
export const TextEdit = (props: EditProps<TextValue>) => {
  const { field, value, scope, onChange, onDone, onCancel, faults, place } = props
  const id = useId()
  const isNew = value === undefined || (value.value === '' && value.commonmark === undefined)
  const format = isNew || value.commonmark !== undefined ? 'commonmark' : value.format
  const content = value?.commonmark ?? value?.value ?? ''
  const set = (next: string, as: 'commonmark' | 'html' | 'text') =>
    onChange({
      field_id: field.field_id,
      label: field.label,
      type: 'text',
      format: as === 'text' ? 'text' : 'html',
      value: as === 'commonmark' ? (value?.value ?? '') : next,
      post_processed_value: as === 'commonmark' ? (value?.post_processed_value ?? '') : next,
      ...(as === 'commonmark' && { commonmark: next }),
    })
  return (
    <div className="text-editor">
      <MarkdownEditor
        label={field.label}
        text={content}
        projectId={scope.projectId}
        trackerId={scope.trackerId}
        format={format}
        isFocused={place !== 'form'}
        isInvalid={faults.length > 0}
        describedBy={faults.length > 0 ? id : undefined}
        onText={next => set(next, format)}
        {...(place !== 'form' && { onSubmit: onDone, onCancel })}
      />
      {format !== 'commonmark' && (
        <Notice kind="info">
          {format === 'html' ? <Trans>This text is HTML.</Trans> : <Trans>This text is plain.</Trans>}{' '}
          <Button
            variant="quiet"
            size="small"
            onPress={() => set(format === 'html' ? plainOf(content) : content, 'commonmark')}
          >
            {format === 'html' ? <Trans>Turn into Markdown</Trans> : <Trans>Use Markdown</Trans>}
          </Button>
        </Notice>
      )}
      <Faults id={id} faults={faults} />
      {place !== 'form' && (
        <div className="text-editor-actions">
          <Button variant="primary" size="small" onPress={onDone}>
            <Trans>Save</Trans> <kbd aria-hidden="true">Ctrl ↵</kbd>
          </Button>
          <Button variant="quiet" size="small" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/** The words of an HTML text, a blank line between its blocks. */
const plainOf = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const item of body.querySelectorAll('li')) item.prepend('- ')
  for (const block of body.querySelectorAll('p, div, h1, h2, h3, h4, ul, ol, pre, blockquote, table'))
    block.append('\n\n')
  for (const line of body.querySelectorAll('br, li, tr')) line.append('\n')
  return body.textContent.replace(/\n{3,}/g, '\n\n').trim()
}
