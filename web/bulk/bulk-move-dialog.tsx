import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MoveTarget } from '../artifact-dialogs/move-target.tsx'
import { artifactKey } from '../artifacts/artifact-queries.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { toast } from '../design/feedback/toast.tsx'
import type { BulkDeleteDialogProps } from './bulk-delete-dialog.tsx'
import type { Written } from './bulk-write.ts'
import { moveArtifacts, rehearseMoves, type MoveRehearsal } from './bulk-move.ts'
import { RefusedList, Result, WorkBar } from './outcome.tsx'
import { useBulkWork } from './use-bulk.ts'

/** Moves many artifacts into another tracker, after it has told what goes along, changes, or is lost. */
export const BulkMoveDialog = ({ tracker, ids: given, onDone, onClose }: BulkDeleteDialogProps) => {
  const [ids] = useState(given)
  const { t } = useLingui()
  const queries = useQueryClient()
  const work = useBulkWork()
  const [target, setTarget] = useState<number>()
  const [rehearsal, setRehearsal] = useState<MoveRehearsal>()
  const [written, setWritten] = useState<Written>()
  const [error, setError] = useState<unknown>()
  const isBusy = work.done !== undefined
  const count = rehearsal?.movable.length ?? ids.length
  const rehearse = async (trackerId: number) => {
    setError(undefined)
    try {
      setRehearsal(await work.run(progress => rehearseMoves(ids, trackerId, progress)))
    } catch (refusal) {
      setError(refusal)
    }
  }
  const move = async (trackerId: number, movable: readonly number[]) => {
    const result = await work.run(progress => moveArtifacts(movable, trackerId, progress))
    const moved = result.changed.map(({ id }) => id)
    onDone(ids.filter(id => !moved.includes(id)))
    await Promise.all([
      ...moved.map(id => queries.invalidateQueries({ queryKey: artifactKey(id) })),
      queries.invalidateQueries({ queryKey: ['tracker'] }),
      queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] }),
    ])
    if (result.refused.length > 0 || result.left.length > 0) return setWritten(result)
    toast(t`${plural(moved.length, { one: '# artifact is moved', other: '# artifacts are moved' })}`)
    onClose()
  }
  const submit = () => {
    if (target === undefined || isBusy) return
    if (!rehearsal) void rehearse(target)
    else if (rehearsal.movable.length > 0) void move(target, rehearsal.movable)
  }
  return (
    <Dialog title={t`Move ${ids.length} artifacts`} isOpen onClose={onClose} isKept={isBusy}>
      {written ? (
        <Result written={written} onClose={onClose} />
      ) : (
        <Form
          onSubmit={submit}
          isPending={isBusy}
          error={error}
          submitLabel={rehearsal ? t`Move ${count}` : t`See what would change`}
          isDanger={rehearsal !== undefined && rehearsal.lost.size > 0}
          secondary={
            <Button onPress={onClose} isDisabled={isBusy}>
              <Trans>Cancel</Trans>
            </Button>
          }
        >
          <MoveTarget
            project={tracker.project}
            trackerId={tracker.id}
            target={target}
            onTarget={next => {
              setTarget(next)
              setRehearsal(undefined)
            }}
          />
          {isBusy && <WorkBar done={work.done ?? 0} total={count} isStopping={work.isStopping} onStop={work.stop} />}
          {rehearsal && !isBusy && <Preview rehearsal={rehearsal} />}
        </Form>
      )}
    </Dialog>
  )
}

const Preview = ({
  rehearsal: { movable, migrated, changed, lost, refused },
}: {
  readonly rehearsal: MoveRehearsal
}) => (
  <div role="status">
    <p>
      <Plural value={movable.length} one="# artifact would move." other="# artifacts would move." />
    </p>
    {migrated.size > 0 && (
      <p>
        <strong>
          <Trans>Goes over</Trans>:
        </strong>{' '}
        {[...migrated].join(', ')}
      </p>
    )}
    {changed.size > 0 && (
      <p>
        <strong>
          <Trans>Changes</Trans>:
        </strong>{' '}
        {[...changed].join(', ')}
      </p>
    )}
    {lost.size > 0 && (
      <Notice kind="warning">
        <Trans>These fields go, with their values: {[...lost].join(', ')}</Trans>
      </Notice>
    )}
    {refused.length > 0 && (
      <>
        <p>
          <Plural value={refused.length} one="# would be refused:" other="# would be refused:" />
        </p>
        <RefusedList refused={refused} />
      </>
    )}
  </div>
)
