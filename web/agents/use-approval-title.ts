import { useLingui } from '@lingui/react/macro'
import type { Approval } from './approvals.ts'

/** A sentence that says who asks for what. */
export const useApprovalTitle = (): ((approval: Approval) => string) => {
  const { t } = useLingui()
  return ({ agent, tool, artifact, tracker }) => {
    const title = artifact?.title ?? artifact?.xref ?? ''
    const name = tracker.label
    if (tool === 'create_artifact') return t`${agent} asks to create an artifact in ${name}`
    if (tool === 'comment') return t`${agent} asks to comment on “${title}”`
    if (tool === 'link') return t`${agent} asks to link “${title}”`
    if (tool === 'undo') return t`${agent} asks to undo a change of “${title}”`
    return t`${agent} asks to change “${title}”`
  }
}
