import { useLingui } from '@lingui/react/macro'
import type { PartName } from './model/differences.ts'

export const usePartNames = (): Readonly<Record<PartName, string>> => {
  const { t } = useLingui()
  return {
    general: t`General`,
    fields: t`Fields`,
    lists: t`Lists`,
    workflow: t`Workflow`,
    permissions: t`Permissions`,
    definition: t`Definition`,
  }
}
