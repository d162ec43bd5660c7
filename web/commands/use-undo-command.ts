import { useLingui } from '@lingui/react/macro'
import { toast } from '../design/feedback/toast.tsx'
import { isTypingIn } from './early-keys.ts'
import { useCommands } from './registry.ts'
import { hasChanges, takeLastChange } from './undo.ts'

/** `Ctrl+Z` takes back the last change of this tab. In a field it stays the key of the browser. */
export const useUndoCommand = (): void => {
  const { t } = useLingui()
  const undo = async (): Promise<void> => {
    const change = takeLastChange()
    if (!change) return
    const { object } = change
    toast(
      (await change.undo())
        ? t`The last change of ${object} is undone`
        : t`The last change of ${object} cannot be undone: it was changed again since, or the old value is not allowed any more.`,
    )
  }
  useCommands([
    {
      id: 'undo',
      label: t`Undo the last change`,
      keys: '$mod+z',
      section: t`Everywhere`,
      isAvailable: () => hasChanges() && !isTypingIn(document.activeElement),
      run: () => void undo(),
    },
  ])
}
