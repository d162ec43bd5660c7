import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '../design/controls/button.tsx'
import { IconAttach } from '../design/page-icons.tsx'

export interface ChooseFilesProps {
  /** Label of the field that gets the files. */
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
  readonly variant?: 'quiet'
}

/** A button that opens the browser's dialog for several files. */
export const ChooseFiles = ({ label, onFiles, variant }: ChooseFilesProps) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files for ${label}`}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The browser reports the same file again only if the input was emptied.
          event.target.value = ''
        }}
      />
      <Button variant={variant} size="small" onPress={() => input.current?.click()}>
        <IconAttach /> <Trans>Choose files</Trans>
      </Button>
    </>
  )
}
