import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { openLayer } from '../commands/palette-state.ts'
import { IconHelp } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { helpAddress } from '../help/help-address.ts'

export const HelpMenu = () => {
  const { t } = useLingui()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <Menu label={t`Help`} icon={<IconHelp />}>
      <MenuItem href={helpAddress(path)}>{t`Help for this page`}</MenuItem>
      <MenuItem href="/help">{t`Guide`}</MenuItem>
      <MenuItem onAction={() => openLayer('shortcuts')}>{t`All keys`}</MenuItem>
      <MenuItem href="/api/explorer/">{t`API explorer`}</MenuItem>
    </Menu>
  )
}
