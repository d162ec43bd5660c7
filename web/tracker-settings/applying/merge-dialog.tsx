import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Radio, RadioGroup } from '../../design/controls/checkbox.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'
import { mergeDefinitions, pathKey, type MergeConflict } from '../model/differences.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'

export interface MergeDialogProps {
  readonly onClose: () => void
  readonly onJoined: () => void
}

/** Somebody else applied a definition meanwhile: what only one side changed is joined, the rest is asked for. */
export const MergeDialog = ({ onClose, onJoined }: MergeDialogProps) => {
  const { t } = useLingui()
  const { base, mine, theirs, rebase } = useWorkingCopy()
  const [theirsAt, setTheirsAt] = useState<ReadonlySet<string>>(new Set())
  if (!theirs) return null
  const { conflicts } = mergeDefinitions(base.definition, theirs.definition, mine)
  const choose = ({ path }: MergeConflict, side: string) => {
    const key = pathKey(path)
    setTheirsAt(new Set(side === 'theirs' ? [...theirsAt, key] : [...theirsAt].filter(each => each !== key)))
  }
  const join = () => {
    rebase(theirs, mergeDefinitions(base.definition, theirs.definition, mine, theirsAt).definition)
    onJoined()
  }
  return (
    <Dialog title={t`Somebody changed these settings meanwhile`} isOpen onClose={onClose} size="wide">
      {conflicts.length === 0 ? (
        <p>
          <Trans>You changed different parts. Both changes stand together.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>These parts have two changes. Choose one for each; everything else is joined.</Trans>
          </p>
          {conflicts.map(conflict => (
            <RadioGroup
              key={pathKey(conflict.path)}
              label={conflict.path.join(' › ')}
              value={theirsAt.has(pathKey(conflict.path)) ? 'theirs' : 'mine'}
              onChange={side => choose(conflict, side)}
            >
              <Radio value="mine" label={t`Mine`} description={<Written value={conflict.mine} />} />
              <Radio value="theirs" label={t`Theirs`} description={<Written value={conflict.theirs} />} />
            </RadioGroup>
          ))}
        </>
      )}
      <DialogActions>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="primary" onPress={join}>
          <Trans>Join the changes</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Written = ({ value }: { readonly value: unknown }) => {
  const { t } = useLingui()
  if (value === undefined || value === '') return t`nothing`
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
}
