import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subscriptionQuery, type MailLevel } from '../artifacts/artifact-queries.ts'
import { Button } from '../design/controls/button.tsx'
import { Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { Form } from '../design/controls/form.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { toast } from '../design/feedback/toast.tsx'
import type { BulkDeleteDialogProps } from './bulk-delete-dialog.tsx'
import { chooseMails, type Written } from './bulk-write.ts'
import { Result, WorkBar } from './outcome.tsx'
import { useBulkWork } from './use-bulk.ts'

/** Chooses the mails that the reader gets about many artifacts: all of them for who watches. */
export const BulkMailsDialog = ({ ids: given, onClose }: Pick<BulkDeleteDialogProps, 'ids' | 'onClose'>) => {
  const [ids] = useState(given)
  const { t } = useLingui()
  const queries = useQueryClient()
  const work = useBulkWork()
  const [level, setLevel] = useState<MailLevel>('all')
  const [written, setWritten] = useState<Written>()
  const count = ids.length
  const choose = async () => {
    const result = await work.run(progress => chooseMails(ids, level, progress))
    await Promise.all(
      result.changed.map(({ id }) => queries.invalidateQueries({ queryKey: subscriptionQuery(id).queryKey })),
    )
    if (result.refused.length > 0 || result.left.length > 0) return setWritten(result)
    toast(
      level === 'all'
        ? t`${plural(count, { one: 'You watch # artifact', other: 'You watch # artifacts' })}`
        : t`${plural(count, { one: 'The mails about # artifact are set', other: 'The mails about # artifacts are set' })}`,
    )
    onClose()
  }
  return (
    <Dialog title={t`Mails about ${count} artifacts`} isOpen onClose={onClose} isKept={work.done !== undefined}>
      {written ? (
        <Result written={written} onClose={onClose} />
      ) : (
        <Form
          onSubmit={() => void choose()}
          isPending={work.done !== undefined}
          submitLabel={t`Apply`}
          secondary={
            <Button onPress={onClose} isDisabled={work.done !== undefined}>
              <Trans>Cancel</Trans>
            </Button>
          }
        >
          <RadioGroup label={t`I get a mail about`} value={level} onChange={next => setLevel(next as MailLevel)}>
            <Radio value="all" label={t`every change: I watch the artifacts`} />
            <Radio value="involved" label={t`changes that involve me`} />
            <Radio value="none" label={t`no change`} />
          </RadioGroup>
          {work.done !== undefined && (
            <WorkBar done={work.done} total={count} isStopping={work.isStopping} onStop={work.stop} />
          )}
        </Form>
      )}
    </Dialog>
  )
}
