import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NARROW, useMedia } from '../design/use-media.ts'

/**
 * The artifact of the side panel. Without room beside the list the page of the artifact takes its place. `list`: key of the list, for the
 * previous and the next artifact there.
 */
export const usePanel = (open: number | undefined, list?: string): number | undefined => {
  const navigate = useNavigate()
  const isNarrow = useMedia(NARROW)
  useEffect(() => {
    if (isNarrow && open !== undefined)
      void navigate({
        to: '/artifacts/$id',
        params: { id: String(open) },
        search: list === undefined ? {} : { list },
        replace: true,
      })
  }, [isNarrow, open, list, navigate])
  return isNarrow ? undefined : open
}
