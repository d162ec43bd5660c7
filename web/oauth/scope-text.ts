import { useLingui } from '@lingui/react/macro'

/** What an OAuth2 scope lets an application do, as a sentence that begins with "It may". */
export const useScopeText = (): ((identifier: string) => string) => {
  const { t } = useLingui()
  const texts: Readonly<Record<string, string>> = {
    'read:project': t`see your projects`,
    'read:user_membership': t`see user groups and who is in them`,
    'read:tracker': t`read trackers and artifacts`,
    'read:mediawiki_standalone': t`read wikis`,
    openid: t`sign you in`,
    email: t`see your e-mail address`,
    profile: t`see your name and picture`,
    offline_access: t`do so while you are away`,
  }
  return identifier => texts[identifier] ?? identifier
}
