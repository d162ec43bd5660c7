// The form as people of a group see it, worked out from the rights of the definition.
import type { ElementDefinition } from '../tracker-settings/model/definition.ts'
import { isContainer, LAYOUT_TYPES, takesValues } from '../tracker-settings/model/form-edits.ts'
import { hasRight } from '../tracker-settings/model/wider-groups.ts'

/** hidden: the group finds the field nowhere; read: the group sees it and cannot change it. */
export type Sight = 'hidden' | 'read' | 'write'

/** A group that may change a field sees it. Containers are seen with what they hold. */
export const sightOf = (element: ElementDefinition, group: string): Sight => {
  const { type, permissions, content = [] } = element
  if (isContainer(element))
    return content.length > 0 && content.every(each => sightOf(each, group) === 'hidden') ? 'hidden' : 'write'
  if (LAYOUT_TYPES.includes(type) || !permissions) return 'write'
  if (takesValues(type) && hasRight(permissions.update, group)) return 'write'
  return hasRight(permissions.read, group) ? 'read' : 'hidden'
}

/** The form without what the group does not see. */
export const formSeenAs = (form: readonly ElementDefinition[], group: string): readonly ElementDefinition[] =>
  form
    .filter(element => sightOf(element, group) !== 'hidden')
    .map(element => (element.content ? { ...element, content: formSeenAs(element.content, group) } : element))
