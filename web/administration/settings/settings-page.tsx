import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Form } from '../../design/controls/form.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { platformQuery, useSignedIn } from '../../session/account.ts'
import { AdministrationPage } from '../administration-page.tsx'
import { canChange } from '../areas.ts'
import { deletionsQuery } from '../projects/deletions.ts'
import { SettingField } from './setting-field.tsx'
import { useGroupTitles } from './setting-texts.ts'
import {
  changeSettings,
  isKnown,
  settingGroups,
  settingsQuery,
  type Setting,
  type SettingChanges,
  type SettingGroup,
} from './settings.ts'

/** The settings that an operator may change while the server runs. */
export const SettingsPage = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <AdministrationPage
      area="settings"
      title={t`Settings`}
      description={<Trans>They are in force at once, for everybody.</Trans>}
    >
      {data ? (
        <Groups settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </AdministrationPage>
  )
}

const Groups = ({ settings }: { readonly settings: readonly Setting[] }) => {
  const byName = new Map(settings.map(setting => [setting.name, setting]))
  const others = settings.filter(({ name }) => !isKnown(name))
  return (
    <>
      {(Object.keys(settingGroups) as SettingGroup[]).map(group => (
        <Group
          key={group}
          group={group}
          settings={Object.keys(settingGroups[group]).flatMap(name => byName.get(name) ?? [])}
        />
      ))}
      {others.length > 0 && <Group group="other" settings={others} />}
    </>
  )
}

const Group = ({
  group,
  settings,
}: {
  readonly group: SettingGroup | 'other'
  readonly settings: readonly Setting[]
}) => {
  const { t } = useLingui()
  const title = useGroupTitles()[group]
  const queries = useQueryClient()
  const mayChange = canChange(useSignedIn(), 'settings')
  const [drafts, setDrafts] = useState<SettingChanges>({})
  const save = useMutation({
    mutationFn: changeSettings,
    onSuccess: async changed => {
      queries.setQueryData(settingsQuery.queryKey, changed)
      setDrafts({})
      toast(t`${title}: saved`)
      // Every page shows the name of the platform and depends on its access mode.
      await queries.invalidateQueries({ queryKey: platformQuery.queryKey })
      await queries.invalidateQueries({ queryKey: deletionsQuery.queryKey })
    },
  })
  const submit = () => {
    if (Object.keys(drafts).length > 0) save.mutate(drafts)
    else toast(t`There is nothing to save.`)
  }
  return (
    <div id={group} className="card">
      <Section title={title}>
        <Form
          onSubmit={submit}
          isPending={save.isPending}
          error={save.error}
          submitLabel={t`Save: ${title}`}
          isReadOnly={!mayChange}
        >
          {settings.map(setting => (
            <SettingField
              key={setting.name}
              setting={setting}
              draft={drafts[setting.name]}
              onChange={draft => setDrafts({ ...drafts, [setting.name]: draft })}
              isDisabled={!mayChange}
            >
              {setting.name === 'artifacts_deletion_limit' && <DeletionUse />}
            </SettingField>
          ))}
        </Form>
      </Section>
    </div>
  )
}

/** Number of artifacts deleted in the last 24 hours, to compare with the limit. */
const DeletionUse = () => {
  const { data } = useQuery(deletionsQuery)
  const accounts = data?.accounts.length ?? 0
  return (
    <p className="small setting-default">
      {data && (
        <>
          <span>
            <Plural
              value={data.total}
              _0="No artifact was deleted in the last 24 hours."
              one="# artifact was deleted in the last 24 hours."
              other="# artifacts were deleted in the last 24 hours."
            />
          </span>
          {accounts > 0 && (
            <Link to="/administration/deletions">
              <Trans>Who deleted them</Trans>
            </Link>
          )}
        </>
      )}
    </p>
  )
}
