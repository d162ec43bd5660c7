import { Button } from '../../design/controls/button.tsx'
import { Trans } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

/** About thirty lines. */
const MAX_HEIGHT = 660

/** A text that is cut after thirty lines, until the reader asks for all of it. */
export const LongText = ({ children }: { readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    setLong((element.current?.scrollHeight ?? 0) > MAX_HEIGHT + 100)
  }, [children])
  return (
    <>
      <div ref={element} className={isLong && !isOpen ? 'long-text-cut' : undefined}>
        {children}
      </div>
      {isLong && (
        <Button variant="quiet" size="small" onPress={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Show less</Trans> : <Trans>Show all</Trans>}
        </Button>
      )}
    </>
  )
}
