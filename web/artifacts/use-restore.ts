import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError, type ToastAction } from '../design/feedback/toast.tsx'
import { restoreArtifact, trashKey } from '../trash/trash-queries.ts'
import { artifactKey } from './artifact-queries.ts'

/** Restores an artifact from the trash, and says whether a part of it had no place any more. */
export const useRestore = (): ((id: number, xref: string, action?: ToastAction) => Promise<void>) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  return async (id, xref, action) => {
    try {
      const lost = (await restoreArtifact(id)).length
      const options = action ? { action } : {}
      if (lost === 0) toast(t`${xref} is restored`, options)
      else
        toast(
          t`${xref} is restored. ${plural(lost, { one: '# link or value did not come back.', other: '# links or values did not come back.' })}`,
          options,
        )
      await Promise.all([
        queries.resetQueries({ queryKey: artifactKey(id) }),
        queries.invalidateQueries({ queryKey: ['tracker'] }),
        queries.invalidateQueries({ queryKey: trashKey }),
      ])
    } catch (error) {
      toastError(error)
    }
  }
}
