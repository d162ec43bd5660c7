import type { Project } from '../../projects/index.ts'
import { referencesIn } from '../model/commit-references.ts'
import type { CommitRules } from '../model/repository.ts'
import type { Committer, ServingDependencies } from '../model/svn-serving.dependencies.ts'

export interface MessageRules extends Pick<CommitRules, 'isReferenceMandatory'> {
  readonly isEmptyAllowed: boolean
}

export const EMPTY_MESSAGE = 'The commit message is empty: say in it what the commit changes (svn commit -m "…").'
export const NO_REFERENCE =
  'The commit message refers to nothing: this repository wants a reference to an artifact or the like in it, ' +
  'such as "art #12", "bug #7" or "rev #repository/3", and the artifact must exist for you.'

/** Why the message is not allowed; undefined if it is (svn.md §3.3). */
export const messageFault = async (
  isReferenced: ServingDependencies['isReferenced'],
  project: Project,
  rules: MessageRules,
  message: string,
  committer: Committer,
): Promise<string | undefined> => {
  if (!rules.isEmptyAllowed && message.trim() === '') return EMPTY_MESSAGE
  if (!rules.isReferenceMandatory) return undefined
  for (const reference of referencesIn(message)) {
    if (await isReferenced(project, reference, committer)) return undefined
  }
  return NO_REFERENCE
}
