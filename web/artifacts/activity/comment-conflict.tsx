import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'
import { IconCopy } from '../../design/icons.tsx'
import { useCopy } from '../../design/use-copy.ts'
import { SideHead } from '../merging/side-head.tsx'
import { nameOf } from '../words.ts'
import { sourceOf, type Entry } from './activity-queries.ts'
import { TextDiff } from './text-diff.tsx'

export interface CommentConflictProps {
  /** The text from which both began. */
  readonly base: string
  /** The comment as it is now. */
  readonly theirs: Entry
  readonly mine: string
  readonly onMine: () => void
  readonly onTheirs: () => void
  /** The editor stays open, with the typed text. */
  readonly onBack: () => void
}

/** Somebody changed the comment meanwhile: both texts beside each other, with the words that each side changed. */
export const CommentConflict = ({ base, theirs, mine, onMine, onTheirs, onBack }: CommentConflictProps) => {
  const { t } = useLingui()
  const editor = theirs.comment?.last_modified_by
  const author = editor ? { name: nameOf(editor), id: editor.id } : { name: '?', id: null }
  const who = author.name
  return (
    <Dialog title={t`${who} changed the comment while you were writing`} isOpen onClose={onBack} size="wide">
      <div className="merge-sides merge-two">
        {theirs.comment?.is_deleted === true ? (
          <div>
            <SideHead side="theirs" author={author} />
            <p className="merge-text muted">
              <Trans>The comment was deleted.</Trans>
            </p>
          </div>
        ) : (
          <Side side="theirs" author={author} base={base} text={sourceOf(theirs)} />
        )}
        <Side side="mine" author={author} base={base} text={mine} />
      </div>
      <DialogActions>
        <Button variant="quiet" onPress={onBack}>
          <Trans>Back to writing</Trans>
        </Button>
        <Button onPress={onTheirs}>
          <Trans>Take theirs</Trans>
        </Button>
        <Button variant="primary" onPress={onMine}>
          <Trans>Take mine</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface SideProps {
  readonly side: 'theirs' | 'mine'
  readonly author: { readonly name: string; readonly id: number | null }
  readonly base: string
  readonly text: string
}

const Side = ({ side, author, base, text }: SideProps) => {
  const { t } = useLingui()
  const id = useId()
  const copy = useCopy()
  return (
    <section aria-labelledby={id}>
      <SideHead
        side={side}
        id={id}
        author={author}
        tools={
          <IconButton label={side === 'theirs' ? t`Copy theirs` : t`Copy mine`} size="small" onPress={() => copy(text)}>
            <IconCopy />
          </IconButton>
        }
      />
      <TextDiff className="merge-text" before={base} after={text} />
    </section>
  )
}
