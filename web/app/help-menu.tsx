import { useLingui } from '@lingui/react/macro'
import { openLayer } from '../commands/palette-state.ts'
import { IconHelp } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'

export const HelpMenu = () => {
  const { t } = useLingui()
  return (
    <Menu label={t`Help`} icon={<IconHelp />}>
      <MenuItem onAction={() => openLayer('shortcuts')}>{t`All keys`}</MenuItem>
      <MenuItem href="/api/explorer/">{t`API explorer`}</MenuItem>
    </Menu>
  )
}
