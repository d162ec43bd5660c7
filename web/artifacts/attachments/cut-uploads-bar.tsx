import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { UploadRow } from '../../uploads/upload-row.tsx'
import { isCutOff, type Upload } from '../../uploads/upload.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import { useUploadQueue } from './attach-uploads.ts'
import './cut-uploads-bar.css'

/** At the foot of every page: files that a closed page left on their way, until they are attached or discarded. */
export const CutUploadsBar = () => {
  const { t } = useLingui()
  const queue = useUploadQueue()
  const uploads = useUploads()
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set())
  const cutOff = uploads.filter(isCutOff)
  const path = useRouterState({ select: state => state.location.pathname })
  const rows = uploads.filter(
    upload =>
      // The page of the artifact has its rows.
      path !== `/artifacts/${upload.target.artifactId}` &&
      (isCutOff(upload) ? upload.state === 'file-missing' : followed.has(upload.id) && !isDone(upload)),
  )
  if (cutOff.length + rows.length === 0) return null
  const resume = () => {
    setFollowed(new Set([...followed, ...cutOff.map(({ id }) => id)]))
    for (const { id } of cutOff) queue.resume(id)
  }
  return (
    <section className="cut-uploads" aria-label={t`Uploads`}>
      {cutOff.length > 0 && (
        <div className="cut-uploads-head">
          <p>
            <strong>
              <Plural value={cutOff.length} one="# upload was cut off" other="# uploads were cut off" />
            </strong>{' '}
            <bdi className="muted">{cutOff.map(({ name }) => name).join(', ')}</bdi>
          </p>
          <Button size="small" onPress={resume}>
            <Trans>Resume</Trans>
          </Button>
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              for (const { id } of cutOff) void queue.remove(id)
            }}
          >
            <Trans>Discard</Trans>
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul>
          {rows.map(upload => (
            <UploadRow key={upload.id} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The form of a new artifact attaches its files. */
const isDone = ({ state, target }: Upload): boolean => state === 'complete' && target.artifactId === undefined
