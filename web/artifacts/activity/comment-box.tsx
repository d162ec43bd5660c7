import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { DateTime } from '../../design/format.tsx'
import { IconWarning } from '../../design/icons.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import { MarkdownEditor } from '../../fields/markdown/markdown-editor.tsx'
import { useAccount } from '../../session/account.ts'
import { trackerUsageQuery } from '../../trackers/tracker-queries.ts'
import { useEditingTold } from '../../live/presence-state.ts'
import { useArtifact } from '../artifact-context.tsx'
import { LostText } from '../form/lost-text.tsx'
import { VisibleTo } from './visible-to.tsx'

interface CommentDraft {
  readonly body: string
  /** Ids of the user groups that will see the comment; empty: everybody. */
  readonly ugroups: readonly string[]
}

const EMPTY: CommentDraft = { body: '', ugroups: [] }
const OFFERED_WORDS = 120

export interface CommentBoxProps {
  /** A comment that somebody quotes; the quotation goes above the typed text. */
  readonly quoted: string
  readonly onQuoted: () => void
}

/** The box for the next comment. The browser keeps the typed text until the comment is sent. */
export const CommentBox = ({ quoted, onQuoted }: CommentBoxProps) => {
  const { t } = useLingui()
  const { id, scope, writer, layout, isEditable, isGone } = useArtifact()
  const [typed, setTyped] = useState<CommentDraft>()
  const draft = useDraft<CommentDraft>(`comment:${id}`, () => setTyped(EMPTY))
  const [error, setError] = useState<unknown>()
  const faultsOf = useFaults()
  const [isTyping, setTyping] = useTyping()
  useEditingTold(id, null, isTyping)
  const queries = useQueryClient()
  const accountId = useAccount()?.user.id
  const comment = typed ?? draft.restored ?? EMPTY
  const { body: text, ugroups: groups } = comment
  const [isTouched, setTouched] = useState(false)
  const usage = useQuery({ ...trackerUsageQuery(scope.trackerId), enabled: isTouched || text !== '' }).data
  const canBePrivate = usage?.has_private_comments === true
  const fileField = layout.files.find(isEditable)
  const set = (next: CommentDraft) => {
    setTyped(next)
    setError(undefined)
    draft.keep(next.body === '' ? undefined : next)
    setTyping(next.body !== '')
  }
  const change = (body: string) => set({ ...comment, body })
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
    // The next comment is for everybody again, unless somebody says so.
    set(EMPTY)
    const ugroups = groups.length === 0 ? {} : { ugroups: groups }
    const result = await writer.comment({ body, format: 'commonmark', ...ugroups })
    if (result.kind !== 'refused') return
    // The refused comment comes back, above the text that the person has typed since.
    setTyped(now => ({ body: now && now.body !== '' ? `${body}\n\n${now.body}` : body, ugroups: groups }))
    draft.keep({ body, ugroups: groups })
    setError(result.error)
  }
  if (isGone) return text === '' ? null : <LostText text={text} faults={error === undefined ? [] : faultsOf(error)} />
  return (
    <div className={groups.length > 0 ? 'composer composer-private' : 'composer'} onFocus={() => setTouched(true)}>
      {draft.offered !== undefined && text === '' && (
        <p className="composer-offer">
          <span>
            <Trans>Another tab holds a comment that was not sent:</Trans>{' '}
            <q className="composer-offer-words" dir="auto">
              {draft.offered.body.slice(0, OFFERED_WORDS)}
            </q>
          </span>{' '}
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              setTyped(draft.offered)
              draft.takeOver()
            }}
          >
            {t`Take it over`}
          </Button>
        </p>
      )}
      <MarkdownEditor
        label={t`Comment`}
        placeholder={t`Comment… @ for people, # for artifacts, / for ready answers`}
        text={text}
        projectId={scope.projectId}
        trackerId={scope.trackerId}
        format="commonmark"
        rows={3}
        onText={change}
        onSubmit={() => void send()}
        foot={
          <div className="composer-foot">
            {canBePrivate ? (
              <VisibleTo
                projectId={scope.projectId}
                groups={groups}
                onGroups={ugroups => set({ ...comment, ugroups })}
              />
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

/** After the last key, others are told of the writing for this long. */
const TYPING_MS = 15_000

/** True while somebody types. */
const useTyping = () => {
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const note = (isOn: boolean): void => {
    clearTimeout(timer.current)
    setTyping(isOn)
    if (isOn) timer.current = setTimeout(() => setTyping(false), TYPING_MS)
  }
  return [isTyping, note] as const
}
