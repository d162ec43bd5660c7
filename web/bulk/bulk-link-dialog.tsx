import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { readArtifacts } from '../api/artifacts-by-id.ts'
import { AddLink, type DirectedLink } from '../artifacts/links/add-link.tsx'
import { linkValueOf } from '../artifacts/links/link-queries.ts'
import '../artifacts/links/links.css'
import { Dialog } from '../design/feedback/dialog.tsx'
import type { Field } from '../fields/field-view.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { Preview, Result } from './bulk-edit-dialog.tsx'
import './bulk.css'
import { rehearseChanges, writeChanges, type ArtifactChange, type Rehearsal, type Written } from './bulk-write.ts'
import { WorkBar } from './outcome.tsx'
import { useBulkWork, useRefresh, useReport } from './use-bulk.ts'

export interface BulkLinkDialogProps {
  readonly tracker: Tracker
  /** The field that holds the links. */
  readonly field: Field
  readonly ids: readonly number[]
  /** The refused and the unreached artifacts stay chosen. */
  readonly onDone: (left: readonly number[]) => void
  readonly onClose: () => void
}

/** Links many artifacts to the same ones: first it shows what would happen. */
export const BulkLinkDialog = ({ tracker, field, ids: given, onDone, onClose }: BulkLinkDialogProps) => {
  // Fewer artifacts are chosen when the work is done.
  const [ids] = useState(given)
  const { t } = useLingui()
  const [rehearsal, setRehearsal] = useState<Rehearsal>()
  const [written, setWritten] = useState<Written>()
  const work = useBulkWork()
  const report = useReport(tracker)
  const refresh = useRefresh(tracker)
  const isRehearsed = useRef(false)
  const rehearse = async (added: readonly DirectedLink[]) => {
    const result = await work.run(async progress =>
      rehearseChanges(await withLinks(ids, field, added, progress.signal), '', progress),
    )
    isRehearsed.current = true
    setRehearsal(result)
  }
  const write = async ({ planned }: Rehearsal) => {
    const result = await work.run(progress => writeChanges(planned, '', progress))
    await refresh(result.changed.map(({ id }) => id))
    if (result.changed.length > 0) report(result.changed)
    const left = [...result.refused.map(({ id }) => id), ...result.left]
    onDone(left)
    if (left.length === 0 && !result.error) onClose()
    else setWritten(result)
  }
  return (
    <Dialog
      title={t`Link ${ids.length} artifacts`}
      isOpen
      onClose={onClose}
      isKept={rehearsal !== undefined && work.done !== undefined}
      size="wide"
    >
      {written ? (
        <Result written={written} onClose={onClose} />
      ) : rehearsal ? (
        <Preview
          rehearsal={rehearsal}
          work={work}
          isComment={false}
          onBack={() => {
            isRehearsed.current = false
            setRehearsal(undefined)
          }}
          onApply={() => void write(rehearsal)}
        />
      ) : (
        <>
          <p className="muted">
            <Trans>Choose the artifacts that all of these are linked to. Their other links stay.</Trans>
          </p>
          <AddLink
            ids={ids}
            trackerId={tracker.id}
            project={tracker.project}
            types={field.allowed_types ?? []}
            // The links belong to the chosen artifacts.
            canBeReverse={false}
            present={[]}
            onAdd={rehearse}
            // The form also closes after its work: the preview takes its place then.
            onClose={() => {
              if (!isRehearsed.current) onClose()
            }}
          />
          {work.done !== undefined && <WorkBar done={work.done} total={ids.length} isStopping={false} />}
        </>
      )}
    </Dialog>
  )
}

/** The server takes all links of an artifact at once, and keeps those that the reader does not see. */
const withLinks = async (
  ids: readonly number[],
  field: Field,
  added: readonly DirectedLink[],
  signal: AbortSignal,
): Promise<ArtifactChange[]> => {
  const present = new Map((await readArtifacts(ids, signal)).map(artifact => [artifact.id, linkValueOf(artifact)]))
  return ids.map(id => {
    const before = (present.get(id)?.links ?? []).map(({ id: to, type }) => ({ id: to, type: type ?? '' }))
    const more = added.filter(link => !before.some(each => each.id === link.id && each.type === link.type))
    const links = [...before, ...more.map(({ id: to, type }) => ({ id: to, type }))]
    return { id, values: [{ field_id: field.field_id, links }] }
  })
}
