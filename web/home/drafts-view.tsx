import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { painters } from '../artifacts/artifact-queries.ts'
import { useUploadQueue } from '../artifacts/attachments/attach-uploads.ts'
import { IconButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { DateTime } from '../design/format.tsx'
import { IconEdit, IconPlus, IconTrash } from '../design/icons.tsx'
import { Part } from '../design/layout/part.tsx'
import { IconComment } from '../design/page-icons.tsx'
import type { Draft } from '../drafts/database.ts'
import { deleteRecord, writeRecord } from '../drafts/drafts.ts'
import type { Account } from '../session/account.ts'
import { trackerQuery } from '../trackers/tracker-queries.ts'
import { UploadRow } from '../uploads/upload-row.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { draftsQuery } from './draft-queries.ts'
import { placeOfDraft, wordsOfDraft, type DraftPlace } from './drafts.ts'
import { artifactsByIdQuery } from './work-queries.ts'

interface PlacedDraft {
  readonly draft: Draft
  readonly place: DraftPlace
}

/** Texts, forms and files that the reader has not sent: they are in this browser only. */
export const DraftsView = ({ account }: { readonly account: Account }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const accountId = account.user.id
  const { data } = useQuery(draftsQuery(accountId))
  const queue = useUploadQueue()
  const uploads = useUploads()
  const refs = useReferences((data ?? []).flatMap(placed))
  if (!data) return <Skeleton lines={4} />
  const drafts = data.flatMap(placed)
  const again = () => queries.invalidateQueries({ queryKey: draftsQuery(accountId).queryKey })
  const discard = async ({ draft }: PlacedDraft) => {
    await deleteRecord(accountId, draft.key)
    await again()
    toast(t`The draft is discarded`, {
      action: { label: t`Undo`, run: () => void writeRecord(accountId, draft.key, draft.value).then(again) },
    })
  }
  if (drafts.length === 0 && uploads.length === 0)
    return (
      <EmptyState title={t`There is no draft`}>
        <Trans>Comments and new artifacts that you begin and do not send stand here, on this device only.</Trans>
      </EmptyState>
    )
  return (
    <>
      {drafts.length > 0 && (
        <Part title={t`Drafts`} count={drafts.length} note={t`on this device`}>
          <ul className="work-list" aria-label={t`Drafts`}>
            {drafts.map(each => (
              <DraftRow key={each.draft.key} draft={each} refs={refs} onDiscard={() => void discard(each)} />
            ))}
          </ul>
        </Part>
      )}
      {uploads.length > 0 && (
        <Part title={t`Files on their way`} count={uploads.length}>
          <ul className="work-uploads">
            {uploads.map(upload => (
              <UploadRow key={upload.id} upload={upload} queue={queue} />
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

const placed = (draft: Draft): readonly PlacedDraft[] => {
  const place = placeOfDraft(draft.key)
  return place ? [{ draft, place }] : []
}

interface NamedTracker {
  readonly label: string
  readonly params: { readonly project: string; readonly tracker: string }
}

interface References {
  /** `bug #12`; undefined: the reader does not see it, or it is gone. */
  readonly artifact: (id: number) => string | undefined
  readonly tracker: (id: number) => NamedTracker | undefined
}

/** The names of what the drafts belong to. */
const useReferences = (drafts: readonly PlacedDraft[]): References => {
  const ids = [...new Set(drafts.flatMap(({ place }) => ('trackerId' in place ? [] : [place.artifactId])))]
  const trackerIds = [...new Set(drafts.flatMap(({ place }) => ('trackerId' in place ? [place.trackerId] : [])))]
  const artifacts = useQuery(artifactsByIdQuery(ids)).data ?? []
  const trackers = useQueries({ queries: trackerIds.map(id => ({ ...trackerQuery(id), retry: false })) })
  return {
    artifact: id => artifacts.find(artifact => artifact.id === id)?.xref,
    tracker: id => {
      const tracker = trackers.find(({ data }) => data?.id === id)?.data
      return (
        tracker && {
          label: tracker.item_name,
          params: { project: String(tracker.project.id), tracker: tracker.item_name },
        }
      )
    },
  }
}

interface DraftRowProps {
  readonly draft: PlacedDraft
  readonly refs: References
  readonly onDiscard: () => void
}

const DraftRow = ({ draft: { draft, place }, refs, onDiscard }: DraftRowProps) => {
  const words = wordsOfDraft(draft)
  const link = linkOf(place, refs)
  const name = useDraftName(place, refs)
  const { t } = useLingui()
  // The queue of an open artifact sends the change, whatever this list says.
  const isBeingSent = place.kind === 'write' && painters.has(place.artifactId)
  return (
    <li className="work-row work-draft">
      {place.kind === 'comment' ? <IconComment /> : place.kind === 'new' ? <IconPlus /> : <IconEdit />}
      <span className="work-draft-name">
        {link ? (
          <Link {...link} className="row-link work-link cut">
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        {words !== '' && (
          <span className="work-words cut" dir="auto">
            {words}
          </span>
        )}
      </span>
      <span className="work-date">
        <DateTime value={new Date(draft.at).toISOString()} as="relative" />
      </span>
      {!isBeingSent && (
        <IconButton label={t`Discard: ${name}`} size="small" onPress={onDiscard}>
          <IconTrash />
        </IconButton>
      )}
    </li>
  )
}

const linkOf = (place: DraftPlace, refs: References): LinkProps | undefined => {
  if (!('trackerId' in place)) return { to: '/artifacts/$id', params: { id: String(place.artifactId) } }
  const params = refs.tracker(place.trackerId)?.params
  if (!params) return undefined
  if (place.kind === 'settings') return { to: '/projects/$project/trackers/$tracker/settings', params } as LinkProps
  return { to: '/projects/$project/trackers/$tracker/new', params, search: place.search } as LinkProps
}

const useDraftName = (place: DraftPlace, refs: References): string => {
  const { t } = useLingui()
  if (place.kind === 'settings') {
    const tracker = refs.tracker(place.trackerId)?.label
    return tracker === undefined ? t`Settings that are not applied` : t`Settings of ${tracker} that are not applied`
  }
  if (place.kind === 'new') {
    const item = refs.tracker(place.trackerId)?.label
    return item === undefined ? t`New artifact` : t`New ${item}`
  }
  const xref = refs.artifact(place.artifactId) ?? `#${place.artifactId}`
  if (place.kind === 'edit') return t`Text of ${xref} that is not saved`
  return place.kind === 'comment' ? t`Comment on ${xref}` : t`Change of ${xref} that is not sent`
}
