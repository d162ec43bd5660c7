import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api, done } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../design/controls/button.tsx'
import { toastError } from '../../design/feedback/toast.tsx'
import { MarkdownEditor } from '../../fields/markdown/markdown-editor.tsx'
import { useArtifact } from '../artifact-context.tsx'
import { activityKey } from '../artifact-queries.ts'
import { readEntry, sourceOf, type Entry } from './activity-queries.ts'

const CommentConflict = lazyPart(() => import('./comment-conflict.tsx'), 'CommentConflict')

export interface CommentEditorProps {
  readonly entry: Entry
  readonly onClose: () => void
}

/** The comment in its place. If somebody changed it since the editor opened, the person decides which text stands. */
export const CommentEditor = ({ entry, onClose }: CommentEditorProps) => {
  const { t } = useLingui()
  const { id, scope } = useArtifact()
  const queries = useQueryClient()
  // The page shows newer versions as they come; what is typed here belongs to the version that the person saw.
  const [seen, setSeen] = useState(entry)
  const [theirs, setTheirs] = useState<Entry>()
  const [text, setText] = useState(sourceOf(entry))
  const [isPending, setPending] = useState(false)
  const close = async () => {
    await queries.invalidateQueries({ queryKey: activityKey(id) })
    onClose()
  }
  const send = async (version: Entry) => {
    try {
      await done(
        api.PATCH('/artifacts/{id}/changesets/{changeset}/comment', {
          params: { path: { id, changeset: entry.changeset_id } },
          headers: { 'If-Match': version.comment_etag ?? '' },
          body: { body: text, format: 'commonmark' },
        }),
      )
    } catch (error) {
      if (!isApiError(error, 412)) throw error
      const newest = await readEntry(id, entry.changeset_id)
      // The reader may not see the comment any more.
      if (!newest?.comment) throw error
      if (sourceOf(newest) !== text) {
        setTheirs(newest)
        return
      }
    }
    await close()
  }
  const save = async (version: Entry) => {
    setPending(true)
    try {
      await send(version)
    } catch (error) {
      toastError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <MarkdownEditor
        label={t`Comment`}
        text={text}
        projectId={scope.projectId}
        format="commonmark"
        isFocused
        onText={setText}
        onSubmit={() => void save(seen)}
        onCancel={onClose}
      />
      <div className="text-editor-actions">
        <Button variant="primary" size="small" isPending={isPending} onPress={() => void save(seen)}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="quiet" size="small" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <Suspense fallback={null}>
        {theirs && (
          <CommentConflict
            base={sourceOf(seen)}
            theirs={theirs}
            mine={text}
            onMine={() => {
              setSeen(theirs)
              setTheirs(undefined)
              void save(theirs)
            }}
            onTheirs={() => void close()}
            onBack={() => setTheirs(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
