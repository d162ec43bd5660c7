import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deletionsQuery } from '../artifact-dialogs/deletions-query.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { DateTime } from '../design/format.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import './bulk.css'
import { deleteArtifacts, type Written } from './bulk-write.ts'
import { Result, WorkBar } from './outcome.tsx'
import { useBulkWork } from './use-bulk.ts'

export interface BulkDeleteDialogProps {
  readonly tracker: Tracker
  readonly ids: readonly number[]
  readonly onDone: (left: readonly number[]) => void
  readonly onClose: () => void
}

/** Puts many artifacts into the trash: the person types their number. */
export const BulkDeleteDialog = ({ tracker, ids: given, onDone, onClose }: BulkDeleteDialogProps) => {
  // Fewer artifacts are chosen when the work is done.
  const [ids] = useState(given)
  const { t } = useLingui()
  const queries = useQueryClient()
  const deletions = useQuery(deletionsQuery).data
  const work = useBulkWork()
  const [typed, setTyped] = useState('')
  const [written, setWritten] = useState<Written>()
  const count = ids.length
  const isTyped = typed.trim() === String(count)
  const remove = async () => {
    const result = await work.run(progress => deleteArtifacts(ids, progress))
    const left = [...result.refused.map(({ id }) => id), ...result.left]
    onDone(left)
    await Promise.all([
      queries.invalidateQueries({ queryKey: deletionsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: ['tracker', tracker.id] }),
      queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] }),
    ])
    if (left.length > 0 || result.error) return setWritten(result)
    toast(t`${plural(result.changed.length, { one: '# artifact is deleted', other: '# artifacts are deleted' })}`)
    onClose()
  }
  return (
    <Dialog title={t`Delete ${count} artifacts?`} isOpen onClose={onClose} isAlert isKept={work.done !== undefined}>
      {written ? (
        <Result written={written} onClose={onClose} />
      ) : (
        <Form
          onSubmit={() => {
            if (isTyped && deletions?.remaining !== 0) void remove()
          }}
          isPending={work.done !== undefined}
          submitLabel={t`Delete`}
          isDanger
          secondary={
            <Button onPress={onClose} isDisabled={work.done !== undefined}>
              <Trans>Cancel</Trans>
            </Button>
          }
        >
          <p aria-busy={deletions === undefined}>
            {deletions?.until === undefined ? (
              <Trans>The artifacts, their comments and their files go for good. Links to them end.</Trans>
            ) : (
              <Trans>
                Until <DateTime value={deletions.until} as="day" /> administrators of the tracker can restore them from
                its trash. Then they go for good.
              </Trans>
            )}
          </p>
          {deletions && deletions.remaining < count && (
            <Notice kind="warning">
              <Plural
                value={deletions.remaining}
                one="You may delete # artifact until tomorrow: the others stay."
                other="You may delete # artifacts until tomorrow: the others stay."
              />
            </Notice>
          )}
          <TextField
            label={t`Type ${String(count)} to confirm`}
            value={typed}
            onChange={setTyped}
            autoFocus
            isRequired
            {...(typed !== '' && !isTyped && { error: t`This is not the number of chosen artifacts.` })}
          />
          {work.done !== undefined && (
            <WorkBar done={work.done} total={count} isStopping={work.isStopping} onStop={work.stop} />
          )}
        </Form>
      )}
    </Dialog>
  )
}
