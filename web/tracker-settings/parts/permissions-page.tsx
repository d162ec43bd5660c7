import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox } from '../../design/controls/checkbox.tsx'
import { Select } from '../../design/controls/select.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Table } from '../../design/layout/table.tsx'
import {
  elementsOf,
  READ_ONLY_TYPES,
  withElement,
  type ElementDefinition,
  type TrackerDefinition,
  type TrackerRights,
} from '../model/definition.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { hasRight, inheritedFrom } from '../model/wider-groups.ts'
import { useGroups, type NamedGroup } from '../use-groups.ts'

type TrackerRight = keyof TrackerRights
type FieldRight = 'read' | 'submit' | 'update'
type FieldRights = NonNullable<ElementDefinition['permissions']>

const NO_RIGHTS: FieldRights = { read: [], submit: [], update: [] }
const RIGHTS: readonly FieldRight[] = ['read', 'submit', 'update']

/** Rights of groups on a tracker and on each of its fields. */
export const PermissionsPage = () => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const fields = elementsOf(mine.form).filter(({ permissions }) => permissions !== undefined)
  const named = [
    ...Object.values(mine.permissions).flat(),
    ...fields.flatMap(({ permissions = {} }) => Object.values(permissions).flat()),
  ]
  const groups = useGroups(named)
  return (
    <SettingsFrame title={t`Permissions`} description={<Trans>Groups of people and their rights.</Trans>}>
      <TrackerRightsPart groups={groups} />
      <FieldRightsPart groups={groups} fields={fields} />
    </SettingsFrame>
  )
}

const TrackerRightsPart = ({ groups }: { readonly groups: readonly NamedGroup[] }) => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const rights: readonly (readonly [TrackerRight, string])[] = [
    ['full', t`See all`],
    ['submitter', t`See what their people submitted`],
    ['assignee', t`See what is assigned to them`],
    ['submitter_only', t`See only their own`],
    ['admin', t`Administer`],
  ]
  const set = (right: TrackerRight, group: string, isGranted: boolean) =>
    change(all => ({
      ...all,
      permissions: { ...all.permissions, [right]: granted(all.permissions[right] ?? [], group, isGranted) },
    }))
  return (
    <Section title={t`Artifacts of the tracker`}>
      <Table
        label={t`Rights on the tracker`}
        rows={groups}
        rowKey={({ name }) => name}
        columns={[
          { id: 'group', header: t`Group`, isRowHeader: true, cell: ({ label }) => label },
          ...rights.map(([right, header]) => ({
            id: right,
            header,
            cell: ({ name, label }: NamedGroup) => (
              <Right
                label={`${label}: ${header}`}
                granted={mine.permissions[right] ?? []}
                group={name}
                groups={groups}
                // A narrower view takes nothing away from a wider one.
                canInherit={right !== 'admin' && right !== 'submitter_only'}
                onChange={isGranted => set(right, name, isGranted)}
              />
            ),
          })),
        ]}
      />
    </Section>
  )
}

interface FieldRightsPartProps {
  readonly groups: readonly NamedGroup[]
  readonly fields: readonly ElementDefinition[]
}

const FieldRightsPart = ({ groups, fields }: FieldRightsPartProps) => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const [group, setGroup] = useState('project_members')
  const names: Readonly<Record<FieldRight, string>> = { read: t`See`, submit: t`Fill in`, update: t`Change` }
  const setRights = (field: string, next: (rights: FieldRights) => FieldRights) =>
    change(all => ({
      ...all,
      form: withElement(all.form, field, element => ({
        ...element,
        permissions: next(element.permissions ?? NO_RIGHTS),
      })),
    }))
  const preset = (readers: string, writers: string, submitters = writers, members: Partial<TrackerDefinition> = {}) =>
    change(all => ({
      ...all,
      ...members,
      form: fields.reduce(
        (form, { name, type }) =>
          withElement(form, name, element => ({
            ...element,
            permissions: READ_ONLY_TYPES.includes(type)
              ? { read: [readers], submit: [], update: [] }
              : { read: [readers], submit: [submitters], update: [writers] },
          })),
        all.form,
      ),
    }))
  /** Everybody with an account writes to the team, and sees what they wrote themselves. */
  const setUpDesk = () =>
    preset('registered_users', 'project_members', 'registered_users', {
      permissions: {
        ...mine.permissions,
        full: ['project_members'],
        assignee: [],
        submitter: [],
        submitter_only: ['registered_users'],
      },
    })
  return (
    <Section
      title={t`Fields`}
      actions={
        <>
          <Button size="small" onPress={() => preset('all_users', 'registered_users')}>
            <Trans>Everybody edits</Trans>
          </Button>
          <Button size="small" onPress={() => preset('all_users', 'project_members')}>
            <Trans>Members edit, others read</Trans>
          </Button>
          <Button size="small" onPress={() => preset('project_members', 'project_members')}>
            <Trans>Members only</Trans>
          </Button>
          <Button size="small" onPress={setUpDesk}>
            <Trans>Support desk</Trans>
          </Button>
        </>
      }
    >
      <div className="settings-which">
        <Select
          label={t`Group`}
          value={group}
          onChange={setGroup}
          options={groups.map(({ name, label }) => ({ value: name, label }))}
        />
      </div>
      <Table
        label={t`Rights on the fields`}
        rows={fields}
        rowKey={({ name }) => name}
        columns={[
          { id: 'field', header: t`Field`, isRowHeader: true, cell: ({ label, name }) => label || name },
          ...RIGHTS.map(right => ({
            id: right,
            header: names[right],
            cell: ({ name, label, type, permissions = NO_RIGHTS }: ElementDefinition) =>
              right !== 'read' && READ_ONLY_TYPES.includes(type) ? null : (
                <Right
                  label={`${label}: ${names[right]}`}
                  granted={permissions[right] ?? []}
                  group={group}
                  groups={groups}
                  canInherit
                  // A group that may change a field sees it.
                  {...(right === 'read' && hasRight(permissions.update, group) && { impliedBy: names.update })}
                  onChange={isGranted =>
                    setRights(name, rights => ({ ...rights, [right]: granted(rights[right] ?? [], group, isGranted) }))
                  }
                />
              ),
          })),
        ]}
      />
    </Section>
  )
}

interface RightProps {
  readonly label: string
  readonly granted: readonly string[]
  readonly group: string
  readonly groups: readonly NamedGroup[]
  readonly canInherit: boolean
  /** Name of another right of the group that gives this one. */
  readonly impliedBy?: string
  readonly onChange: (isGranted: boolean) => void
}

/** A right of a group; one that a wider group or another right gives cannot be taken away here. */
const Right = ({ label, granted: given, group, groups, canInherit, impliedBy, onChange }: RightProps) => {
  const { t } = useLingui()
  const wider = canInherit ? inheritedFrom(given, group) : undefined
  const source = groups.find(({ name }) => name === wider)?.label ?? impliedBy
  const isOwn = given.includes(group)
  return (
    <Checkbox
      label={
        <>
          <span className="visually-hidden">{label}</span>
          {source !== undefined && !isOwn && <span className="meta">{t`from ${source}`}</span>}
        </>
      }
      isSelected={isOwn || source !== undefined}
      isDisabled={source !== undefined && !isOwn}
      onChange={onChange}
    />
  )
}

const granted = (groups: readonly string[], group: string, isGranted: boolean): string[] =>
  isGranted ? [...groups.filter(name => name !== group), group] : groups.filter(name => name !== group)
