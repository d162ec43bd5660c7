import { useLingui } from '@lingui/react/macro'

/** The effect of an OAuth2 scope, as the end of a sentence that begins with "It may". */
export const useScopeText = (): ((identifier: string) => string) => {
  const { t } = useLingui()
  const texts: Readonly<Record<string, string>> = {
    openid: t`know who you are, and sign you in`,
    profile: t`see your name and picture`,
    email: t`see your e-mail address`,
    offline_access: t`go on while you are away`,
    'read:project': t`see your projects with their groups, labels and services`,
    'write:project': t`see and change your projects, and create new ones`,
    'read:user_membership': t`see user groups and who is in them`,
    'read:tracker': t`read trackers, artifacts, their history and files`,
    'write:tracker': t`read and change trackers, artifacts and files`,
    'read:mcp': t`read what you see, as an agent`,
    'write:mcp': t`read what you see and change artifacts, as an agent; you decide how`,
    'write:svn': t`read and administer Subversion repositories`,
    'read:mediawiki_standalone': t`read wikis`,
  }
  return identifier => texts[identifier] ?? identifier
}
