import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { FaultList, useFaults } from '../design/feedback/error-state.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { Table } from '../design/layout/table.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { Block } from './block.ts'
import { planBlock, type BlockPlan, type PlannedCell } from './block-plan.ts'
import './bulk.css'
import { createArtifacts, writeChanges, type Written } from './bulk-write.ts'
import { Result, WorkBar } from './outcome.tsx'
import { useBulkWork, useRefresh, useReport } from './use-bulk.ts'

export interface BlockDialogProps {
  readonly tracker: Tracker
  readonly block: Block
  readonly kind: 'paste' | 'fill'
  readonly onClose: () => void
}

const SHOWN = 200

/** Shows which cells of a block fit and why the others do not, before any of them is written. */
export const BlockDialog = ({ tracker, block, kind, onClose }: BlockDialogProps) => {
  const { t } = useLingui()
  const faultsOf = useFaults()
  const queries = useQueryClient()
  const work = useBulkWork()
  const report = useReport(tracker)
  const refresh = useRefresh(tracker)
  const [writeError, setWriteError] = useState<unknown>()
  const [outcome, setOutcome] = useState<Outcome>()
  const words = {
    locked: (label: string) => t`“${label}” cannot be changed here.`,
    late: t`This row is not loaded yet: scroll to it first.`,
    sentencesOf: faultsOf,
  }
  const { data: plan, error: checkError } = useQuery({
    queryKey: ['block', useId()],
    queryFn: ({ signal }) => planBlock(tracker, block, words, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const error = checkError ?? writeError
  const write = async ({ changes, creations }: BlockPlan) => {
    const { written, made } = await work.run(async ({ signal, onProgress }) => {
      const changed = await writeChanges(changes, '', { signal, onProgress })
      // After a stop nothing is created either.
      if (changed.error) return { written: changed, made: [] }
      const creating = { signal, onProgress: (done: number) => onProgress(changes.length + done) }
      const refusals = await createArtifacts(tracker.id, creations, creating).catch((cause: unknown) => {
        setWriteError(cause)
        return []
      })
      return { written: changed, made: refusals }
    })
    await refresh(written.changed.map(({ id }) => id))
    const created = made.filter(refusal => refusal === undefined).length
    if (created > 0) await queries.invalidateQueries({ queryKey: ['tracker', tracker.id] })
    if (written.changed.length > 0) report(written.changed)
    else if (created > 0)
      toast(t`${plural(created, { one: '# artifact is created', other: '# artifacts are created' })}`)
    const isWhole =
      !written.error && written.refused.length === 0 && written.left.length === 0 && created === creations.length
    if (isWhole) onClose()
    else setOutcome({ written, created, missing: creations.length - created })
  }
  const isBusy = work.done !== undefined
  return (
    <Dialog
      title={kind === 'paste' ? t`Paste cells` : t`Fill cells down`}
      isOpen
      onClose={onClose}
      isKept={isBusy}
      size="wide"
    >
      {error ? <FaultList error={error} /> : null}
      {outcome ? (
        <Result {...outcome} isChosen={false} onClose={onClose} />
      ) : plan ? (
        <Preview
          plan={plan}
          beyond={block.beyond}
          kind={kind}
          isBusy={isBusy}
          bar={
            isBusy && (
              <WorkBar
                done={work.done ?? 0}
                total={plan.changes.length + plan.creations.length}
                isStopping={work.isStopping}
                onStop={work.stop}
              />
            )
          }
          onApply={() => void write(plan)}
          onClose={onClose}
        />
      ) : error ? null : (
        <p role="status" className="muted">
          <Trans>Checking the cells…</Trans>
        </p>
      )}
    </Dialog>
  )
}

interface PreviewProps {
  readonly plan: BlockPlan
  readonly beyond: number
  readonly kind: 'paste' | 'fill'
  readonly isBusy: boolean
  readonly bar: React.ReactNode
  readonly onApply: () => void
  readonly onClose: () => void
}

const Preview = ({ plan, beyond, kind, isBusy, bar, onApply, onClose }: PreviewProps) => {
  const { cells, changes, creations, same } = plan
  const refused = cells.filter(({ refusal }) => refusal !== undefined)
  const fitting = cells.length - refused.length
  const hasWork = changes.length + creations.length > 0
  return (
    <>
      <ul className="bulk-counts">
        <li>
          <Plural value={changes.length} one="# artifact would change" other="# artifacts would change" />
        </li>
        {same > 0 && (
          <li className="muted">
            <Plural value={same} one="# stays as it is" other="# stay as they are" />
          </li>
        )}
        {creations.length > 0 && (
          <li>
            <Plural
              value={creations.length}
              one="# line below the last row becomes a new artifact"
              other="# lines below the last row become new artifacts"
            />
          </li>
        )}
        {refused.length > 0 && (
          <li>
            <Plural value={refused.length} one="# cell is refused" other="# cells are refused" />
          </li>
        )}
        {beyond > 0 && (
          <li className="muted">
            <Plural
              value={beyond}
              one="# cell to the right of the last column is left out"
              other="# cells to the right of the last column are left out"
            />
          </li>
        )}
      </ul>
      <CellTable cells={[...refused, ...cells.filter(({ refusal }) => refusal === undefined)]} />
      {bar}
      <DialogActions>
        <Button onPress={onClose} isDisabled={isBusy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" autoFocus isDisabled={!hasWork} isPending={isBusy} onPress={onApply}>
          {kind === 'fill' ? (
            <Plural value={fitting} one="Fill # cell" other="Fill # cells" />
          ) : refused.length > 0 ? (
            <Plural value={fitting} one="Paste the # cell that fits" other="Paste the # cells that fit" />
          ) : (
            <Plural value={fitting} one="Paste # cell" other="Paste # cells" />
          )}
        </Button>
      </DialogActions>
    </>
  )
}

const CellTable = ({ cells }: { readonly cells: readonly PlannedCell[] }) => {
  const { t } = useLingui()
  const nameOf = ({ artifact, line }: PlannedCell): string =>
    artifact === 'new'
      ? t`New, line ${line}`
      : artifact === 'late'
        ? t`Line ${line}`
        : `#${artifact.id} ${artifact.title ?? ''}`
  return (
    <div className="bulk-cells">
      <Table
        label={t`Cells`}
        columns={[
          { id: 'row', header: t`Row`, cell: cell => <bdi>{nameOf(cell)}</bdi> },
          { id: 'field', header: t`Field`, cell: ({ field }) => <bdi>{field.label}</bdi> },
          { id: 'value', header: t`New value`, cell: ({ text }) => <bdi>{text === '' ? '–' : text}</bdi> },
          {
            id: 'refusal',
            header: t`Refused because`,
            cell: ({ refusal }) => <span className="bulk-danger">{refusal}</span>,
          },
        ]}
        rows={cells.slice(0, SHOWN)}
        rowKey={({ line, field }) => `${line} ${field.field_id}`}
      />
      {cells.length > SHOWN && (
        <p className="muted">
          <Plural value={cells.length - SHOWN} one="and # more" other="and # more" />
        </p>
      )}
    </div>
  )
}

interface Outcome {
  readonly written: Written
  readonly created: number
  /** Lines that made no artifact. */
  readonly missing: number
}
