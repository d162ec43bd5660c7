import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Checkbox, CheckboxGroup } from '../../design/controls/checkbox.tsx'
import { Select } from '../../design/controls/select.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { elementsOf, withBind, type BindDefinition, type ElementDefinition } from '../model/definition.ts'
import { useWorkingCopy } from '../model/use-working-copy.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useGroups } from '../use-groups.ts'
import { ListValues } from './list-values.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/lists')

/** The values of the lists of a tracker. */
export const ListsPage = () => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const { field } = route.useSearch()
  const navigate = route.useNavigate()
  const lists = elementsOf(mine.form).filter(element => element.bind !== undefined)
  const chosen = lists.find(({ name }) => name === field) ?? lists[0]
  return (
    <SettingsFrame title={t`Lists`} description={<Trans>Values that people choose from.</Trans>}>
      {!chosen ? (
        <EmptyState title={t`This tracker has no list`}>
          <Trans>Lists are fields of the form; the part Fields adds them.</Trans>
        </EmptyState>
      ) : (
        <>
          <div className="settings-which">
            <Select
              label={t`List`}
              value={chosen.name}
              onChange={name => void navigate({ search: { field: name }, replace: true, resetScroll: false })}
              options={lists.map(({ name, label }) => ({ value: name, label: label || name }))}
            />
          </div>
          <ListEditor key={chosen.name} element={chosen} />
        </>
      )}
    </SettingsFrame>
  )
}

const ListEditor = ({ element }: { readonly element: ElementDefinition }) => {
  const { bind } = element
  if (bind?.type === 'static') return <ListValues element={element} bind={bind} />
  if (bind?.type === 'users') return <PeopleSources element={element} bind={bind} />
  return bind && <GroupValues element={element} bind={bind} />
}

interface BindProps {
  readonly element: ElementDefinition
  readonly bind: BindDefinition
}

/** Changes the source of a list. */
const useSetBind = (name: string) => {
  const { change } = useWorkingCopy()
  return (members: Partial<BindDefinition>) => change(all => withBind(all, name, members))
}

const PeopleSources = ({ element, bind }: BindProps) => {
  const { t } = useLingui()
  const set = useSetBind(element.name)
  const groups = useGroups()
  const known = [
    { value: 'group_members', label: t`Members of the project` },
    { value: 'group_admins', label: t`Administrators of the project` },
    { value: 'artifact_submitters', label: t`People who submitted artifacts` },
    { value: 'artifact_modifiers', label: t`People who changed artifacts` },
    ...groups.map(({ name, label }) => ({ value: `ugroup:${name}`, label: t`Group ${label}` })),
  ]
  const chosen = bind.sources ?? []
  const others = chosen.filter(source => !known.some(({ value }) => value === source))
  return (
    <CheckboxGroup
      label={t`People that can be chosen in ${element.label}`}
      value={[...chosen]}
      onChange={sources => set({ sources })}
    >
      {[...known, ...others.map(value => ({ value, label: value }))].map(({ value, label }) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </CheckboxGroup>
  )
}

const GroupValues = ({ element, bind }: BindProps) => {
  const { t } = useLingui()
  const set = useSetBind(element.name)
  const present = bind.groups ?? []
  const known = useGroups(present.map(({ group }) => group))
  return (
    <CheckboxGroup
      label={t`Groups that can be chosen in ${element.label}`}
      value={present.map(({ group }) => group)}
      onChange={names => set({ groups: names.map(group => present.find(value => value.group === group) ?? { group }) })}
    >
      {known.map(({ name, label }) => (
        <Checkbox key={name} value={name} label={label} />
      ))}
    </CheckboxGroup>
  )
}
