import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../../design/controls/button.tsx'
import { FocusReturn } from '../../design/feedback/dialog.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { IconChevronDown, IconClose } from '../../design/icons.tsx'
import { IconExpand } from '../../design/page-icons.tsx'
import { TrackerSquare } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import { projectQuery } from '../../projects/project-queries.ts'
import { trackerQuery, type Tracker } from '../../trackers/tracker-queries.ts'
import { ChooseTracker } from './choose-tracker.tsx'
import { Instructions, TrackerForm } from './new-artifact-parts.tsx'
import { openNewArtifact, type NewArtifactRequest } from './new-artifact-state.ts'
import './new-artifact.css'

export interface NewArtifactDialogProps {
  readonly request: NewArtifactRequest
  readonly onClose: () => void
}

/** A new artifact over the page. Closing keeps what was typed as a draft. */
export const NewArtifactDialog = ({ request, onClose }: NewArtifactDialogProps) => {
  const { t } = useLingui()
  const hasContent = useRef(false)
  const onContent = useCallback((has: boolean) => {
    hasContent.current = has
  }, [])
  const close = () => {
    onClose()
    if (hasContent.current)
      toast(t`The draft is kept on this device`, {
        action: { label: t`Continue`, run: () => openNewArtifact(request.trackerId, request.search) },
      })
  }
  return (
    <ModalOverlay className="new-artifact-overlay" isOpen onOpenChange={open => !open && close()} isDismissable>
      <Modal className="new-artifact-modal">
        <Dialog className="new-artifact-dialog">
          <FocusReturn />
          {request.trackerId === undefined ? (
            <Choose request={request} onClose={close} />
          ) : (
            <Fill
              key={request.trackerId}
              trackerId={request.trackerId}
              request={request}
              onClose={close}
              onDone={onClose}
              onContent={onContent}
            />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const Choose = ({ request, onClose }: NewArtifactDialogProps) => {
  const { t } = useLingui()
  return (
    <>
      <div className="new-artifact-head">
        <Heading slot="title" level={2}>
          <Trans>New artifact in …</Trans>
        </Heading>
        <IconButton label={t`Close`} size="small" onPress={onClose}>
          <IconClose />
        </IconButton>
      </div>
      <ChooseTracker onChoose={id => openNewArtifact(id, request.search)} />
    </>
  )
}

interface FillProps {
  readonly trackerId: number
  readonly request: NewArtifactRequest
  readonly onClose: () => void
  readonly onDone: () => void
  readonly onContent: (hasContent: boolean) => void
}

const Fill = ({ trackerId, request, onClose, onDone, onContent }: FillProps) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isChoosing, setChoosing] = useState(false)
  const { search } = request
  const tracker = useQuery({ ...trackerQuery(trackerId), retry: false })
  const project = useQuery({
    ...projectQuery(String(tracker.data?.project.id ?? 0)),
    enabled: tracker.data !== undefined,
  }).data
  const expand = () => {
    if (!tracker.data || !project) return
    onDone()
    void navigate({
      to: '/projects/$project/trackers/$tracker/new',
      params: { project: project.shortname, tracker: tracker.data.item_name },
      search,
    })
  }
  return (
    <>
      <div className="new-artifact-head">
        <div>
          <Heading slot="title" level={2}>
            {tracker.data ? (
              <HeadWords tracker={tracker.data} onChoose={() => setChoosing(!isChoosing)} />
            ) : (
              t`New artifact`
            )}
          </Heading>
          {!isChoosing && tracker.data && <Instructions tracker={tracker.data} />}
        </div>
        <IconButton label={t`Expand to a page, with what is typed`} size="small" isDisabled={!project} onPress={expand}>
          <IconExpand />
        </IconButton>
        <IconButton label={t`Close, keep the draft`} size="small" onPress={onClose}>
          <IconClose />
        </IconButton>
      </div>
      {isChoosing ? (
        <ChooseTracker
          onChoose={id => {
            setChoosing(false)
            // Values belong to the fields of this tracker; only the parent goes along.
            if (id !== trackerId) openNewArtifact(id, parentOf(search))
          }}
        />
      ) : tracker.data ? (
        <TrackerForm tracker={tracker.data} search={search} onContent={onContent} onCreated={onDone} />
      ) : (
        <div className="new-artifact-body">
          {tracker.error ? <ErrorState error={tracker.error} /> : <Skeleton lines={6} />}
        </div>
      )}
    </>
  )
}

const parentOf = ({ parent, child_of_type }: NewArtifactRequest['search']): NewArtifactRequest['search'] => ({
  ...(parent !== undefined && { parent }),
  ...(child_of_type !== undefined && { child_of_type }),
})

const HeadWords = ({ tracker, onChoose }: { readonly tracker: Tracker; readonly onChoose: () => void }) => {
  const { t } = useLingui()
  return (
    <>
      <Trans>
        New{' '}
        <button
          type="button"
          className="new-artifact-tracker"
          aria-label={t`${tracker.item_name}: choose another tracker`}
          onClick={onChoose}
        >
          <TrackerSquare colour={valueColour(tracker.color_name)} />
          {tracker.item_name}
          <IconChevronDown />
        </button>{' '}
        <span className="new-artifact-project">in {tracker.project.label}</span>
      </Trans>
    </>
  )
}
