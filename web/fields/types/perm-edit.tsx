import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import type { EditProps } from '../field-view.ts'
import { groupsOf, permissionValue } from './perm-groups.ts'
import type { PermissionValue } from '../shared/values.ts'

export const PermissionEdit = ({
  field,
  value,
  onChange,
  onDone,
  onCancel,
  faults,
  place,
}: EditProps<PermissionValue>) => {
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
