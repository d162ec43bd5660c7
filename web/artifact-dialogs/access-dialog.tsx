import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { Dialog } from '../design/feedback/dialog.tsx'
import { IconCheck, IconClose } from '../design/icons.tsx'
import { IconLock } from '../design/page-icons.tsx'
import type { ReadProps } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import { useArtifact } from '../artifacts/artifact-context.tsx'
import './access-dialog.css'
import { valueOf } from '../artifacts/writing/artifact-values.ts'

const ACTIONS = ['update', 'comment', 'move', 'delete'] as const

/** The dialog tells the readers of the artifact, and the rights of the person in front of the page. */
export const AccessDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { id, artifact, tracker, scope, isEditable, edit } = useArtifact()
  const rights = useQueries({
    queries: ACTIONS.map(action => ({
      queryKey: ['artifact', id, 'explain', action],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        bodyOf(api.GET('/artifacts/{id}/explain', { params: { path: { id }, query: { action } }, signal })),
      staleTime: 0,
    })),
  })
  const labels = { update: t`Change it`, comment: t`Comment`, move: t`Move it`, delete: t`Delete it` }
  const field = tracker.fields.find(each => each.type === 'perm')
  const value = field && valueOf(artifact, field.field_id)
  const isLimited = field && !viewOf(field.type).isEmpty(value)
  return (
    <Dialog title={t`Access to ${artifact.xref}`} isOpen onClose={onClose}>
      <h3 className="access-head">
        <Trans>Who sees it</Trans>
      </h3>
      {field && isLimited ? (
        <p>
          <ReadValue field={field} value={value} scope={scope} />
        </p>
      ) : (
        <p>
          <Trans>Everybody who sees {tracker.label}</Trans>
        </p>
      )}
      {field && isEditable(field) ? (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onClose()
            edit(field)
          }}
        >
          <Trans>Limit it to user groups</Trans>
        </button>
      ) : (
        !field && (
          <p className="muted small">
            <Trans>The tracker has no field that limits single artifacts to user groups.</Trans>
          </p>
        )
      )}
      <h3 className="access-head">
        <Trans>What you may do</Trans>
      </h3>
      <ul className="access-list">
        {ACTIONS.map((action, index) => {
          const answer = rights[index]?.data
          return (
            <li key={action} aria-busy={answer === undefined || undefined}>
              {answer === undefined ? <IconLock /> : answer.allowed ? <IconCheck /> : <IconClose />}
              <span>{labels[action]}</span>
              {answer && <span className="meta">{answer.allowed ? <Trans>yes</Trans> : <Trans>no</Trans>}</span>}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

const ReadValue = (props: ReadProps) => {
  const { Read } = viewOf(props.field.type)
  return <Read {...props} />
}
