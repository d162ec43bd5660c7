import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { readArtifacts } from '../api/artifacts-by-id.ts'
import { AddLink, type DirectedLink } from '../artifacts/links/add-link.tsx'
import { linkValueOf } from '../artifacts/links/link-queries.ts'
import '../artifacts/links/links.css'
import type { Field } from '../fields/field-view.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import './bulk.css'
import type { ArtifactChange } from './bulk-write.ts'
import { RehearsedDialog } from './rehearsed-dialog.tsx'

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
  return (
    <RehearsedDialog
      title={t`Link ${ids.length} artifacts`}
      tracker={tracker}
      count={ids.length}
      comment=""
      isComment={false}
      onDone={onDone}
      onClose={onClose}
      form={rehearse => (
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
            onAdd={added => rehearse(signal => withLinks(ids, field, added, signal))}
            onClose={onClose}
          />
        </>
      )}
    />
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
