import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { IconButton, Button } from '../design/controls/button.tsx'
import { useFaults } from '../design/feedback/error-state.tsx'
import { Bytes, useNumberFormat } from '../design/format.tsx'
import { IconClose } from '../design/icons.tsx'
import { IconFile, IconPause, IconPlay, IconRetry } from '../design/page-icons.tsx'
import { secondsLeft, type Upload } from './upload.ts'
import type { UploadQueue } from './upload-queue.ts'
import './upload-row.css'

/** A file on its way: name, progress, state in words, and buttons to pause, resume and remove it. */
export const UploadRow = ({ upload, queue }: { readonly upload: Upload; readonly queue: UploadQueue }) => {
  const { t } = useLingui()
  const { id, name, size, sent, state } = upload
  const percent = size === 0 ? 100 : Math.floor((sent * 100) / size)
  const isMoving = state === 'sending' || state === 'waiting'
  return (
    <li className="upload-row" data-state={state}>
      <IconFile />
      <div className="upload-row-main">
        <span className="upload-row-name" dir="auto">
          {name}
        </span>{' '}
        <span className="meta">
          <Bytes value={size} /> · <UploadStateText upload={upload} percent={percent} />
        </span>
        <div
          className="upload-bar"
          role="progressbar"
          aria-label={t`Upload of ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ inlineSize: `${percent}%` }} />
        </div>
      </div>
      {isMoving && (
        <IconButton label={t`Pause ${name}`} size="small" onPress={() => queue.pause(id)}>
          <IconPause />
        </IconButton>
      )}
      {(state === 'paused' || state === 'interrupted') && (
        <IconButton label={t`Resume ${name}`} size="small" onPress={() => queue.resume(id)}>
          <IconPlay />
        </IconButton>
      )}
      {state === 'refused' && (
        <IconButton label={t`Try ${name} again`} size="small" onPress={() => queue.resume(id)}>
          <IconRetry />
        </IconButton>
      )}
      {state === 'file-missing' && <ChooseAgain upload={upload} queue={queue} />}
      {state === 'complete' && upload.error !== undefined && (
        <Button size="small" onPress={() => queue.resume(id)}>
          <Trans>Attach again</Trans>
        </Button>
      )}
      {state !== 'attaching' && (
        <IconButton label={t`Remove ${name}`} size="small" onPress={() => void queue.remove(id)}>
          <IconClose />
        </IconButton>
      )}
    </li>
  )
}

const UploadStateText = ({ upload, percent }: { readonly upload: Upload; readonly percent: number }) => {
  const { t } = useLingui()
  const faults = useFaults()
  const { state, speed, error } = upload
  switch (state) {
    case 'waiting':
      return <Trans>waits</Trans>
    case 'sending':
      return (
        <>
          <Percent value={percent} />
          {speed !== undefined && (
            <>
              ,{' '}
              <Trans>
                <Bytes value={speed} />
                /s
              </Trans>
              <TimeLeft upload={upload} />
            </>
          )}
        </>
      )
    case 'paused':
      return (
        <Trans>
          paused at <Percent value={percent} />
        </Trans>
      )
    case 'interrupted':
      return (
        <Trans>
          cut off at <Percent value={percent} />, goes on when online
        </Trans>
      )
    case 'file-missing':
      return <Trans>choose the file again to go on</Trans>
    case 'complete':
      return error === undefined ? (
        <Trans>complete</Trans>
      ) : (
        <span className="upload-fault">{t`not attached: ${faults(error).join(' ')}`}</span>
      )
    case 'attaching':
    case 'attached':
      return <Trans>is being attached</Trans>
    case 'refused':
      return <span className="upload-fault">{t`refused: ${faults(error).join(' ')}`}</span>
  }
}

const Percent = ({ value }: { readonly value: number }) => <>{useNumberFormat({ style: 'percent' })(value / 100)}</>

const TimeLeft = ({ upload }: { readonly upload: Upload }) => {
  const seconds = secondsLeft(upload)
  const isLong = (seconds ?? 0) >= 60
  const format = useNumberFormat({ style: 'unit', unit: isLong ? 'minute' : 'second', unitDisplay: 'short' })
  if (seconds === undefined) return null
  const time = format(isLong ? Math.ceil(seconds / 60) : seconds)
  return (
    <>
      , <Trans>{time} left</Trans>
    </>
  )
}

const ChooseAgain = ({ upload, queue }: { readonly upload: Upload; readonly queue: UploadQueue }) => {
  const input = useRef<HTMLInputElement>(null)
  const { t } = useLingui()
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Choose ${upload.name} again`}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file && !queue.provide(upload.id, file)) input.current?.setCustomValidity(t`This is another file.`)
          input.current?.reportValidity()
        }}
      />
      <Button size="small" onPress={() => input.current?.click()}>
        <Trans>Choose again</Trans>
      </Button>
    </>
  )
}
