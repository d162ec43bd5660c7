import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { toastError } from '../../design/feedback/toast.tsx'
import { MarkdownEditor } from '../../fields/shared/markdown-editor.tsx'
import { useArtifact } from '../artifact-context.tsx'
import { activityKey } from '../artifact-queries.ts'
import type { Entry } from './activity-queries.ts'

export interface CommentEditorProps {
  readonly entry: Entry
  readonly source: string
  readonly onClose: () => void
}

/** The comment in its place; somebody else's edit meanwhile is refused by the server. */
export const CommentEditor = ({ entry, source, onClose }: CommentEditorProps) => {
  const { t } = useLingui()
  const { id, scope } = useArtifact()
  const queries = useQueryClient()
  const [text, setText] = useState(source)
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      await done(
        api.PATCH('/artifacts/{id}/changesets/{changeset}/comment', {
          params: { path: { id, changeset: entry.changeset_id } },
          headers: { 'If-Match': entry.comment_etag ?? '' },
          body: { body: text, format: 'commonmark' },
        }),
      )
      await queries.invalidateQueries({ queryKey: activityKey(id) })
      onClose()
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
        onSubmit={() => void save()}
        onCancel={onClose}
      />
      <div className="text-editor-actions">
        <Button variant="primary" size="small" isPending={isPending} onPress={() => void save()}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="quiet" size="small" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </>
  )
}
