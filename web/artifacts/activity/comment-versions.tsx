import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'
import { Dialog } from '../../design/feedback/dialog.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { DateTime } from '../../design/format.tsx'
import { useArtifact } from '../artifact-context.tsx'
import { nameOf } from '../words.ts'
import { TextDiff } from './text-diff.tsx'

export interface CommentVersionsProps {
  readonly changesetId: number
  readonly onClose: () => void
}

/** The versions of an edited comment, newest first, each compared with the one before. */
export const CommentVersions = ({ changesetId, onClose }: CommentVersionsProps) => {
  const { t } = useLingui()
  const { id } = useArtifact()
  const { data, error } = useQuery({
    queryKey: ['artifact', id, 'comment versions', changesetId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/artifacts/{id}/changesets/{changeset}/comment_versions', {
          params: { path: { id, changeset: changesetId } },
          signal,
        }),
      ),
    staleTime: 0,
  })
  return (
    <Dialog title={t`Versions of the comment`} isOpen onClose={onClose}>
      {error && <ErrorState error={error} />}
      {!data && !error && <Skeleton lines={4} />}
      <ol className="comment-versions">
        {data?.toReversed().map(({ body, by, at }, index) => {
          const before = data[data.length - 2 - index]
          return (
            <li key={data.length - index}>
              <p className="event-head">
                <b>{by ? nameOf(by) : '?'}</b>
                <span className="meta">
                  <DateTime value={at} as="relative" />
                </span>
                {before === undefined && (
                  <span className="meta">
                    <Trans>first version</Trans>
                  </span>
                )}
              </p>
              {before === undefined ? (
                <p className="text-diff plain-text" dir="auto">
                  {body}
                </p>
              ) : (
                <TextDiff before={before.body} after={body} />
              )}
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
