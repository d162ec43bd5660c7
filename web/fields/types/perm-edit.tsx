import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { Notice } from '../../design/feedback/notice.tsx'
import { useAccount } from '../../session/account.ts'
import { trackerQuery } from '../../trackers/tracker-queries.ts'
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
  scope,
}: EditProps<PermissionValue>) => {
  const { t } = useLingui()
  const groups = groupsOf(field)
  const isShutOut = useIsShutOut(scope.trackerId, (value?.granted_groups_ids ?? []).map(String))
  return (
    <div className="perm-editor">
      <CheckboxGroup
        label={t`Only these groups see the artifact`}
        description={<Trans>Without a choice everybody who sees the tracker sees it.</Trans>}
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
      {isShutOut && (
        <div role="status">
          <Notice kind="warning">
            <Trans>You are in none of these groups: you will not see the artifact any more.</Trans>
          </Notice>
        </div>
      )}
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

/** Groups of all who are signed in, alone or as groups of a project. */
const EVERYBODY = /^(\d+_)?[125]$/

/** Whether the reader is in none of the groups; administrators of the tracker see all artifacts. */
const useIsShutOut = (trackerId: number, chosen: readonly string[]): boolean => {
  const account = useAccount()
  const tracker = useQuery(trackerQuery(trackerId)).data
  const own = useQuery({
    queryKey: ['own groups', account?.user.id],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/users/{id}/membership', {
          params: { path: { id: 'self' }, query: { scope: 'project', format: 'id' } },
          signal,
        }),
      ),
    enabled: Boolean(account),
    staleTime: 60_000,
  }).data
  if (chosen.length === 0 || !own || !tracker || tracker.permissions_for_groups !== null) return false
  return !chosen.some(id => EVERYBODY.test(id) || own.some(group => group === id))
}
