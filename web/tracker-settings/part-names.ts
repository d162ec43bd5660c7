import { useLingui } from '@lingui/react/macro'
import type { PartName } from './model/differences.ts'

export const usePartNames = (): Readonly<Record<PartName, string>> => {
  const { t } = useLingui()
  return {
    general: t`General`,
    fields: t`Fields`,
    lists: t`Lists`,
    workflow: t`Workflow`,
    rules: t`Rules`,
    permissions: t`Permissions`,
    semantics: t`Semantics`,
    hierarchy: t`Hierarchy`,
    triggers: t`Triggers`,
    notifications: t`Notifications`,
    responses: t`Responses`,
    reports: t`Reports`,
    definition: t`Definition`,
  }
}
