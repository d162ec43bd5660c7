import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { DateTime } from '../../design/format.tsx'
import { IconWarning } from '../../design/icons.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import { MarkdownEditor } from '../../fields/shared/markdown-editor.tsx'
import { useAccount } from '../../session/account.ts'
import { trackerUsageQuery } from '../../trackers/tracker-queries.ts'
import { useArtifact } from '../artifact-context.tsx'
import { VisibleTo } from './visible-to.tsx'

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
  const visibility = useDraft<readonly string[]>(`visible:${id}`)
  const [typed, setTyped] = useState<string>()
  const [chosenGroups, setChosenGroups] = useState<readonly string[]>()
  const [error, setError] = useState<unknown>()
  const faultsOf = useFaults()
  const canBePrivate = useQuery(trackerUsageQuery(scope.trackerId)).data?.has_private_comments === true
  const queries = useQueryClient()
  const accountId = useAccount()?.user.id
  const text = typed ?? draft.restored ?? ''
  const fileField = layout.files.find(isEditable)
  const groups = chosenGroups ?? visibility.restored ?? []
  const chooseGroups = (next: readonly string[]) => {
    setChosenGroups(next)
    setError(undefined)
    visibility.keep(next.length === 0 ? undefined : next)
  }
  const change = (next: string) => {
    setTyped(next)
    setError(undefined)
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
    const readers = groups
    change('')
    // The next comment is for everybody again, unless somebody says so.
    chooseGroups([])
    const ugroups = readers.length === 0 ? {} : { ugroups: readers }
    const result = await writer.comment({ body, format: 'commonmark', ...ugroups })
    if (result.kind !== 'refused') return
    // The refused comment comes back, above the text that the person has typed since.
    setTyped(now => (now === undefined || now === '' ? body : `${body}\n\n${now}`))
    draft.keep(body)
    chooseGroups(readers)
    setError(result.error)
  }
  return (
    <div className={groups.length > 0 ? 'composer composer-private' : 'composer'}>
      {draft.offered !== undefined && text === '' && (
        <p className="composer-offer">
          <Trans>Another tab holds a comment that was not sent.</Trans>{' '}
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              change(draft.offered ?? '')
              chooseGroups(visibility.offered ?? [])
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
        foot={
          <div className="composer-foot">
            {canBePrivate ? (
              <VisibleTo projectId={scope.projectId} groups={groups} onGroups={chooseGroups} />
            ) : (
              <span className="meta">
                <Trans>Visible to everybody who sees the artifact</Trans>
              </span>
            )}
            {error !== undefined && (
              <span className="field-error fault" role="alert">
                <IconWarning />
                {faultsOf(error).join(' ')}
              </span>
            )}
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
        }
        {...(fileField && {
          onFiles: (files: readonly File[]) =>
            void import('../attachments/attach-uploads.ts').then(({ uploadQueueOf }) =>
              uploadQueueOf(queries, accountId).add(files, { fieldId: fileField.field_id, artifactId: id }),
            ),
        })}
      />
    </div>
  )
}
