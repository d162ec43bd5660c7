import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { isTypingIn } from '../commands/early-keys.ts'
import { useCommands } from '../commands/registry.ts'
import { Button } from '../design/controls/button.tsx'
import { toast } from '../design/feedback/toast.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { useWorkingCopy } from './model/use-working-copy.ts'
import { usePartNames } from './part-names.ts'

const PreviewDialog = lazyPart(() => import('./applying/preview-dialog.tsx'), 'PreviewDialog')
const MergeDialog = lazyPart(() => import('./applying/merge-dialog.tsx'), 'MergeDialog')

/** The edits that are not applied: how many there are, and what to do with them. */
export const ChangesBar = ({ tracker }: { readonly tracker: Tracker }) => {
  const { t } = useLingui()
  const copy = useWorkingCopy()
  const names = usePartNames()
  const [open, setOpen] = useState<'preview' | 'merge'>()
  const total = [...copy.changes.values()].reduce((sum, count) => sum + count, 0)
  const section = t`Settings`
  const isEdited = () => total > 0
  // In a field these are keys of the browser.
  const isOutside = () => !isTypingIn(document.activeElement)
  useCommands([
    {
      id: 'settings.preview',
      label: t`Preview the changes`,
      keys: '$mod+s',
      section,
      isAvailable: isEdited,
      run: () => setOpen(copy.theirs ? 'merge' : 'preview'),
    },
    {
      id: 'settings.undo',
      label: t`Undo the last edit`,
      keys: '$mod+z',
      section,
      isAvailable: () => copy.canUndo && isOutside(),
      run: copy.undo,
    },
    {
      id: 'settings.redo',
      label: t`Repeat the edit`,
      keys: '$mod+Shift+z',
      section,
      isAvailable: () => copy.canRedo && isOutside(),
      run: copy.redo,
    },
  ])
  const discard = () => {
    copy.discard()
    toast(t`The edits are discarded`)
  }
  return (
    <>
      {total > 0 && (
        <div className="settings-bar" role="region" aria-label={t`Changes`}>
          <strong>
            <Plural value={total} one="# change" other="# changes" />
          </strong>
          <span className="settings-bar-note">
            {[
              ...[...copy.changes].map(([part, count]) => `${names[part]} ${count}`),
              ...(copy.isRestored
                ? [t`from an earlier visit`]
                : copy.isStored
                  ? [t`kept as a draft on this device`]
                  : []),
            ].join(' · ')}
          </span>
          <Button variant="quiet" onPress={discard}>
            <Trans>Discard</Trans>
          </Button>
          {copy.theirs ? (
            <Button variant="primary" onPress={() => setOpen('merge')}>
              <Trans>Compare</Trans>
            </Button>
          ) : (
            <Button variant="primary" onPress={() => setOpen('preview')}>
              <Trans>Preview</Trans> <kbd>Ctrl S</kbd>
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {open === 'preview' && (
          <PreviewDialog
            tracker={tracker}
            onClose={() => setOpen(undefined)}
            onChangedMeanwhile={() => setOpen('merge')}
          />
        )}
        {open === 'merge' && <MergeDialog onClose={() => setOpen(undefined)} onJoined={() => setOpen('preview')} />}
      </Suspense>
    </>
  )
}
