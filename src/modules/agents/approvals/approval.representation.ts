import { NAMELESS_AGENT, NONE_USER_ID, type UsersModule, type Viewer } from '../../users/index.ts'
import type { ApprovalRepresentation } from '../model/agents.schema.ts'
import { stateOf } from '../model/approval.ts'
import type { SeenApproval } from './see-approvals.ts'

export interface RepresentDependencies {
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly isoDate: (viewer: Viewer, at: Date) => string
  readonly now: () => Date
}

/** Members of the arguments that hold a comment. */
interface Commenting {
  readonly comment?: unknown
  readonly text?: unknown
}

export const representApprovals =
  ({ users, isoDate, now }: RepresentDependencies) =>
  async (viewer: Viewer, approvals: readonly SeenApproval[]): Promise<ApprovalRepresentation[]> => {
    const accounts = await users.getMany(new Set(approvals.flatMap(seen => [seen.approval.userId, ...peopleIn(seen)])))
    const representUser = (id: number) => users.representMinimal(accounts.get(id), undefined, viewer.nameStyle)
    return approvals.map(seen => {
      const { approval, project, tracker, title, isOwn, changes } = seen
      const { id, outcome, artifactId, decidedAt } = approval
      const { comment, text } = approval.arguments as Commenting
      const added = approval.tool === 'comment' ? text : comment
      return {
        id,
        uri: `approvals/${id}`,
        state: stateOf(approval, now()),
        agent: approval.isAccessKey && !isOwn ? NAMELESS_AGENT : approval.agent,
        app_id: approval.appId,
        user: representUser(approval.userId),
        tool: approval.tool,
        artifact:
          artifactId === null
            ? null
            : {
                id: artifactId,
                title,
                xref: `${tracker.itemName} #${artifactId}`,
                html_url: `/plugins/tracker/?aid=${artifactId}`,
              },
        project: { id: project.id, label: project.label, shortname: project.shortName },
        tracker: { id: tracker.id, label: tracker.name, color_name: tracker.color },
        changed_fields: changes.map(change => {
          const field = tracker.fieldById.get(change.field_id)
          return { ...change, label: field?.label ?? change.name, type: field?.type ?? '' }
        }),
        people: peopleIn(seen).flatMap(id => (accounts.has(id) ? [representUser(id)] : [])),
        new_comment: typeof added === 'string' && added !== '' ? added : null,
        is_change: approval.report.is_change,
        asked_on: isoDate(viewer, approval.askedAt),
        expires_on: isoDate(viewer, approval.expiresAt),
        decided_on: decidedAt && isoDate(viewer, decidedAt),
        comment: approval.comment,
        result: outcome && !('status' in outcome) ? outcome : null,
        failure:
          outcome && 'status' in outcome
            ? { code: outcome.status, reason: outcome.details.reason, message: outcome.message }
            : null,
      }
    })
  }

/** Accounts in the values of lists of people. */
const peopleIn = ({ tracker, changes }: SeenApproval): number[] => {
  const ids = changes.flatMap(({ field_id: fieldId, before, after }) =>
    tracker.fieldById.get(fieldId)?.bind?.type === 'users'
      ? [before, after].flatMap(entry => (entry as { readonly bind_value_ids?: number[] } | null)?.bind_value_ids ?? [])
      : [],
  )
  return [...new Set(ids)].filter(id => id > NONE_USER_ID)
}
