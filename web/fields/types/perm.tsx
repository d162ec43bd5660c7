import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconLock } from '../../design/page-icons.tsx'
import { ListFilter } from '../filters/filters.tsx'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { lazyEdit } from '../shared/lazy-edit.tsx'
import { groupsOf, permissionValue, type Group } from './perm-groups.ts'
import { readList, writeList } from '../text-forms/list-text.ts'
import type { PermissionValue } from '../shared/values.ts'

const Read = ({ value }: ReadProps<PermissionValue>) => {
  const groups = value?.granted_groups ?? []
  if (groups.length === 0)
    return (
      <span>
        <Trans>Everybody who sees the tracker</Trans>
      </span>
    )
  return (
    <span className="perm-groups">
      <IconLock /> {groups.join(', ')}
    </span>
  )
}

const Edit = lazyEdit(async () => (await import('./perm-edit.tsx')).PermissionEdit)

export const perm = defineFieldView<PermissionValue>({
  type: 'perm',
  Read,
  Cell: Read,
  Edit,
  Filter: ListFilter,
  entryOf: ({ field_id, granted_groups_ids }) => ({ field_id, value: { granted_groups: granted_groups_ids } }),
  isEmpty: value => (value?.granted_groups_ids ?? []).length === 0,
  toText: value => writeList(value?.granted_groups ?? []),
  fromText: (text, field) => {
    const groups: Group[] = []
    for (const name of readList(text)) {
      const group = groupsOf(field).find(({ label }) => label.toLocaleLowerCase() === name.toLocaleLowerCase())
      if (!group) return { fault: i18n._(msg`“${name}” is no user group of the project`) }
      groups.push(group)
    }
    return { value: permissionValue(field, groups) }
  },
  same: (one, other) =>
    [...(one?.granted_groups_ids ?? [])].sort().join() === [...(other?.granted_groups_ids ?? [])].sort().join(),
})
