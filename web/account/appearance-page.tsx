import { useLingui } from '@lingui/react/macro'
import { Page } from '../design/page.tsx'
export const AppearancePage = () => {
  const { t } = useLingui()
  return <Page title={t`Appearance`}>…</Page>
}
