import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CheckboxGroup, Checkbox } from '../../design/controls/checkbox.tsx'
import { Button } from '../../design/controls/button.tsx'
import { IconLock } from '../../design/icons.tsx'
import { defineFieldView, type EditProps, type Field, type ReadProps } from '../field-view.ts'
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

interface Group {
  readonly id: string
  readonly label: string
}

const groupsOf = (field: Field): readonly Group[] =>
  (field.values as { readonly ugroup_representations?: readonly Group[] } | null)?.ugroup_representations ?? []

const permissionValue = (field: Field, groups: readonly Group[]): PermissionValue => ({
  field_id: field.field_id,
  label: field.label,
  type: 'perm',
  granted_groups_ids: groups.map(({ id }) => String(id)),
  granted_groups: groups.map(({ label }) => label),
})

const Edit = ({ field, value, onChange, onDone, onCancel, faults, place }: EditProps<PermissionValue>) => {
  const { t } = useLingui()
  const groups = groupsOf(field)
  return (
    <div className="perm-editor">
      <CheckboxGroup
        label={t`Only these groups see the artifact`}
        description={
          <Trans>Without a choice everybody who sees the tracker sees it. Make sure that you are in one of them.</Trans>
        }
        {...(faults.length > 0 && { error: faults.join(' ') })}
        value={(value?.granted_groups_ids ?? []).map(String)}
        onChange={ids =>
          onChange(
            permissionValue(
              field,
              groups.filter(({ id }) => ids.includes(String(id))),
            ),
          )
        }
      >
        {groups.map(group => (
          <Checkbox key={group.id} value={String(group.id)} label={group.label} />
        ))}
      </CheckboxGroup>
      {place !== 'form' && (
        <div className="text-editor-actions">
          <Button variant="primary" size="small" onPress={onDone}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" size="small" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

export const perm = defineFieldView<PermissionValue>({
  type: 'perm',
  Read,
  Cell: Read,
  Edit,
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
