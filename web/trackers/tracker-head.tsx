import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { NewArtifactLink } from '../artifacts/new-artifact/new-artifact-link.tsx'
import { IconMore, IconPlus } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { useCopy } from '../design/use-copy.ts'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import type { Tracker } from './tracker-queries.ts'

export interface TrackerHeadProps {
  readonly tracker: Tracker
  readonly params: { readonly project: string; readonly tracker: string }
  readonly canSubmit: boolean
  readonly isAdministrator: boolean
  readonly onExport: () => void
  /** New artifacts begin with these values. */
  readonly values: Readonly<Record<string, string>>
}

/** Name and purpose of the tracker, and the button for a new artifact. */
export const TrackerHead = ({ tracker, params, canSubmit, isAdministrator, onExport, values }: TrackerHeadProps) => {
  const { t } = useLingui()
  const copy = useCopy()
  const navigate = useNavigate()
  const curl = () => {
    const { origin, search } = window.location
    const tql = new URLSearchParams(search).get('tql')
    const query = tql === null ? '' : `?tql=${encodeURIComponent(tql)}`
    copy(`curl -H "X-Auth-AccessKey: $CROCUS_KEY" "${origin}/api/trackers/${tracker.id}/artifacts${query}"`)
  }
  return (
    <div className="tracker-head">
      <h1 className="tracker-name">
        <TrackerSquare colour={valueColour(tracker.color_name)} />
        <bdi>{tracker.label}</bdi>
      </h1>
      <p className="tracker-about cut" title={tracker.description}>
        {tracker.description}
      </p>
      <Menu label={t`More`} icon={<IconMore />}>
        <MenuItem onAction={() => copy(window.location.href)}>{t`Copy the address`}</MenuItem>
        <MenuItem onAction={curl}>{t`Copy as curl`}</MenuItem>
        <MenuItem onAction={onExport}>{t`Export…`}</MenuItem>
        {isAdministrator && (
          <MenuItem
            onAction={() => void navigate({ to: '/projects/$project/trackers/$tracker/import', params })}
          >{t`Import a sheet…`}</MenuItem>
        )}
        {isAdministrator && (
          <MenuItem
            onAction={() => void navigate({ to: '/projects/$project/trackers/$tracker/settings', params })}
          >{t`Settings`}</MenuItem>
        )}
        {isAdministrator && (
          <MenuItem
            onAction={() => void navigate({ to: '/projects/$project/trackers/$tracker/settings/trash', params })}
          >{t`Trash`}</MenuItem>
        )}
      </Menu>
      {canSubmit && (
        <NewArtifactLink
          trackerId={tracker.id}
          params={params}
          search={values}
          className="button button-primary button-normal"
        >
          <IconPlus /> <Trans>New {tracker.item_name}</Trans>
        </NewArtifactLink>
      )}
    </div>
  )
}
