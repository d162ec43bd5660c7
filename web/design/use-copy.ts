import { useLingui } from '@lingui/react/macro'
import { toast } from './feedback/toast.tsx'

/** Copies a text to the clipboard, and says whether the browser allowed it. */
export const useCopy = (): ((text: string) => void) => {
  const { t } = useLingui()
  return text =>
    void navigator.clipboard.writeText(text).then(
      () => toast(t`Copied`),
      () => toast(t`The browser refused to copy`),
    )
}
