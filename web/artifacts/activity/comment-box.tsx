import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { toastError } from '../../design/feedback/toast.tsx'
import { DateTime } from '../../design/format.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import { MarkdownEditor } from '../../fields/shared/markdown-editor.tsx'
import { useAccount } from '../../session/account.ts'
import { useArtifact } from '../artifact-context.tsx'

export interface CommentBoxProps {
  /** A comment that somebody quotes; the quotation goes above the typed text. */
  readonly quoted: string
  readonly onQuoted: () => void
}

/** The box for the next comment. The browser keeps the typed text until the comment is sent. */
export const CommentBox = ({ quoted, onQuoted }: CommentBoxProps) => {
  const { t } = useLingui()
  const { id, scope, writer, layout, isEditable } = useArtifact()
  const draft = useDraft<string>(`comment:${id}`)
  const [typed, setTyped] = useState<string>()
  const queries = useQueryClient()
  const accountId = useAccount()?.user.id
  const text = typed ?? draft.restored ?? ''
  const fileField = layout.files.find(isEditable)
  const change = (next: string) => {
    setTyped(next)
    draft.keep(next === '' ? undefined : next)
  }
  const quote = useEffectEvent((source: string) => {
    const lines = source.split('\n').map(line => `> ${line}`)
    change(`${lines.join('\n')}\n\n${text}`)
    onQuoted()
    document.querySelector<HTMLElement>('.composer textarea')?.focus()
  })
  useEffect(() => {
    if (quoted === '') return undefined
    const frame = requestAnimationFrame(() => quote(quoted))
    return () => cancelAnimationFrame(frame)
  }, [quoted])
  const send = async () => {
    const body = text.trim()
    if (body === '') return
    change('')
    const result = await writer.comment({ body, format: 'commonmark' })
    if (result.kind !== 'refused') return
    // The refused comment comes back, above the text that the person has typed since.
    setTyped(now => (now === undefined || now === '' ? body : `${body}\n\n${now}`))
    draft.keep(body)
    toastError(result.error)
  }
  return (
    <div className="composer">
      {draft.offered !== undefined && text === '' && (
        <p className="composer-offer">
          <Trans>Another tab holds a comment that was not sent.</Trans>{' '}
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              change(draft.offered ?? '')
              draft.dismissOffer()
            }}
          >
            {t`Take it over`}
          </Button>
        </p>
      )}
      <MarkdownEditor
        label={t`Comment`}
        placeholder={t`Comment… @ for people`}
        text={text}
        projectId={scope.projectId}
        format="commonmark"
        rows={3}
        onText={change}
        onSubmit={() => void send()}
        {...(fileField && {
          onFiles: (files: readonly File[]) =>
            void import('../attachments/attach-uploads.ts').then(({ uploadQueueOf }) =>
              uploadQueueOf(queries, accountId).add(files, { fieldId: fileField.field_id, artifactId: id }),
            ),
        })}
      />
      <div className="composer-foot">
        <span className="meta">
          <Trans>Visible to everybody who sees the artifact</Trans>
        </span>
        <span className="meta composer-draft">
          {draft.storedAt !== undefined && text !== '' && (
            <Trans>
              Draft kept <DateTime value={new Date(draft.storedAt).toISOString()} as="relative" />
            </Trans>
          )}
        </span>
        <Button variant="primary" size="small" isDisabled={text.trim() === ''} onPress={() => void send()}>
          <Trans>Comment</Trans> <kbd aria-hidden="true">Ctrl ↵</kbd>
        </Button>
      </div>
    </div>
  )
}
