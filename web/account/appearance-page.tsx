import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveShortcuts, shortcutsQuery } from '../commands/shortcut-setting.ts'
import { Radio, RadioGroup, Switch } from '../design/controls/checkbox.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { Select } from '../design/controls/select.tsx'
import { deviceZone, zonesWith } from '../design/time-zones.ts'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { useSignedIn } from '../session/account.ts'
import type { Theme } from '../session/appearance.ts'
import type { Language } from '../session/languages.ts'
import { AccountPage } from './account-page.tsx'
import './appearance-page.css'
import { useUpdateAccount } from './update-account.ts'

/** Each choice takes effect at once. */
export const AppearancePage = () => {
  const { t } = useLingui()
  const account = useSignedIn()
  const save = useUpdateAccount(() => toast(t`Saved`))
  // The page shows the choice before the server has stored it.
  const pending = (save.isPending ? save.variables : undefined) ?? {}
  const { language = account.language, theme = account.theme, timezone = account.timezone } = pending
  const device = deviceZone()
  return (
    <AccountPage
      title={t`Appearance`}
      description={<Trans>How the pages look for you, wherever you sign in, and which time is yours.</Trans>}
    >
      {save.error ? <FaultList error={save.error} /> : null}
      <div className="appearance">
        <Select
          label={t`Language`}
          value={language}
          onChange={chosen => save.mutate({ language: chosen as Language | '' })}
          options={[
            { value: '', label: t`That of the browser` },
            { value: 'en', label: 'English' },
            { value: 'fr', label: 'Français' },
          ]}
        />
        <Select
          label={t`Time zone`}
          description={t`In which the dates of artifacts are written and meant. That of this device is ${device}.`}
          value={timezone}
          onChange={chosen => save.mutate({ timezone: chosen })}
          options={[
            { value: '', label: t`That of the platform` },
            ...zonesWith(timezone).map(zone => ({ value: zone, label: zone })),
          ]}
        />
        <RadioGroup label={t`Theme`} value={theme} onChange={chosen => save.mutate({ theme: chosen as Theme })}>
          <Radio
            value="system"
            label={t`That of the device`}
            description={t`Light by day, dark by night, if it does so.`}
          />
          <Radio value="light" label={t`Light`} />
          <Radio value="dark" label={t`Dark`} />
        </RadioGroup>
        <ShortcutsSwitch />
      </div>
    </AccountPage>
  )
}

const ShortcutsSwitch = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const isOn = useQuery(shortcutsQuery).data ?? true
  const save = useMutation({
    mutationFn: saveShortcuts,
    onSuccess: (_, saved) => {
      queries.setQueryData(shortcutsQuery.queryKey, saved)
      toast(t`Saved`)
    },
    onError: toastError,
  })
  const shown = save.isPending ? save.variables : isOn
  return (
    <Switch
      label={t`Single letters are shortcuts`}
      description={t`Outside of fields: C for a new artifact, for instance. Combinations with Ctrl always work; ? shows all keys.`}
      isSelected={shown}
      onChange={next => save.mutate(next)}
    />
  )
}
