import { Invalid, type Fault } from '../../../platform/errors.ts'
import type { ProjectsModule, UserGroupId } from '../../projects/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { CommentFormat, NewComment, SubmittedComment } from '../model/artifact.ts'
import { canSeeComment } from '../model/artifacts.permissions.ts'

/** Maximum bytes of a comment (artifacts.md §6). */
const MAX_COMMENT = 65_535

type SentGroup = string | number | { readonly id: string | number }

interface SentComment {
  readonly body: string
  readonly format: string
  readonly ugroups?: readonly SentGroup[] | null
}

/** Checks the form of a comment. `name` is the path of its body in the request, for messages. */
export const parseComment = (sent: SentComment, name: string): SubmittedComment => {
  if (Buffer.byteLength(sent.body) > MAX_COMMENT)
    throw new Invalid(`\`${name}\` is longer than ${MAX_COMMENT} bytes`, {
      reason: 'parameter.range',
      parameter: name,
      limit: MAX_COMMENT,
    })
  const { ugroups } = sent
  return { body: sent.body, format: formatOf(sent.format), groups: ugroups ? ugroups.map(idOf) : ugroups }
}

const formatOf = (format: string): CommentFormat => (format === 'text' || format === 'html' ? format : 'commonmark')

const idOf = (group: SentGroup): string => String(typeof group === 'object' ? group.id : group)

export interface FoundGroups {
  readonly groupIds: NewComment['groupIds']
  readonly faults: readonly Fault[]
}

/**
 * The stored form of a comment's groups: in ascending order, each once. A user who restricts a comment must see it (ADR 20): otherwise the
 * comment would disappear for its author.
 */
export const findCommentGroups = async (
  projects: Pick<ProjectsModule, 'findUserGroup'>,
  { tracker, rights }: Pick<ArtifactContext, 'tracker' | 'rights'>,
  groups: readonly string[] | null,
): Promise<FoundGroups> => {
  if (groups === null) return { groupIds: null, faults: [] }
  const refused = (text: string): FoundGroups => ({ groupIds: [], faults: [{ text, reason: 'comment.groups' }] })
  if (!tracker.usePrivateComments) return refused('This tracker has no private comments: leave out `ugroups`.')
  const found = new Set<UserGroupId>()
  const unknown: string[] = []
  for (const reference of new Set(groups)) {
    const groupId = await projects.findUserGroup(tracker.projectId, reference)
    if (groupId === undefined) unknown.push(reference)
    else found.add(groupId)
  }
  if (unknown.length > 0)
    return refused(`There are no user groups ${unknown.map(id => `\`${id}\``).join(', ')} in this project.`)
  const groupIds = [...found].sort((left, right) => left - right)
  if (!canSeeComment(rights, groupIds)) return refused('You would not see the comment: none of its groups is yours.')
  return { groupIds, faults: [] }
}
