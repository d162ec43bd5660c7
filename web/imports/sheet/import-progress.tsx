import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { toastError } from '../../design/feedback/toast.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Table } from '../../design/layout/table.tsx'
import { useReasonText } from '../../design/reason-texts.ts'
import type { Tracker } from '../../trackers/tracker-queries.ts'
import { importQuery, stopImport, undoImport, type Import } from './import-queries.ts'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/import')

export interface ImportProgressProps {
  readonly id: number
  readonly tracker: Tracker
  readonly isPending: boolean
  /** After a rehearsal: imports the same sheet. */
  readonly onImport: () => void
  /** Goes back to the choices. */
  readonly onAgain: () => void
}

/** How far a rehearsal, an import or an undo is, and the lines that it refused. */
export const ImportProgress = ({ id, tracker, isPending, onImport, onAgain }: ImportProgressProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const params = route.useParams()
  const [undoId, setUndoId] = useState<number>()
  const { data, error, refetch } = useQuery(importQuery(undoId ?? id))
  const stop = useMutation({ mutationFn: () => stopImport(id), onSuccess: () => refetch(), onError: toastError })
  const undo = useMutation({
    mutationFn: () => undoImport(id),
    onSuccess: begun => setUndoId(begun.id),
    onError: toastError,
  })
  const isOver = data !== undefined && ['done', 'failed', 'cancelled'].includes(data.status)
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['tracker', tracker.id] })
  }, [isOver, queries, tracker.id])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const isRehearsal = data?.dry_run === true
  const title = undoId !== undefined ? t`Undo` : isRehearsal ? t`Rehearsal` : t`Import`
  return (
    <Section title={title}>
      <progress
        className="import-bar"
        aria-label={title}
        max={Math.max(1, data?.total ?? 1)}
        {...(data && data.total > 0 && { value: data.done })}
        {...(isOver && { value: Math.max(1, data.total) })}
      />
      <p role="status">{data ? <Outcome data={data} isUndo={undoId !== undefined} /> : <Trans>It begins…</Trans>}</p>
      {data && data.messages.length > 0 && <Messages data={data} />}
      <div className="import-actions">
        {!isOver && undoId === undefined && (
          <Button isPending={stop.isPending} onPress={() => stop.mutate()}>
            <Trans>Stop</Trans>
          </Button>
        )}
        {isOver && isRehearsal && data.status === 'done' && data.refused < data.total && (
          <Button variant="primary" isPending={isPending} onPress={onImport}>
            {data.refused > 0 ? (
              <Plural
                value={data.total - data.refused}
                one="Import the # line that fits"
                other="Import the # lines that fit"
              />
            ) : (
              <Trans>Import</Trans>
            )}
          </Button>
        )}
        {isOver && !isRehearsal && undoId === undefined && data.can_undo && data.created + data.updated > 0 && (
          <Button isPending={undo.isPending} onPress={() => undo.mutate()}>
            <Trans>Undo</Trans>
          </Button>
        )}
        {isOver && (
          <Button variant="quiet" onPress={onAgain}>
            {isRehearsal ? <Trans>Change the choices</Trans> : <Trans>Import once more</Trans>}
          </Button>
        )}
        {isOver && !isRehearsal && (
          <Link to="/projects/$project/trackers/$tracker" params={params}>
            <Trans>Show {tracker.label}</Trans>
          </Link>
        )}
      </div>
    </Section>
  )
}

const Outcome = ({ data, isUndo }: { readonly data: Import; readonly isUndo: boolean }) => {
  const { created, updated, unchanged, refused, total, done } = data
  switch (data.status) {
    case 'waiting':
    case 'checking':
      return <Trans>The server reads the sheet…</Trans>
    case 'running':
      return (
        <Trans>
          {done} of {total}
        </Trans>
      )
    case 'failed':
      return <Trans>It failed.</Trans>
    case 'cancelled':
    case 'done':
      if (isUndo)
        return (
          <Trans>
            In the trash: {created} · put back: {updated} · kept: {refused}
          </Trans>
        )
      return data.dry_run ? (
        <Trans>
          Would be imported: {total - refused} · refused: {refused}
        </Trans>
      ) : (
        <Trans>
          New: {created} · changed: {updated} · unchanged: {unchanged} · refused: {refused}
        </Trans>
      )
  }
}

const Messages = ({ data }: { readonly data: Import }) => {
  const { t } = useLingui()
  const reasonText = useReasonText()
  return (
    <>
      {data.refused > 0 && data.dry_run && (
        <Notice kind="warning">
          <Trans>Refused lines are left out; the others are imported.</Trans>
        </Notice>
      )}
      <Table
        label={t`What was found in the sheet`}
        rows={data.messages.map((message, index) => ({ ...message, index }))}
        rowKey={({ index }) => index}
        columns={[
          { id: 'line', header: t`Line`, align: 'end', isRowHeader: true, cell: ({ line }) => line ?? '–' },
          { id: 'column', header: t`Column`, cell: ({ column }) => column ?? '–' },
          {
            id: 'text',
            header: t`Message`,
            cell: ({ text: sentence, reason, column }) => {
              // The column stands beside the message.
              const text =
                column === null
                  ? sentence
                  : sentence.replace(/^Field "[^"]*" \(\d+\): (.)/, (_, first: string) => first.toUpperCase())
              const told = reason === null ? undefined : reasonText({ text, reason, name: column ?? '' })
              return (
                <>
                  {told ?? text}
                  {told !== undefined && <span className="muted small import-reason">{text}</span>}
                </>
              )
            },
          },
        ]}
      />
      {data.more_messages > 0 && (
        <p className="muted small">
          <Plural value={data.more_messages} one="# more message" other="# more messages" />
        </p>
      )}
    </>
  )
}
